/** The backlinks of a share, read-only: a table, or cards on small screens. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';
import type { SharedLinkAnswer } from '../../query-service/contract/answers/shares.ts';
import { formatDay } from '../platform/format/dates.ts';
import { safeHref, splitUrl } from '../platform/format/urls.ts';
import { ArrowDownIcon, ExternalIcon } from '../ui/icons.tsx';
import { RelativeTime } from '../ui/RelativeTime.tsx';
import { SMALL_SCREEN } from '../ui/theme/breakpoints.ts';
import { pageMessages as words } from './messages.ts';
import { SharedStatus } from './SharedStatus.tsx';
import type { SharedSort, SharedView } from './shared-view.ts';

const TYPES = { dofollow: 'Dofollow', nofollow: 'Nofollow', sponsored: 'Sponsored' } as const;

const CUT = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

/** An address in two short lines; opened in a new tab where that is safe. */
function Address({ value }: { value: string }) {
  const { host, rest } = splitUrl(value);
  const href = safeHref(value);
  const lines = (
    <>
      <Box component="span" sx={{ ...CUT, display: 'block', fontWeight: 500 }}>
        {host}
        {href !== null && (
          <ExternalIcon aria-hidden sx={{ fontSize: 12, ml: 0.5, verticalAlign: '-1px', color: 'text.secondary' }} />
        )}
      </Box>
      {rest !== '' && (
        <Box component="span" sx={{ ...CUT, display: 'block', fontSize: '0.75rem', color: 'text.secondary' }}>
          {rest}
        </Box>
      )}
    </>
  );
  if (href === null) return <Box title={value}>{lines}</Box>;
  return (
    <Box
      component="a"
      href={href}
      title={value}
      target="_blank"
      rel="noreferrer noopener nofollow"
      sx={{
        display: 'block',
        minWidth: 0,
        lineHeight: 1.4,
        color: 'inherit',
        textDecoration: 'none',
        '&:hover': { textDecoration: 'underline' },
      }}
    >
      {lines}
    </Box>
  );
}

function Muted({ children }: { children: ReactNode }) {
  return (
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {children}
    </Box>
  );
}

function LinksTo({ link }: { link: SharedLinkAnswer }) {
  return (
    <>
      <Address value={link.clientLink} />
      {link.anchor !== null && link.anchor !== '' && (
        <Box dir="auto" title={link.anchor} sx={{ ...CUT, fontSize: '0.75rem', color: 'text.secondary' }}>
          “{link.anchor}”
        </Box>
      )}
    </>
  );
}

const lastChecked = ({ lastChecked: at }: SharedLinkAnswer) =>
  at === null ? <Muted>{words.never}</Muted> : <RelativeTime at={at} />;
const liveSince = ({ liveDate }: SharedLinkAnswer) =>
  liveDate === null ? <Muted>{words.none}</Muted> : formatDay(liveDate);
const expires = ({ expirationDate, liveDate }: SharedLinkAnswer) =>
  expirationDate !== null ? (
    formatDay(expirationDate)
  ) : (
    <Muted>{liveDate === null ? words.none : words.permanent}</Muted>
  );
const typeOf = ({ linkType }: SharedLinkAnswer) =>
  linkType === null ? <Muted>{words.notApplicable}</Muted> : TYPES[linkType];

const COLUMNS: readonly {
  readonly sort: SharedSort;
  readonly label: string;
  readonly width: string;
  /** Left out where the table is narrow; cards have it all the same. */
  readonly wideOnly?: boolean;
  readonly cell: (link: SharedLinkAnswer) => ReactNode;
}[] = [
  { sort: 'articleLink', label: words.article, width: '23%', cell: (link) => <Address value={link.articleLink} /> },
  { sort: 'clientLink', label: words.leadsTo, width: '20%', cell: (link) => <LinksTo link={link} /> },
  {
    sort: 'status',
    label: words.status,
    width: '24%',
    cell: (link) => (
      <>
        <SharedStatus status={link.status} />
        <Box
          sx={{ mt: 0.25, fontSize: '0.75rem', color: 'text.secondary', textWrap: 'pretty', overflowWrap: 'anywhere' }}
        >
          {link.reason}
        </Box>
      </>
    ),
  },
  { sort: 'linkType', label: words.type, width: '88px', cell: typeOf },
  { sort: 'lastChecked', label: words.lastChecked, width: '116px', cell: lastChecked },
  { sort: 'liveDate', label: words.liveSince, width: '108px', wideOnly: true, cell: liveSince },
  { sort: 'expirationDate', label: words.expires, width: '108px', wideOnly: true, cell: expires },
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
      aria-label={words.backlinks}
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

function Cards({ links }: { links: readonly SharedLinkAnswer[] }) {
  return (
    <Box
      component="ul"
      aria-label={words.backlinks}
      sx={{ m: 0, p: 0, listStyle: 'none', borderTop: 1, borderColor: 'divider' }}
    >
      {links.map((link) => (
        <Box
          component="li"
          key={link.id}
          sx={{ p: 2, fontSize: '0.8125rem', '& + &': { borderTop: 1, borderColor: 'divider' } }}
        >
          <SharedStatus status={link.status} />
          <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {link.reason}
          </Typography>
          <Box sx={{ mt: 1.25 }}>
            <Address value={link.articleLink} />
          </Box>
          <Box sx={{ display: 'flex', gap: 1, mt: 0.75 }}>
            <ArrowDownIcon aria-hidden sx={{ fontSize: 14, mt: '3px', color: 'text.secondary' }} />
            <Box sx={{ minWidth: 0 }}>
              <LinksTo link={link} />
            </Box>
          </Box>
          <Box
            component="dl"
            sx={{
              m: 0,
              mt: 1.25,
              display: 'grid',
              gridTemplateColumns: 'auto minmax(0, 1fr)',
              columnGap: 1.5,
              rowGap: 0.25,
              fontSize: '0.75rem',
              '& dt': { color: 'text.secondary' },
              '& dd': { m: 0 },
            }}
          >
            {[
              [words.type, typeOf(link)],
              [words.lastChecked, lastChecked(link)],
              [words.liveSince, liveSince(link)],
              [words.expires, expires(link)],
            ].map(([label, value]) => (
              <Box key={String(label)} sx={{ display: 'contents' }}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </Box>
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

export function Backlinks({ links, ...sorting }: { links: readonly SharedLinkAnswer[] } & Sorting) {
  const small = useMediaQuery(SMALL_SCREEN, { noSsr: true });
  return small ? <Cards links={links} /> : <Table links={links} {...sorting} />;
}
