/** Everything that an event contains, in words and as JSON. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { teamIdOf, userIdOf } from '../../command-service/contract/scope.ts';
import type { LedgerAnswer } from '../../query-service/contract/answers/ledger.ts';
import { FactList } from '../links/details/FactList.tsx';
import { HistoryLines } from '../links/details/LinkHistory.tsx';
import { formatDuration, FIELD_LABELS as LINK_FIELD_LABELS } from '../links/messages.ts';
import { shownStatus } from '../links/shown-status.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { campaignPath, clientPath, teamPath } from '../platform/address/page-paths.ts';
import { copyToClipboard } from '../platform/browser/clipboard.ts';
import { formatDay, formatInstant } from '../platform/format/dates.ts';
import { CalendarIcon, CopyIcon, FilterIcon, LinkIcon } from '../ui/layout/icons.tsx';
import { messages as common } from '../ui/messages.ts';
import { CodeBlock } from '../ui/text/CodeBlock.tsx';
import { notify } from '../ui/toasts/toast-store.ts';
import { FIELD_LABELS, messages, VALUE_LABELS } from './messages.ts';
import { formatScope } from './sentence.ts';

/** The fields whose values are words of the product. */
const WORDED: readonly string[] = [
  ...['permission', 'status', 'plan', 'billingCycle', 'outcome', 'reason', 'kind'],
  ...['matching', 'language', 'checkFrequency'],
];

/** Ids without a name mean nothing to people, so only the JSON shows them. */
const ID = /^[0-9a-f]{8}-[0-9a-f-]{27,}$|^[0-9a-f]{64}$/;

function formatValue(value: unknown, names: LedgerAnswer['names'], field = ''): string {
  if (value === null || value === '') return common.none;
  if (typeof value === 'boolean') return VALUE_LABELS[value ? 'yes' : 'no'] ?? String(value);
  if (Array.isArray(value)) return value.map((each) => formatValue(each, names)).join(', ') || common.none;
  if (typeof value === 'object')
    return Object.values({ ...value })
      .map((each) => formatValue(each, names))
      .join(', ');
  const text = String(value);
  if (field === 'duration') return formatDuration(text);
  if (WORDED.includes(field)) return VALUE_LABELS[text] ?? text;
  if (names[text] !== undefined) return names[text];
  if (teamIdOf(text) !== null || userIdOf(text) !== null) return formatScope(text, names);
  if (/^\d{4}-\d{2}-\d{2}T/.test(text)) return formatInstant(text);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? formatDay(text) : text;
}

/** The properties of an event as terms and values; a change shows the values before and after. */
function factsOf({ event: { data }, names }: LedgerAnswer): readonly (readonly [string, string])[] {
  const { changes, ...plain } = data;
  const changed = Object.entries({ ...(typeof changes === 'object' ? changes : null) });
  const labelOf = (field: string) => FIELD_LABELS[field] ?? LINK_FIELD_LABELS[field] ?? field;
  const sides = changed.map(([field, change]) => {
    const { from = null, to = null }: { from?: unknown; to?: unknown } = { ...(change as object) };
    return [labelOf(field), `${formatValue(from, names, field)} → ${formatValue(to, names, field)}`] as const;
  });
  const shown = Object.entries(plain).filter(([field, value]) => {
    const isBareId = typeof value === 'string' && ID.test(value) && names[value] === undefined && field !== 'hash';
    return value !== null && !isBareId && labelOf(field) !== field;
  });
  return [...sides, ...shown.map(([field, value]) => [labelOf(field), formatValue(value, names, field)] as const)];
}

function Words({ entry }: { entry: LedgerAnswer }) {
  const { history, link, event } = entry;
  const isEvidence = history?.kind === 'evidence-kept' || history?.kind === 'evidence-missed';
  if (history !== null && !isEvidence) {
    const wasLive = link?.wasLive ?? true;
    const status =
      history.kind === 'checked' ? history.verdict.status : history.kind === 'status-changed' && history.to;
    const statuses = new Map(status ? [[history.id, shownStatus(status, wasLive)] as const] : []);
    return <HistoryLines history={[history]} statuses={statuses} />;
  }
  const facts = factsOf(entry);
  if (facts.length === 0) {
    return <Typography sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>{messages.noDetails}</Typography>;
  }
  return <FactList key={event.id} rows={facts} />;
}

/** The page that shows the thing as it was right after the event; null if the thing has no page. */
function pathAsOf({ event: { position, data, type }, link }: LedgerAnswer): string | null {
  const asOf = `asOf=${position}`;
  if (link !== null) return `/?link=${encodeURIComponent(link.id)}&${asOf}`;
  const { campaignId, teamId, clientDomain } = data;
  if (typeof campaignId === 'string') return `${campaignPath(campaignId)}?${asOf}`;
  if (typeof teamId === 'string' && type !== 'TeamDeleted') return `${teamPath(teamId)}?${asOf}`;
  return typeof clientDomain === 'string' ? `${clientPath(clientDomain)}?${asOf}` : null;
}

interface EventDetailsProps {
  readonly entry: LedgerAnswer;
  /** Shows the events of one link. */
  readonly onOnlyLink: (linkId: string) => void;
}

export function EventDetails({ entry, onOnlyLink }: EventDetailsProps) {
  const { open } = useOverlay();
  const { link } = entry;
  const { cursor: _, ...event } = entry.event;
  const json = JSON.stringify(event, null, 2);
  const then = pathAsOf(entry);
  const copy = async () => {
    const isCopied = await copyToClipboard(json);
    notify(isCopied ? messages.copied : messages.copyFailed, isCopied ? {} : { severity: 'destructive' });
  };
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 1.5,
        pt: 1,
        pb: 2,
        pl: { xs: 0, md: 4.25 },
        pr: 2,
      }}
    >
      <Box component="section" aria-label={messages.inWords}>
        <Words entry={entry} />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '@media print': { display: 'none' } }}>
        {link !== null && link.place !== 'purged' && (
          <Button size="small" startIcon={<LinkIcon aria-hidden />} onClick={() => open('link', link.id)}>
            {messages.openLink}
          </Button>
        )}
        {then !== null && (
          <Button size="small" startIcon={<CalendarIcon aria-hidden />} component={Link} to={then}>
            {messages.asOfThen}
          </Button>
        )}
        {link !== null && (
          <Button size="small" startIcon={<FilterIcon aria-hidden />} onClick={() => onOnlyLink(link.id)}>
            {messages.thisLink}
          </Button>
        )}
        <Button size="small" startIcon={<CopyIcon aria-hidden />} onClick={() => void copy()}>
          {messages.copy}
        </Button>
      </Box>
      <CodeBlock label={messages.json}>{json}</CodeBlock>
    </Box>
  );
}
