/** The links on paper: every row of the list, whole addresses, every date, no controls. */
import useMediaQuery from '@mui/material/useMediaQuery';
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import { list } from '../../platform/api/client.ts';
import { usePrinting } from '../../platform/browser/printing.ts';
import { formatRange } from '../../platform/format/counts.ts';
import { formatDay } from '../../platform/format/dates.ts';
import { useWholeList } from '../../ui/lists/use-whole-list.ts';
import { type PrintedColumn, PrintedTable, PrintedTarget } from '../../ui/pages/PrintedTable.tsx';
import { RelativeTime } from '../../ui/text/RelativeTime.tsx';
import { SMALL_SCREEN } from '../../ui/theme/breakpoints.ts';
import { type BaseFilter, pathOf } from '../filters/list-request.ts';
import type { ListView } from '../filters/list-view.ts';
import { LinkStatus } from '../LinkStatus.tsx';
import { messages as linkMessages, TYPE_LABELS } from '../messages.ts';
import { formatLinkReason } from '../reasons.ts';
import { shownStatus } from '../shown-status.ts';
import { COLUMN_LABELS, messages } from '../table/messages.ts';

const NONE = '–';
/** A list of more links is printed page by page; an export has them all. */
const MOST_PRINTED = 1_000;
/** The largest page that the API answers. */
const PRINT_PAGE_SIZE = 500;

const COLUMNS: readonly PrintedColumn<LinkAnswer>[] = [
  { label: COLUMN_LABELS.articleLink, width: '24%', cell: ({ articleLink }) => articleLink },
  { label: COLUMN_LABELS.clientLink, width: '20%', cell: (link) => <PrintedTarget {...link} /> },
  {
    label: COLUMN_LABELS.status,
    width: '20%',
    cell: (link) => (
      <>
        <LinkStatus status={shownStatus(link.status, link.wasLive)} checking={false} />
        {link.status !== 'live' && <div>{formatLinkReason(link)}</div>}
      </>
    ),
  },
  {
    label: COLUMN_LABELS.linkType,
    width: '8%',
    cell: ({ linkType }) => (linkType === null ? NONE : TYPE_LABELS[linkType]),
  },
  {
    label: COLUMN_LABELS.lastChecked,
    width: '12%',
    cell: ({ lastChecked }) => (lastChecked === null ? linkMessages.never : <RelativeTime at={lastChecked} />),
  },
  {
    label: COLUMN_LABELS.liveDate,
    width: '8%',
    cell: ({ liveDate }) => (liveDate === null ? NONE : formatDay(liveDate)),
  },
  {
    label: COLUMN_LABELS.expirationDate,
    width: '8%',
    cell: ({ expirationDate }) => (expirationDate === null ? NONE : formatDay(expirationDate)),
  },
];

interface PrintedLinksProps {
  readonly view: ListView;
  readonly baseFilter: BaseFilter;
  /** The rows on the screen. */
  readonly rows: readonly LinkAnswer[];
  /** The number of links on all pages. */
  readonly total: number;
  readonly isTotalCapped: boolean;
}

export function PrintedLinks({ view, baseFilter, rows, total, isTotalCapped }: PrintedLinksProps) {
  // Phones print rarely, so they do not load all pages.
  const small = useMediaQuery(SMALL_SCREEN, { noSsr: true });
  const pathOfPage = (page: number) => pathOf({ ...view, page, pageSize: PRINT_PAGE_SIZE }, baseFilter);
  const whole = useWholeList({
    key: pathOfPage(1),
    shown: rows,
    found: isTotalCapped ? Number.POSITIVE_INFINITY : total,
    most: MOST_PRINTED,
    readPage: small ? undefined : async (page) => (await list(pathOfPage(page))).rows,
    pageSize: PRINT_PAGE_SIZE,
  });
  if (!usePrinting()) return null;
  // What was read for the paper may be older than the rows on the screen.
  const fresh = new Map(rows.map((link) => [link.id, link]));
  const printed = whole.map((link) => fresh.get(link.id) ?? link);
  const range = formatRange(view.page, view.pageSize, total, isTotalCapped);
  const part = printed.length === total ? null : total > MOST_PRINTED ? `${range}. ${messages.printedInPages}` : range;
  return <PrintedTable label={messages.links} columns={COLUMNS} rows={printed} part={part} />;
}
