/** Settings: five tabs, the open one in the address (/settings#billing). */
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { type ComponentType, lazy, Suspense } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ProfileTab } from '../account/ProfileTab.tsx';
import { PageSkeleton } from '../ui/PageSkeleton.tsx';
import { pageTitle } from '../ui/page-title.ts';
import { messages, SETTINGS_TAB_LABELS } from './messages.ts';
import { parseTab, SETTINGS_TABS, type SettingsTab } from './settings-tabs.ts';

const PANELS: Readonly<Record<SettingsTab, ComponentType>> = {
  profile: ProfileTab,
  notifications: lazy(async () => ({ default: (await import('./NotificationSettings.tsx')).NotificationSettings })),
  checking: lazy(async () => ({ default: (await import('./CheckSettings.tsx')).CheckSettings })),
  billing: lazy(async () => ({ default: (await import('../billing/BillingTab.tsx')).BillingTab })),
  account: lazy(async () => ({ default: (await import('./AccountTab.tsx')).AccountTab })),
};

export function SettingsPage() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const tab = parseTab(hash);
  const Panel = PANELS[tab];
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <title>{pageTitle(messages.settings)}</title>
      <Typography component="h1" variant="h1">
        {messages.settings}
      </Typography>
      <Tabs
        value={tab}
        aria-label={messages.settingsTabs}
        variant="scrollable"
        scrollButtons={false}
        onChange={(_, next: SettingsTab) => void navigate({ hash: next })}
        sx={{ borderBottom: 1, borderColor: 'divider' }}
      >
        {SETTINGS_TABS.map((each) => (
          <Tab
            key={each}
            value={each}
            label={SETTINGS_TAB_LABELS[each]}
            id={`tab-${each}`}
            aria-controls={each === tab ? `panel-${each}` : undefined}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`} sx={{ maxWidth: 720, mt: 1 }}>
        <Suspense fallback={<PageSkeleton />}>
          <Panel />
        </Suspense>
      </Box>
    </Box>
  );
}
