/** The columns of the table of clients. */
import type { ClientAnswer } from '../../query-service/contract/answers/clients.ts';
import type { ClientSort as SortColumn } from '../../query-service/contract/list-options.ts';
import { Count, countColumns, ShareOfLive } from '../links/stats/CountCells.tsx';
import { clientPath } from '../platform/address/page-paths.ts';
import { RowLink } from '../ui/lists/RowLink.tsx';
import type { RowColumn } from '../ui/lists/RowTable.tsx';
import { Dash } from '../ui/text/Dash.tsx';
import { RelativeTime } from '../ui/text/RelativeTime.tsx';
import { format, messages } from './messages.ts';

/**
 * @param activity by client domain; undefined until it is read.
 * @param shares the number of open shares by the client’s name; undefined until they are read.
 */
export function clientColumns(
  activity: ReadonlyMap<string, ClientAnswer> | undefined,
  shares: ReadonlyMap<string, number> | undefined,
): readonly RowColumn<ClientAnswer, SortColumn>[] {
  const [total, live, pending, removed] = countColumns<ClientAnswer>(messages.links, 17, (client) => client);
  return [
    {
      key: 'client',
      label: messages.client,
      sort: 'clientDomain',
      cell: ({ clientDomain, name }) => <RowLink to={clientPath(clientDomain)}>{name}</RowLink>,
    },
    { ...total, sort: 'total' },
    {
      ...live,
      sort: 'livePercent',
      width: 168,
      cell: (client) => <ShareOfLive counts={client} detail={format('active', { count: client.live })} />,
    },
    pending,
    { ...removed, label: messages.lost, sort: 'removed' },
    {
      key: 'expiring',
      label: messages.expiring,
      width: 88,
      numeric: true,
      leaves: 2,
      cell: ({ clientDomain }) => {
        const expiring = activity?.get(clientDomain)?.expiringSoon;
        return expiring !== undefined && <Count value={expiring} />;
      },
    },
    {
      key: 'lastChecked',
      label: messages.lastChecked,
      width: 128,
      leaves: 3,
      cell: ({ clientDomain }) => {
        const last = activity?.get(clientDomain)?.lastChecked;
        if (last === undefined) return null;
        return last === null ? <Dash label={messages.neverChecked} /> : <RelativeTime at={last} />;
      },
    },
    {
      key: 'shares',
      label: messages.shared,
      width: 88,
      numeric: true,
      leaves: 4,
      cell: ({ name }) => shares !== undefined && <Count value={shares.get(name) ?? 0} />,
    },
  ];
}
