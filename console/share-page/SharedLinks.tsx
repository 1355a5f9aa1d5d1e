/** The backlinks of a share, read-only: a table, or cards on small screens. */

import Box from '@mui/material/Box';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { SharedLinkAnswer } from '../../query-service/contract/answers/shares.ts';
import { formatResult } from '../links/reasons.ts';
import { usePrinting } from '../platform/browser/printing.ts';
import { type RowColumn, RowTable, withoutColumn } from '../ui/lists/RowTable.tsx';
import { SMALL_SCREEN } from '../ui/theme/breakpoints.ts';
import { messages } from './messages.ts';
import { PrintedSharedLinks } from './PrintedSharedLinks.tsx';
import { SharedLinkCards } from './SharedLinkCards.tsx';
import { SharedStatus } from './SharedStatus.tsx';
import { Days, ExternalAddress, LinksTo, lastChecked, liveSince, typeOf, Until } from './shared-cells.tsx';
import { type SharedSort, type SharedView, shownStatus } from './shared-view.ts';

/** The columns of days leave together. */
const DAYS = { leaves: 1 } as const;

const COLUMNS: readonly RowColumn<SharedLinkAnswer, SharedSort>[] = (
  [
    {
      sort: 'articleLink',
      label: messages.article,
      cell: (link: SharedLinkAnswer) => (
        <>
          <ExternalAddress value={link.articleLink} />
          {/* Where the table is narrow, the days have no columns. */}
          <Box sx={{ display: 'none', [withoutColumn(COLUMNS, DAYS)]: { display: 'block' } }}>
            <Days link={link} />
          </Box>
        </>
      ),
    },
    {
      sort: 'clientLink',
      label: messages.leadsTo,
      width: 160,
      share: 20,
      cell: (link: SharedLinkAnswer) => <LinksTo link={link} />,
    },
    {
      sort: 'status',
      label: messages.status,
      width: 168,
      share: 18,
      cell: (link: SharedLinkAnswer) => (
        <>
          <SharedStatus status={shownStatus(link)} />
          {link.status !== 'live' && (
            <Box
              sx={{
                mt: 0.25,
                fontSize: '0.75rem',
                color: 'text.secondary',
                textWrap: 'pretty',
                overflowWrap: 'anywhere',
              }}
            >
              {formatResult(link)}
            </Box>
          )}
        </>
      ),
    },
    { sort: 'linkType', label: messages.type, width: 88, cell: typeOf },
    { sort: 'lastChecked', label: messages.lastChecked, width: 116, cell: lastChecked },
    { sort: 'liveDate', label: messages.liveSince, width: 108, ...DAYS, cell: liveSince },
    {
      sort: 'expirationDate',
      label: messages.expires,
      width: 120,
      ...DAYS,
      cell: (link: SharedLinkAnswer) => <Until link={link} />,
    },
  ] as const
).map((column) => ({ key: column.sort, ...column }));

interface SharedViewProps {
  readonly view: SharedView;
  readonly change: (to: Partial<SharedView>) => void;
}

interface SharedLinksProps extends SharedViewProps {
  readonly links: readonly SharedLinkAnswer[];
  /** For printing: the links of all pages, or those that were read so far. */
  readonly whole: readonly SharedLinkAnswer[];
  /** The number of links on all pages. */
  readonly found: number;
}

export function SharedLinks({ links, whole, found, view, change }: SharedLinksProps) {
  const small = useMediaQuery(SMALL_SCREEN, { noSsr: true });
  if (usePrinting()) return <PrintedSharedLinks links={whole} found={found} />;
  if (small) return <SharedLinkCards links={links} />;
  const { sort, dir } = view;
  return (
    <RowTable
      label={messages.backlinks}
      columns={COLUMNS}
      rows={links}
      keyOf={({ id }) => id}
      sorting={{
        sort,
        dir,
        onSort: (next) => change({ sort: next, dir: next === sort && dir === 'asc' ? 'desc' : 'asc' }),
      }}
    />
  );
}
