/** One event: a sentence that opens to everything that the event contains. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Collapse from '@mui/material/Collapse';
import { useId, useState } from 'react';
import type { LedgerAnswer, LedgerKind } from '../../query-service/contract/answers/ledger.ts';
import { shownStatus } from '../links/shown-status.ts';
import { statusStyles } from '../links/status-styles.ts';
import { usePrinting } from '../platform/browser/printing.ts';
import { formatExact, formatInstant, formatTime } from '../platform/format/dates.ts';
import { splitUrl } from '../platform/format/urls.ts';
import { useCurrentUser } from '../session/current-user.ts';
import {
  BellIcon,
  CampaignsIcon,
  ChevronRightIcon,
  ColumnsIcon,
  FlagIcon,
  LinkIcon,
  MailIcon,
  RecheckIcon,
  SettingsIcon,
  ShareIcon,
  TeamsIcon,
  UploadIcon,
} from '../ui/layout/icons.tsx';
import { EventDetails } from './EventDetails.tsx';
import { PLACE_LABELS } from './messages.ts';
import { formatEvent } from './sentence.ts';

const ICONS = {
  links: LinkIcon,
  status: FlagIcon,
  checks: RecheckIcon,
  notices: BellIcon,
  campaigns: CampaignsIcon,
  teams: TeamsIcon,
  invitations: MailIcon,
  shares: ShareIcon,
  'saved-views': ColumnsIcon,
  jobs: UploadIcon,
  account: SettingsIcon,
} as const satisfies Readonly<Record<LedgerKind, unknown>>;

function EventIcon({ entry: { kind, history, link } }: { entry: LedgerAnswer }) {
  const result =
    history?.kind === 'checked' ? history.verdict.status : history?.kind === 'status-changed' && history.to;
  if (!result) {
    const Icon = ICONS[kind];
    return <Icon aria-hidden sx={{ color: 'text.secondary' }} />;
  }
  const { Icon, color } = statusStyles[shownStatus(result, link?.wasLive ?? true)];
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

interface LedgerRowProps {
  readonly entry: LedgerAnswer;
  readonly onOnlyLink: (linkId: string) => void;
}

export function LedgerRow({ entry, onOnlyLink }: LedgerRowProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const reader = useCurrentUser();
  const printing = usePrinting();
  const { event, link, teamName } = entry;
  return (
    <Box component="li" sx={{ '& + &': { borderTop: 1, borderColor: 'divider' }, breakInside: 'avoid' }}>
      <ButtonBase
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        sx={{
          width: 1,
          display: 'grid',
          gridTemplateColumns: { xs: '20px minmax(0, 1fr) 16px', md: '20px minmax(0, 1fr) auto 16px' },
          alignItems: 'start',
          columnGap: 1.5,
          px: 2,
          py: 1,
          font: 'inherit',
          fontSize: '0.8125rem',
          lineHeight: 1.5,
          textAlign: 'start',
          '&:hover': { bgcolor: 'action.hover' },
          '&.Mui-focusVisible, &:focus-visible': { outlineOffset: -2 },
        }}
      >
        <EventIcon entry={entry} />
        <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Box component="span" sx={{ fontWeight: 500 }}>
            {formatEvent(entry, reader.id)}
          </Box>
          {link !== null && (
            <Box component="span" sx={{ display: 'block', fontSize: '0.75rem', color: 'text.secondary' }}>
              <Addresses link={link} />
            </Box>
          )}
        </Box>
        <Box
          component="span"
          sx={{
            gridColumn: { xs: 2, md: 3 },
            gridRow: { md: 1 },
            display: 'flex',
            gap: { xs: 1, md: 1.5 },
            fontSize: '0.75rem',
            lineHeight: '1.25rem',
            color: 'text.secondary',
            whiteSpace: 'nowrap',
          }}
        >
          {teamName !== null && (
            <Box component="span" dir="auto" sx={{ maxWidth: 200, overflow: 'hidden', textOverflow: 'ellipsis' }}>
              {teamName}
            </Box>
          )}
          <Box
            component="time"
            dateTime={event.at}
            title={formatExact(event.at)}
            sx={{ minWidth: { md: 64 }, textAlign: { md: 'end' } }}
          >
            {printing ? formatInstant(event.at) : formatTime(event.at)}
          </Box>
        </Box>
        <ChevronRightIcon
          fontSize="small"
          aria-hidden
          sx={{
            gridColumn: { xs: 3, md: 4 },
            gridRow: 1,
            color: 'text.secondary',
            transition: 'transform 120ms',
            transform: open ? 'rotate(90deg)' : 'none',
            '@media print': { display: 'none' },
          }}
        />
      </ButtonBase>
      <Collapse in={open} id={id} unmountOnExit timeout={120} sx={{ px: 2 }}>
        <EventDetails entry={entry} onOnlyLink={onOnlyLink} />
      </Collapse>
    </Box>
  );
}
