/** The Notifications tab: four switches, each saved when it is turned. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { Link as RouterLink } from 'react-router';
import type { SettingsAnswer } from '../../query-service/contract/answers/account.ts';
import { QueryState } from '../ui/feedback/QueryState.tsx';
import { FlatSwitch } from '../ui/fields/FlatSwitch.tsx';
import { SECTION_ROW, Section, SectionList } from '../ui/layout/Section.tsx';
import { saveSetting } from './commands.ts';
import { messages, SWITCHES } from './messages.ts';
import { useSettings } from './queries.ts';
import { WarningAlerts } from './WarningAlerts.tsx';

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
      <FlatSwitch
        id={id}
        checked={settings[field]}
        onChange={(_, on) => void saveSetting({ [field]: on }, label)}
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
                {messages.mailRhythm}{' '}
                <Link component={RouterLink} to="/alerts/rules" color="inherit" underline="always">
                  {messages.alertRules}
                </Link>
              </Alert>
            </Box>
          </>
        )}
      </QueryState>
    </Section>
  );
}
