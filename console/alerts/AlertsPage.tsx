/** All alerts, newest first. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useRef, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { ALERT_TABS, type AlertTab } from '../../query-service/contract/answers/alerts.ts';
import { useSearchState } from '../platform/address/search-params.ts';
import { CheckIcon, SettingsIcon } from '../ui/layout/icons.tsx';
import { PageLayout } from '../ui/pages/PageLayout.tsx';
import { TabPanel } from '../ui/pages/TabPanel.tsx';
import { AlertList } from './AlertList.tsx';
import { markAllRead } from './commands.ts';
import { ALERT_TAB_LABELS, messages } from './messages.ts';
import { OpenIncidents } from './OpenIncidents.tsx';
import { useUnreadCount } from './queries.ts';

/** @param onDone gets whether the focus was on the button, which is disabled afterwards. */
function MarkAll({ onDone }: { onDone: (hadFocus: boolean) => void }) {
  const unread = useUnreadCount();
  const [busy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const press = async () => {
    if (busy) return;
    setBusy(true);
    try {
      if (!(await markAllRead())) return;
      onDone(document.activeElement === button.current);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      ref={button}
      startIcon={<CheckIcon aria-hidden />}
      disabled={(unread ?? 0) === 0}
      aria-busy={busy}
      onClick={() => void press()}
    >
      {messages.markAll}
    </Button>
  );
}

export function AlertsPage() {
  const { params, put } = useSearchState();
  const panel = useRef<HTMLElement>(null);
  // Another number makes a new list, which no longer shows the rows that the old list kept in place.
  const [cleared, setCleared] = useState(0);
  const tab = ALERT_TABS.find((each) => each === params.get('tab')) ?? 'all';
  const changeTab = (to: AlertTab) => put({ tab: to === 'all' ? null : to, page: null });
  return (
    <PageLayout
      title={messages.alerts}
      note={
        <>
          {messages.note}{' '}
          <Link component={RouterLink} to="/settings#notifications" color="inherit" underline="always">
            {messages.settings}
          </Link>
        </>
      }
      action={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button component={RouterLink} to="/alerts/rules" startIcon={<SettingsIcon aria-hidden />}>
            {messages.rules}
          </Button>
          <MarkAll
            onDone={(hadFocus) => {
              setCleared(cleared + 1);
              if (hadFocus) panel.current?.focus();
            }}
          />
        </Box>
      }
    >
      <OpenIncidents />
      <TabPanel label={messages.tabs} tabs={ALERT_TAB_LABELS} selected={tab} onSelect={changeTab} panelRef={panel}>
        <AlertList tab={tab} key={`${tab} ${cleared}`} />
      </TabPanel>
    </PageLayout>
  );
}
