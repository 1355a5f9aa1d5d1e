/** Which warnings about a live link raise an alert: checkboxes, each saved when it is ticked. */
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { WARNING_CODES, type WarningCode } from '../../command-service/contract/observation.ts';
import { formatWarningLabel } from '../links/reasons.ts';
import { saveSetting } from './commands.ts';
import { messages } from './messages.ts';

export function WarningAlerts({ chosen }: { chosen: readonly WarningCode[] }) {
  return (
    <Box
      component="fieldset"
      sx={{ m: 0, px: { xs: 2, md: 3 }, py: 2, border: 0, borderTop: 1, borderColor: 'divider' }}
    >
      <Typography component="legend" sx={{ float: 'left', width: '100%', p: 0, fontWeight: 500 }}>
        {messages.warningAlerts}
      </Typography>
      <Typography variant="body2" sx={{ clear: 'both', mb: 1, color: 'text.secondary' }}>
        {messages.warningAlertsHint}
      </Typography>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, columnGap: 3 }}>
        {WARNING_CODES.map((code) => (
          <FormControlLabel
            key={code}
            label={formatWarningLabel(code)}
            control={
              <Checkbox
                size="small"
                checked={chosen.includes(code)}
                onChange={(_, on) =>
                  void saveSetting({
                    warningAlerts: WARNING_CODES.filter((each) => (each === code ? on : chosen.includes(each))),
                  })
                }
              />
            }
          />
        ))}
      </Box>
    </Box>
  );
}
