/** One row of the ledger, which opens: an event, or a story with all its events. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { type ReactNode, useState } from 'react';
import type { LinkStatus } from '../../command-service/contract/observation.ts';
import type { LedgerAnswer, LedgerKind, StoryAnswer } from '../../query-service/contract/answers/ledger.ts';
import { formatLineReason } from '../links/details/messages.ts';
import { STATUS_LABELS } from '../links/messages.ts';
import { formatReason } from '../links/reasons.ts';
import { shownStatus } from '../links/shown-status.ts';
import { statusStyles } from '../links/status-styles.ts';
import { pathTo } from '../platform/api/client.ts';
import { useAnswer } from '../platform/api/use-answer.ts';
import { splitUrl } from '../platform/format/urls.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { RetryAlert } from '../ui/feedback/RetryAlert.tsx';
import {
  BellIcon,
  CampaignsIcon,
  CheckIcon,
  ClientsIcon,
  ColumnsIcon,
  EditIcon,
  FlagIcon,
  LinkIcon,
  LockIcon,
  MailIcon,
  RecheckIcon,
  ReportsIcon,
  SettingsIcon,
  ShareIcon,
  TeamsIcon,
  UploadIcon,
} from '../ui/layout/icons.tsx';
import { OpeningRow } from '../ui/lists/OpeningRow.tsx';
import { EventDetails } from './EventDetails.tsx';
import { format, messages, PLACE_LABELS } from './messages.ts';
import { formatEvent, formatStory } from './sentence.ts';

const ICONS = {
  links: LinkIcon,
  status: FlagIcon,
  checks: RecheckIcon,
  notices: BellIcon,
  terms: CheckIcon,
  'alert-rules': BellIcon,
  money: LockIcon,
  campaigns: CampaignsIcon,
  clients: ClientsIcon,
  teams: TeamsIcon,
  invitations: MailIcon,
  shares: ShareIcon,
  reports: ReportsIcon,
  'saved-views': ColumnsIcon,
  jobs: UploadIcon,
  account: SettingsIcon,
} as const satisfies Readonly<Record<LedgerKind, unknown>>;

/** The icon of a status, else of the kind; a check of many links is no upload, though it is a job. */
function RowIcon({ entry: { kind, link, event }, status }: { entry: LedgerAnswer; status: LinkStatus | null }) {
  if (status === null) {
    const Icon = event.type.startsWith('StatusCheck')
      ? RecheckIcon
      : event.type.startsWith('Bulk')
        ? EditIcon
        : ICONS[kind];
    return <Icon aria-hidden sx={{ color: 'text.secondary' }} />;
  }
  const { Icon, color } = statusStyles[shownStatus(status, link?.wasLive ?? true)];
  return <Icon aria-hidden sx={{ color }} />;
}

/** The article and the client of the link that the event concerns. */
function Addresses({ link }: { link: NonNullable<LedgerAnswer['link']> }) {
  const [article, client] = [splitUrl(link.articleLink), splitUrl(link.clientLink)];
  const placeLabel = PLACE_LABELS[link.place];
  return (
    <Box component="span" dir="auto" sx={{ display: 'block', overflow: 'hidden', textOverflow: 'ellipsis' }}>
      {article.host}
      {article.rest} → {client.host}
      {placeLabel !== undefined && ` · ${placeLabel}`}
    </Box>
  );
}

function Reason({ children }: { children: string }) {
  return (
    <Box component="span" sx={{ display: 'block' }}>
      {children}
    </Box>
  );
}

/** What a row says besides its sentence. */
function linesOf({ link }: Pick<LedgerAnswer, 'link'>, reason: string | null): readonly ReactNode[] {
  return [
    ...(reason === null ? [] : [<Reason key="reason">{reason}</Reason>]),
    ...(link === null ? [] : [<Addresses key="link" link={link} />]),
  ];
}

interface EventRowProps {
  readonly entry: LedgerAnswer;
  readonly onOnlyLink: (linkId: string) => void;
}

function EventRow({ entry, onOnlyLink }: EventRowProps) {
  const reader = useCurrentUser();
  const { event, history } = entry;
  const status =
    history?.kind === 'checked' ? history.verdict.status : history?.kind === 'status-changed' ? history.to : null;
  return (
    <OpeningRow
      icon={<RowIcon entry={entry} status={status} />}
      title={formatEvent(entry, reader.id)}
      lines={linesOf(entry, history && formatLineReason(history))}
      aside={null}
      at={event.at}
    >
      <EventDetails entry={entry} onOnlyLink={onOnlyLink} />
    </OpeningRow>
  );
}

/** Events of a story read at once. */
const EVENTS = 100;

interface StoryEventsProps {
  readonly query: Readonly<Record<string, string>>;
  readonly onOnlyLink: (linkId: string) => void;
}

/** The events of a story, newest first, page by page. */
function StoryEvents({ query, onOnlyLink }: StoryEventsProps) {
  const path = pathTo('/api/ledger', { query: { ...query, limit: String(EVENTS) } });
  const { data, error, mutate } = useAnswer(path);
  const [hasOlder, setOlder] = useState(false);
  if (data === undefined) {
    if (error === undefined) return <Skeleton height={44} />;
    return <RetryAlert failed={messages.loadFailed} error={error} retry={() => void mutate()} />;
  }
  const before = data.length < EVENTS ? undefined : data.at(-1)?.event.cursor;
  return (
    <>
      <Box component="ul" aria-label={messages.allEvents} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {data.map((entry) => (
          <EventRow key={entry.event.id} entry={entry} onOnlyLink={onOnlyLink} />
        ))}
      </Box>
      {before !== undefined &&
        (hasOlder ? (
          <StoryEvents query={{ ...query, before }} onOnlyLink={onOnlyLink} />
        ) : (
          <Button size="small" onClick={() => setOlder(true)} sx={{ my: 1, ml: 4 }}>
            {messages.older}
          </Button>
        ))}
    </>
  );
}

interface StoryRowProps {
  readonly story: StoryAnswer;
  /** The filters of the ledger: they also limit the events of the story. */
  readonly query: Readonly<Record<string, string>>;
  /** Whether to name the team of the story. */
  readonly showsTeam: boolean;
  readonly onOnlyLink: (linkId: string) => void;
}

export function StoryRow({ story, query, showsTeam, onOnlyLink }: StoryRowProps) {
  const reader = useCurrentUser();
  const { id, head, events, links, outcome } = story;
  const { people: _, ...filters } = query;
  const wasLive = head.link?.wasLive ?? true;
  const isChange = head.event.type === 'LinkStatusChanged';
  const reason =
    outcome === null
      ? null
      : `${isChange ? '' : `${STATUS_LABELS[shownStatus(outcome.status, wasLive)]}: `}${formatReason(outcome.reason)}`;
  const lines = links > 1 ? [] : linesOf(head, reason);
  const number = format('events', { count: events });
  return (
    <OpeningRow
      icon={<RowIcon entry={head} status={outcome?.status ?? null} />}
      title={formatStory(story, reader.id)}
      lines={lines.length > 0 || events < 2 ? lines : [<Reason key="events">{number}</Reason>]}
      aside={showsTeam ? head.teamName : null}
      at={head.event.at}
    >
      {events > 1 ? (
        <StoryEvents query={{ ...filters, story: id }} onOnlyLink={onOnlyLink} />
      ) : (
        <EventDetails entry={head} onOnlyLink={onOnlyLink} />
      )}
    </OpeningRow>
  );
}
