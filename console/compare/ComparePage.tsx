/** What happened to links between two days, or how the days differ. The address names the view and the days. */

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { Navigate } from 'react-router';
import { dayOf } from '../../command-service/contract/schema/days.ts';
import { PERSONAL } from '../../query-service/contract/list-options.ts';
import { saveExport } from '../links/export/save-export.ts';
import { StatStrip } from '../links/stats/StatStrip.tsx';
import { comparePath } from '../past/compare-path.ts';
import { daysToChoose } from '../past/days.ts';
import { formatBefore } from '../past/messages.ts';
import { useFirstDay } from '../past/use-moment.ts';
import { useSearchState } from '../platform/address/search-params.ts';
import { pathTo } from '../platform/api/client.ts';
import { useAnswer } from '../platform/api/use-answer.ts';
import { useNow } from '../platform/timing/use-now.ts';
import { useTeams } from '../session/my-teams.ts';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { AlertIcon, CalendarIcon, DownloadIcon, LockIcon } from '../ui/layout/icons.tsx';
import { PageTurner } from '../ui/lists/PageTurner.tsx';
import { messages as common } from '../ui/messages.ts';
import { PageLayout } from '../ui/pages/PageLayout.tsx';
import { PrintNote } from '../ui/pages/PrintNote.tsx';
import { TabPanel } from '../ui/pages/TabPanel.tsx';
import { CHANGE_STYLES, ChangedLinks } from './ChangedLinks.tsx';
import { CompareForm } from './CompareForm.tsx';
import { rowOfActivity, rowOfChanges, type ShownChange } from './compared-rows.ts';
import {
  addressOf,
  CHANGES_OF,
  type Comparison,
  isFuture,
  isSame,
  PAGE_SIZE,
  queryOf,
  readComparison,
} from './comparison.ts';
import { CHANGE_LABELS, formatBetween, messages, VIEW_LABELS } from './messages.ts';

type ChangeComparison = (change: Partial<Comparison>) => void;

interface PartProps {
  readonly comparison: Comparison;
  readonly onChange: ChangeComparison;
}

/** A message in place of the list. */
function Instead({
  title,
  children,
  ...rest
}: {
  icon: ReactNode;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <Paper variant="outlined">
      <EmptyState title={title} {...rest}>
        {children}
      </EmptyState>
    </Paper>
  );
}

interface CountsProps extends PartProps {
  readonly counts: Readonly<Partial<Record<ShownChange, number>>> | undefined;
}

/** The counts by kind of change. A press shows only the rows of one kind. */
function Counts({ comparison: { view, change }, onChange, counts }: CountsProps) {
  const only = (each: ShownChange) => ({
    pressed: change === each,
    onToggle: () => onChange({ change: change === each ? null : each }),
  });
  return (
    <StatStrip
      label={messages.changes}
      busy={counts === undefined}
      cards={CHANGES_OF[view].map((each) => {
        const { Icon, color } = CHANGE_STYLES[each];
        return {
          label: CHANGE_LABELS[each],
          value: counts?.[each],
          icon: <Icon aria-hidden sx={{ color }} />,
          toggle: only(each),
        };
      })}
    />
  );
}

function Nothing({ comparison, onChange, counts = {} }: CountsProps) {
  const areDays = comparison.view === 'days';
  if (comparison.change === null || Object.values(counts).every((count) => count === 0)) {
    return (
      <Instead icon={<CalendarIcon />} title={areDays ? messages.nothing : messages.nothingHappened}>
        {areDays ? messages.nothingHint : messages.nothingHappenedHint}
      </Instead>
    );
  }
  return (
    <Instead
      icon={<CalendarIcon />}
      title={areDays ? messages.nothingSuch : messages.nothingSuchHappened}
      action={<Button onClick={() => onChange({ change: null })}>{messages.showAll}</Button>}
    >
      {CHANGE_LABELS[comparison.change]}: 0
    </Instead>
  );
}

function ExportButton({ comparison, total }: { comparison: Comparison; total: number }) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    if (busy) return;
    setBusy(true);
    const [path, name] = comparison.view === 'days' ? ['compare', 'changes.csv'] : ['activity', 'activity.csv'];
    await saveExport(`/api/${path}/export?${new URLSearchParams(queryOf(comparison))}`, name);
    setBusy(false);
  };
  return (
    <Button
      startIcon={<DownloadIcon aria-hidden />}
      disabled={total === 0}
      aria-busy={busy}
      onClick={() => void save()}
      sx={{ '@media print': { display: 'none' } }}
    >
      {messages.export}
    </Button>
  );
}

/** What the chosen view shows. */
function useCompared(comparison: Comparison) {
  const query = { ...queryOf(comparison), page: String(comparison.page), pageSize: String(PAGE_SIZE) };
  const areDays = comparison.view === 'days';
  const options = { keepPreviousData: true };
  const activity = useAnswer(areDays ? null : pathTo('/api/activity', { query }), options);
  const compared = useAnswer(areDays ? pathTo('/api/compare', { query }) : null, options);
  return areDays
    ? { ...compared, rows: compared.data?.rows.map(rowOfChanges) }
    : { ...activity, rows: activity.data?.rows.map(rowOfActivity) };
}

