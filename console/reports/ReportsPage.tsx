/** The reports of the person's lists, and the issues of the chosen one. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { lazy } from 'react';
import { Link } from 'react-router';
import type { ReportAnswer } from '../../query-service/contract/answers/reports.ts';
import { OnlyToday } from '../past/OnlyToday.tsx';
import { useOverlay } from '../platform/address/overlays.ts';
import { pathTo } from '../platform/api/client.ts';
import { useAnswer } from '../platform/api/use-answer.ts';
import { LazyBoundary } from '../ui/dialogs/LazyBoundary.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { QueryState } from '../ui/feedback/QueryState.tsx';
import { ChevronLeftIcon, PlusIcon, ReportsIcon } from '../ui/layout/icons.tsx';
import { RowLink } from '../ui/lists/RowLink.tsx';
import { PageLayout } from '../ui/pages/PageLayout.tsx';
import { SMALL_SCREEN } from '../ui/theme/breakpoints.ts';
import { formatDays, formatState, messages, PERIOD_LABELS } from './messages.ts';
import { ReportIssues } from './ReportIssues.tsx';

const ReportDialog = lazy(async () => ({ default: (await import('./ReportDialog.tsx')).ReportDialog }));

function ReportRow({ report, isChosen }: { report: ReportAnswer; isChosen: boolean }) {
  const { id, name, subjectName, period, issues, mayRelease } = report;
  const [newest] = issues;
  const about = subjectName === name ? PERIOD_LABELS[period] : `${subjectName} · ${PERIOD_LABELS[period]}`;
  return (
    <Box
      component="li"
      aria-current={isChosen}
      sx={{ position: 'relative', px: 2, py: 1.25, bgcolor: isChosen ? 'action.selected' : 'none' }}
    >
      <RowLink to={`/reports?${new URLSearchParams({ report: id })}`}>{name}</RowLink>
      <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {newest?.status === 'draft' ? `${formatDays(newest)} · ${formatState(newest, mayRelease)}` : about}
      </Typography>
    </Box>
  );
}

export function ReportsPage() {
  const { params, open } = useOverlay();
  const small = useMediaQuery(SMALL_SCREEN, { noSsr: true });
  const reports = useAnswer(pathTo('/api/reports'));
  const create = () => open('dialog', 'new-report');
  const define = (
    <OnlyToday>
      <Button variant="contained" color="primary" startIcon={<PlusIcon />} onClick={create}>
        {messages.new}
      </Button>
    </OnlyToday>
  );
  const show = (rows: readonly ReportAnswer[]) => {
    // A phone shows the list or one report.
    const chosen = rows.find(({ id }) => id === params.get('report')) ?? (small ? undefined : rows[0]);
    if (rows.length === 0) {
      return (
        <Paper variant="outlined">
          <EmptyState icon={<ReportsIcon />} title={messages.none} action={define}>
            {messages.noneHint}
          </EmptyState>
        </Paper>
      );
    }
    return (
      <Box sx={{ display: { xs: 'grid', md: 'flex' }, gap: 2, alignItems: 'flex-start' }}>
        {small && chosen !== undefined ? (
          <Button component={Link} to="/reports" startIcon={<ChevronLeftIcon />} sx={{ justifySelf: 'start' }}>
            {messages.all}
          </Button>
        ) : (
          <Paper
            variant="outlined"
            component="ul"
            aria-label={messages.reports}
            sx={{
              m: 0,
              p: 0,
              flex: '0 0 25%',
              minWidth: 0,
              overflow: 'hidden',
              listStyle: 'none',
              '& > li + li': { borderTop: 1, borderColor: 'divider' },
            }}
          >
            {rows.map((report) => (
              <ReportRow key={report.id} report={report} isChosen={report === chosen} />
            ))}
          </Paper>
        )}
        {chosen && (
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <ReportIssues key={chosen.id} report={chosen} />
          </Box>
        )}
      </Box>
    );
  };
  return (
    <PageLayout title={messages.reports} note={messages.note} action={reports.data?.length ? define : undefined}>
      <QueryState query={reports} failed={messages.fetchFailed}>
        {show}
      </QueryState>
      <OnlyToday>
        <LazyBoundary>{params.get('dialog') === 'new-report' && <ReportDialog />}</LazyBoundary>
      </OnlyToday>
    </PageLayout>
  );
}
