/** Which shares of one day can be compared, and where. Pure. */

import type { ShareAnswer } from '../../query-service/contract/answers/shares.ts';
import { PERSONAL } from '../../query-service/contract/list-options.ts';
import { comparePath } from '../past/compare-path.ts';

interface PinnedShare extends Pick<ShareAnswer, 'id' | 'clientDomain' | 'lists'> {
  readonly asOf: string;
}

interface Comparable {
  /** The instant that the other share shows; null: today. */
  readonly asOf: string | null;
  /** The page that compares the links of both. */
  readonly path: string;
}

export function isPinned<Share extends Pick<ShareAnswer, 'asOf'>>(share: Share): share is Share & { asOf: string } {
  return share.asOf !== null;
}

/**
 * Today, and the other shares of the same client that show another moment. Of two shares, the lists that both show are
 * compared; shares without a common list are not.
 */
export function comparableWith(share: PinnedShare, shares: readonly PinnedShare[]): readonly Comparable[] {
  const { clientDomain: client, lists, asOf } = share;
  if (lists.length === 0) return [];
  const teamsOf = (common: PinnedShare['lists']) => common.map((list) => list ?? PERSONAL);
  const byPath = new Map<string, Comparable>();
  for (const other of shares) {
    const common = lists.filter((list) => other.lists.includes(list));
    if (other.id === share.id || other.clientDomain !== client || other.asOf === asOf || common.length === 0) continue;
    const [from = '', to = ''] = [asOf, other.asOf].toSorted().map(momentOf);
    const path = comparePath({ from, to, client, teams: teamsOf(common), view: 'days' });
    byPath.set(path, { asOf: other.asOf, path });
  }
  const latestFirst = [...byPath.values()].toSorted((one, two) => ((one.asOf ?? '') > (two.asOf ?? '') ? -1 : 1));
  return [
    { asOf: null, path: comparePath({ from: momentOf(asOf), client, teams: teamsOf(lists), view: 'days' }) },
    ...latestFirst,
  ];
}

/** The end of a day is named by the day. */
function momentOf(asOf: string): string {
  return asOf.endsWith('T23:59:59.999Z') ? asOf.slice(0, 10) : asOf;
}
