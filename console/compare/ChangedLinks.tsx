/** The links of a comparison, each with what happened or what differs. */
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import { Link as RouterLink } from 'react-router';
import { LinkStatus } from '../links/LinkStatus.tsx';
import { splitUrl } from '../platform/format/urls.ts';
import {
  AlertIcon,
  EditIcon,
  FlagIcon,
  LiveIcon,
  PendingIcon,
  PlusIcon,
  RemovedIcon,
  RestoreIcon,
  TrashIcon,
} from '../ui/layout/icons.tsx';
import { WHOLE_CARD } from '../ui/lists/card-styles.ts';
import { type RowColumn, RowTable } from '../ui/lists/RowTable.tsx';
import { UrlText } from '../ui/text/UrlText.tsx';
import type { ComparedRow, ShownChange } from './compared-rows.ts';
import { CHANGE_HINTS, CHANGE_LABELS, messages } from './messages.ts';

/** How each change looks: with an icon, so that nobody depends on the color. */
export const CHANGE_STYLES = {
  added: { Icon: PlusIcon, color: 'text.secondary' },
  'went-live': { Icon: LiveIcon, color: 'success.main' },
  lost: { Icon: RemovedIcon, color: 'error.main' },
  'came-back': { Icon: RestoreIcon, color: 'success.main' },
  unreadable: { Icon: PendingIcon, color: 'warning.main' },
  changed: { Icon: FlagIcon, color: 'warning.main' },
  deviates: { Icon: AlertIcon, color: 'warning.main' },
  type: { Icon: FlagIcon, color: 'warning.main' },
  anchor: { Icon: EditIcon, color: 'text.secondary' },
  deleted: { Icon: TrashIcon, color: 'text.secondary' },
} as const satisfies Readonly<Record<ShownChange, unknown>>;

const ONE_LINE = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

function Changes({ changes, details }: ComparedRow) {
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.25 }}>
      {changes.map(({ change, sides }) => {
        const { Icon, color } = CHANGE_STYLES[change];
        return (
          <Box component="li" key={change} sx={{ display: 'flex', gap: 0.75, minWidth: 0, lineHeight: 1.4 }}>
            <Icon aria-hidden fontSize="small" sx={{ color, flexShrink: 0, mt: '1px' }} />
            <Box title={CHANGE_HINTS[change]} sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <Box component="span" sx={{ fontWeight: 500 }}>
                {CHANGE_LABELS[change]}
              </Box>
              <Box component="span" dir="auto" sx={{ color: 'text.secondary' }}>
                {' '}
                {sides}
              </Box>
              {details !== '' && <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>{details}</Box>}
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}

interface ChangedLinksProps {
  readonly rows: readonly ComparedRow[];
  /** Names the table and the column of changes. */
  readonly label: string;
  /** Whether the statuses are those of today, not of the later day. */
  readonly isNow: boolean;
  /** The address of a link's details on this page. */
  readonly detailsOf: (linkId: string) => string;
}

export function ChangedLinks({ rows, label, isNow, detailsOf }: ChangedLinksProps) {
  const columns: readonly RowColumn<ComparedRow>[] = [
    {
      key: 'link',
      label: messages.link,
      cell: ({ linkId, link, status }) => (
        <Link
          component={RouterLink}
          to={status === null ? `/ledger?of=${encodeURIComponent(linkId)}` : detailsOf(linkId)}
          preventScrollReset={status !== null}
          color="inherit"
          underline="none"
          {...(status === null ? { title: messages.whoDeleted } : {})}
          sx={WHOLE_CARD}
        >
          <UrlText value={link.articleLink || link.websiteUrl || link.clientLink} />
          <Box dir="auto" sx={{ fontSize: '0.75rem', color: 'text.secondary', ...ONE_LINE }}>
            → {splitUrl(link.clientLink).host}
          </Box>
        </Link>
      ),
    },
    { key: 'changes', label, width: 148, share: 42, cell: (row) => <Changes {...row} /> },
    {
      key: 'after',
      label: isNow ? messages.statusNow : messages.statusAfter,
      width: 130,
      leaves: 2,
      cell: ({ status }) => status && <LinkStatus wraps status={status} />,
    },
    {
      key: 'team',
      label: messages.team,
      width: 112,
      share: 14,
      leaves: 1,
      cell: ({ link }) => (
        <Box component="span" dir="auto" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {[link.teamName ?? messages.personal, link.campaignName].filter(Boolean).join(' · ')}
        </Box>
      ),
    },
  ];
  return (
    <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
      <RowTable label={label} columns={columns} rows={rows} keyOf={({ key }) => key} opens />
    </Paper>
  );
}
