/** Settings: five tabs. The address names the open one (/settings#billing). */
import Box from '@mui/material/Box';
import { type ComponentType, lazy, Suspense } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Profile } from '../account/Profile.tsx';
import { PageSkeleton } from '../ui/feedback/PageSkeleton.tsx';
import { PageLayout } from '../ui/pages/PageLayout.tsx';
import { TabPanel } from '../ui/pages/TabPanel.tsx';
import { messages, SETTINGS_TAB_LABELS } from './messages.ts';
import { parseTab, type SettingsTab } from './settings-tabs.ts';

const PANELS: Readonly<Record<SettingsTab, ComponentType>> = {
  profile: Profile,
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
    <PageLayout title={messages.settings}>
      <TabPanel
        label={messages.settingsTabs}
        tabs={SETTINGS_TAB_LABELS}
        selected={tab}
        onSelect={(next) => void navigate({ hash: next })}
      >
        <Box sx={{ maxWidth: 800, mt: 1 }}>
          <Suspense fallback={<PageSkeleton />}>
            <Panel />
          </Suspense>
        </Box>
      </TabPanel>
    </PageLayout>
  );
}
