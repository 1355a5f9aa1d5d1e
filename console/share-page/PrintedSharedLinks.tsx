/** The backlinks of a share on paper: every row and whole addresses. */
import type { SharedLinkAnswer } from '../../query-service/contract/answers/shares.ts';
import { formatResult } from '../links/reasons.ts';
import { type PrintedColumn, PrintedTable, PrintedTarget } from '../ui/pages/PrintedTable.tsx';
import { format, messages } from './messages.ts';
import { SharedStatus } from './SharedStatus.tsx';
import { lastChecked, liveSince, typeOf, Until } from './shared-cells.tsx';
import { shownStatus } from './shared-view.ts';

const COLUMNS: readonly PrintedColumn<SharedLinkAnswer>[] = [
  { label: messages.article, width: '25%', cell: ({ articleLink }) => articleLink },
  { label: messages.leadsTo, width: '21%', cell: (link) => <PrintedTarget {...link} /> },
  {
    label: messages.status,
    width: '18%',
    cell: (link) => (
      <>
        <SharedStatus status={shownStatus(link)} />
        {link.status !== 'live' && formatResult(link)}
      </>
    ),
  },
  { label: messages.type, width: '10%', cell: typeOf },
  { label: messages.lastChecked, width: '10%', cell: lastChecked },
  { label: messages.liveSince, width: '8%', cell: liveSince },
  { label: messages.expires, width: '8%', cell: (link) => <Until link={link} /> },
];

interface PrintedSharedLinksProps {
  readonly links: readonly SharedLinkAnswer[];
  /** The number of links on all pages. */
  readonly found: number;
}

export function PrintedSharedLinks({ links, found }: PrintedSharedLinksProps) {
  const part = links.length < found ? format('part', { shown: links.length, found }) : null;
  return <PrintedTable label={messages.backlinks} columns={COLUMNS} rows={links} part={part} />;
}