function Result({ comparison, onChange }: PartProps) {
  const { params } = useSearchState();
  const { view, page, to } = comparison;
  const { data, rows = [], error, mutate } = useCompared(comparison);
  const firstDay = useFirstDay();
  if (error !== undefined) {
    return (
      <Instead
        icon={<AlertIcon />}
        title={messages.loadFailed}
        action={error.status !== 400 && <Button onClick={() => void mutate()}>{common.retry}</Button>}
      >
        {Object.values(error.fields).join(' ') || error.message}
      </Instead>
    );
  }
  const detailsOf = (id: string) => `?${new URLSearchParams([...params, ['link', id]])}`;
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5 }}>
        <Box role="status" sx={{ flex: '1 1 240px', display: 'flex', flexWrap: 'wrap', columnGap: 1 }}>
          <Typography component="h2" sx={{ fontSize: '0.875rem', fontWeight: 600 }}>
            {formatBetween(comparison, data)}
          </Typography>
          {data !== undefined && firstDay !== null && data.from.slice(0, 10) < firstDay && (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {formatBefore(firstDay)}
            </Typography>
          )}
        </Box>
        <ExportButton comparison={comparison} total={data?.total ?? 0} />
      </Box>
      <Counts comparison={comparison} onChange={onChange} counts={data?.counts} />
      {data === undefined ? (
        <Paper variant="outlined" aria-busy sx={{ p: 2 }}>
          {[1, 2, 3, 4, 5].map((row) => (
            <Skeleton key={row} height={44} />
          ))}
        </Paper>
      ) : data.total === 0 ? (
        <Nothing comparison={comparison} onChange={onChange} counts={data.counts} />
      ) : (
        <ChangedLinks
          rows={rows}
          label={view === 'days' ? messages.whatChanged : messages.whatHappened}
          isNow={view === 'happened' || to === ''}
          detailsOf={detailsOf}
        />
      )}
      <PageTurner
        page={page}
        onPageChange={(next) => onChange({ page: next })}
        total={data?.total ?? 0}
        pageSize={PAGE_SIZE}
      />
    </>
  );
}

/** Whether the person sees the lists and the campaign of the address, which a colleague may have sent. */
function useDenied({ teams, campaign }: Comparison): 'team' | 'campaign' | null {
  const mine = useTeams();
  const { error } = useAnswer(campaign === '' ? null : pathTo('/api/campaigns/:id', { params: { id: campaign } }));
  const isMine = (id: string) => id === PERSONAL || mine === undefined || mine.some((team) => team.id === id);
  if (!teams.every(isMine)) return 'team';
  return error?.status === 404 ? 'campaign' : null;
}

function Checked(props: PartProps & { today: string }) {
  const { comparison, onChange, today } = props;
  const denied = useDenied(comparison);
  if (isFuture(comparison, today)) {
    return (
      <Instead icon={<CalendarIcon />} title={messages.future}>
        {messages.futureHint}
      </Instead>
    );
  }
  if (isSame(comparison, today)) {
    return (
      <Instead icon={<CalendarIcon />} title={messages.same}>
        {messages.sameHint}
      </Instead>
    );
  }
  if (denied !== null) {
    const isTeam = denied === 'team';
    return (
      <Instead
        icon={<LockIcon />}
        title={isTeam ? messages.notYours : messages.noCampaign}
        action={
          <Button onClick={() => onChange({ teams: [], campaign: '', change: null })}>{messages.showAllTeams}</Button>
        }
      >
        {isTeam ? messages.notYoursHint : messages.noCampaignHint}
      </Instead>
    );
  }
  return <Result comparison={comparison} onChange={onChange} />;
}

export function ComparePage() {
  const { params, put } = useSearchState();
  const now = useNow();
  const today = dayOf(new Date(now));
  const comparison = readComparison(params, today);
  const change: ChangeComparison = (to) => put(addressOf(to));
  if (comparison.from === '') return <Navigate to={comparePath({ from: daysToChoose(now).week })} replace />;
  return (
    <PageLayout title={messages.title} note={comparison.view === 'days' ? messages.daysNote : messages.happenedNote}>
      <TabPanel
        label={messages.title}
        tabs={VIEW_LABELS}
        selected={comparison.view}
        onSelect={(view) => change({ view, change: null })}
      >
        <Box sx={{ display: 'grid', gap: 2, mt: 2 }}>
          <CompareForm comparison={comparison} today={today} onChange={change} />
          <Checked comparison={comparison} onChange={change} today={today} />
        </Box>
      </TabPanel>
      <PrintNote withAddress />
    </PageLayout>
  );
}
