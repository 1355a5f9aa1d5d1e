/** What happened lately to the links of a share. */
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import type { ActivityEntry } from '../../projections/views/links/link-activity.ts';
import { links } from '../../projections/views/links/links.ts';
import type { ShareDoc } from '../../projections/views/people/shares.ts';
import type { RecentChangesAnswer } from '../contract/answers/shares.ts';
import { activityPages } from './activity.ts';

/** Most entries of a large import are of other kinds: their links are not read. */
const COUNTED: readonly ActivityEntry['kind'][] = ['went-live', 'lost', 'came-back'];
const RECENT_MS = 30 * 24 * 60 * 60 * 1_000;

/**
 * Counts the changes of the links that the share shows, from its moment back.
 * @param live the present views: entries never change.
 * @param shown the views of the share's moment.
 */
export async function recentChanges(
  live: Pick<ReadStore, 'find'>,
  shown: Pick<ReadStore, 'getMany'>,
  { scopes, pinned }: Pick<ShareDoc, 'scopes' | 'pinned'>,
  clientDomain: readonly string[],
  now: Date,
): Promise<RecentChangesAnswer> {
  const since = new Date(Date.parse(pinned?.at ?? now.toISOString()) - RECENT_MS).toISOString();
  const period = {
    where: { scope: scopes, clientDomain },
    after: 0,
    upTo: pinned?.position ?? Number.MAX_SAFE_INTEGER,
  };
  const entries: ActivityEntry[] = [];
  for await (const page of activityPages(live, period)) {
    entries.push(...page.filter(({ at, kind }) => at >= since && COUNTED.includes(kind)));
    if ((page.at(-1)?.at ?? since) < since) break;
  }
  const docs = await shown.getMany(links, [...new Set(entries.map(({ linkId }) => linkId))]);
  const isShown = new Set(
    docs.flatMap((doc) =>
      doc.place === 'active' && clientDomain.includes(doc.clientDomain) && scopes.includes(doc.scope) ? doc.id : [],
    ),
  );
  const count = (kind: ActivityEntry['kind']) =>
    entries.filter((entry) => entry.kind === kind && isShown.has(entry.linkId)).length;
  return { wentLive: count('went-live'), lost: count('lost'), cameBack: count('came-back') };
}
