/** Tags for the API. */

import { tagKey } from '../../command-service/contract/tags.ts';
import type { LinkCountDoc } from '../../projections/views/links/link-counts.ts';
import type { TagAnswer } from '../contract/answers/links.ts';

/** Adds up the spellings of each tag over all scopes. */
export function presentTags(counters: readonly LinkCountDoc[]): readonly TagAnswer[] {
  const byKey = Map.groupBy(counters, ({ tag }) => tagKey(tag));
  return [...byKey]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, spelled]) => {
      const totals = new Map<string, number>();
      for (const { tag, total } of spelled) totals.set(tag, (totals.get(tag) ?? 0) + total);
      const [most] = [...totals].toSorted(
        ([tagA, countA], [tagB, countB]) => countB - countA || (tagA < tagB ? -1 : 1),
      );
      return { tag: most?.[0] ?? '', count: totals.values().reduce((sum, total) => sum + total, 0) };
    });
}
