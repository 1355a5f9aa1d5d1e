/** The Notifications tab: four switches, each saved when it is turned. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { SettingsAnswer } from '../../query-service/contract/answers/account.ts';
import { QueryState } from '../ui/feedback/QueryState.tsx';
import { SECTION_ROW, Section, SectionList } from '../ui/layout/Section.tsx';
import { saveSetting } from './commands.ts';
import { messages, SWITCHES } from './messages.ts';
import { useSettings } from './queries.ts';
import { WarningAlerts } from './WarningAlerts.tsx';

/** Flat, like all else here. */
const SWITCH = {
  width: 36,
  height: 20,
  p: 0,
  flexShrink: 0,
  overflow: 'visible',
  '& .MuiSwitch-switchBase': {
    p: '2px',
    '&.Mui-checked': { transform: 'translateX(16px)', color: 'primary.contrastText' },
  },
  '& .MuiSwitch-thumb': { width: 16, height: 16, boxShadow: 'none', bgcolor: 'background.paper' },
  '& .MuiSwitch-track': { borderRadius: 10, opacity: '1 !important', bgcolor: 'text.secondary' },
  '& .Mui-checked + .MuiSwitch-track': { bgcolor: 'primary.main' },
} as const;

function SwitchRow({ field, label, hint, settings }: (typeof SWITCHES)[number] & { settings: SettingsAnswer }) {
  const id = useId();
  return (
    <Box component="li" sx={{ ...SECTION_ROW, flexWrap: 'nowrap' }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography component="label" htmlFor={id} sx={{ fontWeight: 500 }}>
          {label}
        </Typography>
        <Typography id={`${id}-hint`} variant="body2" sx={{ color: 'text.secondary' }}>
          {hint}
        </Typography>
      </Box>
      <Switch
        id={id}
        checked={settings[field]}
        onChange={(_, on) => void saveSetting({ [field]: on }, label)}
        sx={SWITCH}
        slotProps={{ input: { role: 'switch', 'aria-describedby': `${id}-hint` } }}
      />
    </Box>
  );
}

export function NotificationSettings() {
  const settings = useSettings();
  return (
    <Section title={messages.notifications} hint={messages.notificationsHint}>
      <QueryState query={settings} failed={messages.settingsFetchFailed} rows={4}>
        {(data) => (
          <>
            <SectionList label={messages.notifications}>
              {SWITCHES.map((each) => (
                <SwitchRow key={each.field} {...each} settings={data} />
              ))}
            </SectionList>
            <WarningAlerts chosen={data.warningAlerts} />
            <Box sx={{ px: { xs: 2, md: 3 }, py: 1.5, borderTop: 1, borderColor: 'divider' }}>
              <Alert severity="info" icon={false} sx={{ p: 0, bgcolor: 'transparent', color: 'text.secondary' }}>
                {messages.mailRhythm}
              </Alert>
            </Box>
          </>
        )}
      </QueryState>
    </Section>
  );
}
