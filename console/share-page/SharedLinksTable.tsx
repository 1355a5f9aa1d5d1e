/** The backlinks of a share, read-only: a table, or cards on small screens. */

import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';
import type { SharedLinkAnswer } from '../../query-service/contract/answers/shares.ts';
import { usePrinting } from '../platform/browser/printing.ts';
import { ArrowDownIcon } from '../ui/icons.tsx';
import { SMALL_SCREEN } from '../ui/theme/breakpoints.ts';
import { messages } from './messages.ts';
import { PrintedSharedLinks } from './PrintedSharedLinks.tsx';
import { SharedLinkCards } from './SharedLinkCards.tsx';
import { SharedStatus } from './SharedStatus.tsx';
import { expires, LinksTo, lastChecked, liveSince, typeOf, UrlLink } from './shared-columns.tsx';
import { type SharedSort, type SharedView, shownStatus } from './shared-view.ts';

const COLUMNS: readonly {
  readonly sort: SharedSort;
  readonly label: string;
  readonly width: string;
  /** Left out where the table is narrow; cards have it all the same. */
  readonly wideOnly?: boolean;
  readonly cell: (link: SharedLinkAnswer) => ReactNode;
}[] = [
  {
    sort: 'articleLink',
    label: messages.article,
    width: '23%',
    cell: (link) => (
      <>
        <UrlLink value={link.articleLink} />
        {/* Where the table is narrow, the days have no columns. */}
        <Box sx={{ display: { lg: 'none' }, mt: 0.5, fontSize: '0.75rem', color: 'text.secondary' }}>
          {messages.liveSince} {liveSince(link)}
          <br />
          {messages.expires} {expires(link)}
        </Box>
      </>
    ),
  },
  { sort: 'clientLink', label: messages.leadsTo, width: '20%', cell: (link) => <LinksTo link={link} /> },
  {
    sort: 'status',
    label: messages.status,
    width: '24%',
    cell: (link) => (
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
            {link.reason}
          </Box>
        )}
      </>
    ),
  },
  { sort: 'linkType', label: messages.type, width: '88px', cell: typeOf },
  { sort: 'lastChecked', label: messages.lastChecked, width: '116px', cell: lastChecked },
  { sort: 'liveDate', label: messages.liveSince, width: '108px', wideOnly: true, cell: liveSince },
  { sort: 'expirationDate', label: messages.expires, width: '120px', wideOnly: true, cell: expires },
];

const WIDE_ONLY = { display: { xs: 'none', lg: 'table-cell' } } as const;

/** A column's name, pressed to sort by it and pressed again to turn the order round. */
function Head({
  column: { sort, label, width, wideOnly },
  view,
  change,
}: { column: (typeof COLUMNS)[number] } & Sorting) {
  const sorted = view.sort === sort;
  const turned = view.dir === 'asc' ? 'desc' : 'asc';
  return (
    <Box
      component="th"
      scope="col"
      aria-sort={sorted ? (view.dir === 'asc' ? 'ascending' : 'descending') : undefined}
      sx={{ width, ...(wideOnly ? WIDE_ONLY : {}) }}
    >
      <ButtonBase
        onClick={() => change({ sort, dir: sorted ? turned : 'asc' })}
        sx={{ gap: 0.5, font: 'inherit', borderRadius: 0.5, '&:hover': { color: 'text.primary' } }}
      >
        {label}
        <ArrowDownIcon
          aria-hidden
          sx={{
            fontSize: 13,
            visibility: sorted ? 'visible' : 'hidden',
            transform: view.dir === 'asc' ? 'rotate(180deg)' : 'none',
          }}
        />
      </ButtonBase>
    </Box>
  );
}

interface Sorting {
  readonly view: SharedView;
  readonly change: (to: Partial<SharedView>) => void;
}

function Table({ links, view, change }: { links: readonly SharedLinkAnswer[] } & Sorting) {
  return (
    <Box
      component="table"
      aria-label={messages.backlinks}
      sx={{
        width: '100%',
        tableLayout: 'fixed',
        borderCollapse: 'collapse',
        fontSize: '0.8125rem',
        '& th, & td': { px: 1, textAlign: 'left', verticalAlign: 'top' },
        '& th:first-of-type, & td:first-of-type': { pl: 2 },
        '& th:last-of-type, & td:last-of-type': { pr: 2 },
        '& th': {
          py: 1.25,
          fontSize: '0.75rem',
          fontWeight: 500,
          color: 'text.secondary',
          bgcolor: 'background.sunken',
        },
        '& td': { py: 1.5, borderTop: 1, borderColor: 'divider' },
      }}
    >
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <Head key={column.sort} column={column} view={view} change={change} />
          ))}
        </tr>
      </thead>
      <tbody>
        {links.map((link) => (
          <tr key={link.id}>
            {COLUMNS.map(({ sort, wideOnly, cell }) => (
              <Box component="td" key={sort} sx={wideOnly ? WIDE_ONLY : {}}>
                {cell(link)}
              </Box>
            ))}
          </tr>
        ))}
      </tbody>
    </Box>
  );
}

interface SharedLinksProps extends Sorting {
  readonly links: readonly SharedLinkAnswer[];
  /** For the paper: the links of all pages, or as many as there are. */
  readonly whole: readonly SharedLinkAnswer[];
  /** The number of links on all pages. */
  readonly found: number;
}

export function SharedLinks({ links, whole, found, ...sorting }: SharedLinksProps) {
  const small = useMediaQuery(SMALL_SCREEN, { noSsr: true });
  if (usePrinting()) return <PrintedSharedLinks links={whole} found={found} />;
  return small ? <SharedLinkCards links={links} /> : <Table links={links} {...sorting} />;
}
