/** The alerts of one tab, a page at a time. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import { useEffect, useMemo, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import type { AlertAnswer, AlertTab } from '../../query-service/contract/answers/alerts.ts';
import { useListView } from '../links/filters/use-list-view.ts';
import { messages as linkWords } from '../links/messages.ts';
import { useStats } from '../links/stats/use-stats.ts';
import { useSearchState } from '../platform/address/search-params.ts';
import { formatQuoted } from '../platform/format/quotes.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { RetryAlert } from '../ui/feedback/RetryAlert.tsx';
import { BellIcon } from '../ui/layout/icons.tsx';
import { Pager } from '../ui/lists/Pager.tsx';
import { useStableRows } from '../ui/lists/use-stable-rows.ts';
import { LoadFailure } from '../ui/pages/LoadFailure.tsx';
import { AlertRow } from './AlertRow.tsx';
import { markRead } from './commands.ts';
import { format, messages } from './messages.ts';
import { mergeRead } from './notifications.ts';
import { incidentsOf } from './present-alert.ts';
import { alertsUrl, useAlerts } from './queries.ts';
import { useReadSync } from './use-read-sync.ts';

const NO_ROWS: readonly never[] = [];

/** Leads to the links that expire soon, because not every such link has an alert. */
function ExpiringHint() {
  const { data: stats } = useStats({});
  if (stats === undefined || stats.expiringSoon === 0) return null;
  return (
    <Box sx={{ mt: 1 }}>
      <Link component={RouterLink} to="/expiring-soon" color="inherit" underline="always">
        {format('expiring', { count: stats.expiringSoon })}
      </Link>
    </Box>
  );
}

export function AlertList({ tab }: { tab: AlertTab }) {
  const { id: userId } = useCurrentUser();
  const { view, change } = useListView();
  const { params } = useSearchState();
  const q = params.get('q')?.trim() ?? '';
  const path = alertsUrl(tab, view.page, view.pageSize, q);
  const { data, error, isLoading, isValidating, mutate } = useAlerts(path);
  // A read alert stays in the list until the page is left. Otherwise rows would move under the pointer, and a closed
  // dialog could not give the focus back.
  const [readHere, setReadHere] = useState<{ path: string; alerts: readonly AlertAnswer[] }>({ path, alerts: [] });
  const mine = readHere.path === path ? readHere.alerts : NO_ROWS;
  const next = useMemo(() => mergeRead(data?.rows ?? NO_ROWS, isLoading ? NO_ROWS : mine), [data, isLoading, mine]);
  const { rows, waiting, release, hold } = useStableRows(next, path, !isLoading);
  useReadSync('readAlerts', data?.rows);
  const total = data?.total ?? 0;
  const last = Math.max(1, Math.ceil(total / view.pageSize));

  // The page no longer exists: show the last one.
  useEffect(() => {
    if (data !== undefined && !isLoading && !isValidating && view.page > last) change({ page: last });
  }, [data, isLoading, isValidating, view.page, last, change]);

  const read = (alerts: readonly AlertAnswer[]) => {
    if (tab === 'unread') setReadHere({ path, alerts: [...mine, ...alerts.filter((alert) => !alert.read)] });
    void markRead(alerts, 'readAlerts', userId);
  };

  if (data === undefined) {
    return (
      <Paper variant="outlined">
        {error === undefined ? (
          <Box aria-busy sx={{ p: 2 }}>
            {[1, 2, 3, 4].map((row) => (
              <Skeleton key={row} height={56} />
            ))}
          </Box>
        ) : (
          <LoadFailure error={error} failed={messages.loadFailed} retry={mutate} />
        )}
      </Paper>
    );
  }
  if (!isLoading && total === 0 && rows.length === 0) {
    return (
      <Paper variant="outlined">
        <EmptyState icon={<BellIcon />} title={q === '' ? messages.none : messages.noneFound}>
          {q === '' ? messages.noneHint : formatQuoted(q)}
          {tab === 'expiring' && <ExpiringHint />}
        </EmptyState>
      </Paper>
    );
  }
  return (
    <>
      {error !== undefined && <RetryAlert failed={messages.loadFailed} error={error} retry={mutate} sx={{ mb: 2 }} />}
      <Box component="section" aria-label={messages.alerts} sx={{ position: 'relative' }} {...hold}>
        {waiting && (
          <Box role="status" sx={{ position: 'absolute', top: -16, left: 0, right: 0, zIndex: 3, textAlign: 'center' }}>
            <Button size="small" onClick={release} sx={{ borderRadius: 4, fontSize: '0.75rem', minHeight: 28 }}>
              {linkWords.listMoved} · {linkWords.showChanges}
            </Button>
          </Box>
        )}
        <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
          <Box component="ul" aria-label={messages.alerts} sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {incidentsOf(rows).map((incident) => (
              <AlertRow key={incident.id} incident={incident} onRead={read} />
            ))}
          </Box>
          <Box sx={{ borderTop: 1, borderColor: 'divider', px: { xs: 2, md: 0 } }}>
            <Pager
              page={view.page}
              pageSize={view.pageSize}
              total={total}
              onPageChange={(page) => change({ page })}
              onPageSizeChange={(pageSize) => change({ pageSize })}
            />
          </Box>
        </Paper>
      </Box>
    </>
  );
}
