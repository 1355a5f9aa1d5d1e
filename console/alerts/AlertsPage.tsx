/** Everything there was to tell, newest first. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { ALERT_TABS, type AlertTab } from '../../query-service/contract/answers/alerts.ts';
import { useSearchState } from '../platform/address/search-params.ts';
import { CheckIcon } from '../ui/icons.tsx';
import { pageTitle } from '../ui/page-title.ts';
import { AlertList } from './AlertList.tsx';
import { markAllRead } from './commands.ts';
import { messages } from './messages.ts';
import { useUnreadCount } from './queries.ts';

function MarkAll({ onDone }: { onDone: () => void }) {
  const unread = useUnreadCount();
  const [busy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const press = async () => {
    if (busy) return;
    setBusy(true);
    try {
      if (!(await markAllRead())) return;
      // It is about to be disabled: the focus goes on to the alerts.
      if (document.activeElement === button.current) document.getElementById('panel-alerts')?.focus();
      onDone();
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
  // Another number is another list: nothing of what was kept in its place stays.
  const [cleared, setCleared] = useState(0);
  const tab = ALERT_TABS.find((each) => each === params.get('tab')) ?? 'all';
  const changeTab = (to: AlertTab) => put({ tab: to === 'all' ? null : to, page: null });
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <title>{pageTitle(messages.alerts)}</title>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', justifyContent: 'space-between', gap: 2 }}
      >
        <Box>
          <Typography component="h1" variant="h1">
            {messages.alerts}
          </Typography>
          <Typography sx={{ mt: 0.5, color: 'text.secondary', textWrap: 'pretty' }}>
            {messages.note}{' '}
            <Link component={RouterLink} to="/settings#notifications" color="inherit" underline="always">
              {messages.settings}
            </Link>
          </Typography>
        </Box>
        <MarkAll onDone={() => setCleared(cleared + 1)} />
      </Box>
      <Tabs
        value={tab}
        onChange={(_, to: AlertTab) => changeTab(to)}
        aria-label={messages.tabs}
        sx={{ borderBottom: 1, borderColor: 'divider' }}
      >
        {ALERT_TABS.map((each) => (
          <Tab key={each} value={each} label={messages[each]} id={`tab-${each}`} aria-controls="panel-alerts" />
        ))}
      </Tabs>
      <Box
        role="tabpanel"
        id="panel-alerts"
        tabIndex={-1}
        aria-labelledby={`tab-${tab}`}
        sx={{ outline: 'none !important' }}
      >
        <AlertList tab={tab} key={`${tab} ${cleared}`} />
      </Box>
    </Box>
  );
}
