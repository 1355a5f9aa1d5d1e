/** The links that changed, each with what changed. */
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import { Link as RouterLink } from 'react-router';
import type { ComparedLinkAnswer, LinkChange } from '../../query-service/contract/answers/as-of.ts';
import { LinkStatus } from '../links/LinkStatus.tsx';
import { TYPE_LABELS } from '../links/messages.ts';
import { shownStatus } from '../links/shown-status.ts';
import { formatQuoted } from '../platform/format/quotes.ts';
import { splitUrl } from '../platform/format/urls.ts';
import { EditIcon, FlagIcon, LiveIcon, PlusIcon, RemovedIcon, RestoreIcon, TrashIcon } from '../ui/layout/icons.tsx';
import { WHOLE_CARD } from '../ui/lists/card-styles.ts';
import { type RowColumn, RowTable } from '../ui/lists/RowTable.tsx';
import { messages as common } from '../ui/messages.ts';
import { UrlText } from '../ui/text/UrlText.tsx';
import { CHANGE_HINTS, CHANGE_LABELS, messages } from './messages.ts';

/** How each change looks: with an icon, so that nobody depends on the color. */
export const CHANGE_STYLES = {
  added: { Icon: PlusIcon, color: 'text.secondary' },
  'went-live': { Icon: LiveIcon, color: 'success.main' },
  lost: { Icon: RemovedIcon, color: 'error.main' },
  'came-back': { Icon: RestoreIcon, color: 'success.main' },
  type: { Icon: FlagIcon, color: 'warning.main' },
  anchor: { Icon: EditIcon, color: 'text.secondary' },
  deleted: { Icon: TrashIcon, color: 'text.secondary' },
} as const satisfies Readonly<Record<LinkChange, unknown>>;

/** The values before and after a change; empty if the name of the change says enough. */
function sidesOf({ before, after }: ComparedLinkAnswer, change: LinkChange): string {
  if (change === 'type')
    return `${TYPE_LABELS[before?.linkType ?? 'none']} → ${TYPE_LABELS[after?.linkType ?? 'none']}`;
  if (change !== 'anchor') return '';
  const quoted = (anchor: string | null | undefined) => (anchor ? formatQuoted(anchor) : common.none);
  return `${quoted(before?.anchor)} → ${quoted(after?.anchor)}`;
}

function Changes({ row }: { row: ComparedLinkAnswer }) {
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.25 }}>
      {row.changes.map((change) => {
        const { Icon, color } = CHANGE_STYLES[change];
        return (
          <Box component="li" key={change} sx={{ display: 'flex', gap: 0.75, minWidth: 0, lineHeight: 1.4 }}>
            <Icon aria-hidden fontSize="small" sx={{ color, flexShrink: 0, mt: '1px' }} />
            <Box component="span" title={CHANGE_HINTS[change]} sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <Box component="span" sx={{ fontWeight: 500 }}>
                {CHANGE_LABELS[change]}
              </Box>
              <Box component="span" dir="auto" sx={{ color: 'text.secondary' }}>
                {' '}
                {sidesOf(row, change)}
              </Box>
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}

interface ChangedLinksProps {
  readonly rows: readonly ComparedLinkAnswer[];
  /** The address of a link's details on this page. */
  readonly detailsOf: (linkId: string) => string;
}

export function ChangedLinks({ rows, detailsOf }: ChangedLinksProps) {
  const columns: readonly RowColumn<ComparedLinkAnswer>[] = [
    {
      key: 'link',
      label: messages.link,
      cell: ({ link, after }) => (
        <Link
          component={RouterLink}
          to={after === null ? `/ledger?of=${encodeURIComponent(link.id)}` : detailsOf(link.id)}
          preventScrollReset={after !== null}
          color="inherit"
          underline="none"
          {...(after === null ? { title: messages.whoDeleted } : {})}
          sx={{ ...WHOLE_CARD, whiteSpace: 'normal' }}
        >
          <UrlText value={link.articleLink || link.websiteUrl || link.clientLink} />
          <Box component="span" dir="auto" sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
            → {splitUrl(link.clientLink).host}
          </Box>
        </Link>
      ),
    },
    { key: 'changes', label: messages.whatChanged, width: 216, share: 32, cell: (row) => <Changes row={row} /> },
    {
      key: 'after',
      label: messages.afterwards,
      width: 150,
      leaves: 2,
      cell: ({ link, after }) =>
        after === null ? null : <LinkStatus wraps status={shownStatus(after.status, link.wasLive)} />,
    },
    {
      key: 'list',
      label: messages.list,
      width: 132,
      share: 16,
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
      <RowTable label={messages.links} columns={columns} rows={rows} keyOf={({ link }) => link.id} opens />
    </Paper>
  );
}
