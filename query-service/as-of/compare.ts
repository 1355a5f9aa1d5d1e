/** What changed between two moments, link by link. */
import type { FindQuery, ReadStore } from '../../infra/ports/storage/read-store.ts';
import type { LinkDoc } from '../../projections/views/links/link-doc.ts';
import { type LinkField, links } from '../../projections/views/links/links.ts';
import { LINK_CHANGES, type LinkChange } from '../contract/answers/as-of.ts';

/** A link at one of the moments; null if it was not among the active links then. */
export interface ChangedLink {
  readonly id: string;
  readonly changes: readonly LinkChange[];
  readonly before: LinkDoc | null;
  readonly after: LinkDoc | null;
}

/** Links read at once. */
const CHUNK = 1_000;

/** The links that changed, by their article links. `where` selects the links at both moments. */
export async function compareLinks(
  from: ReadStore,
  to: ReadStore,
  where: NonNullable<FindQuery<LinkField>['where']>,
): Promise<readonly ChangedLink[]> {
  const before = new Map<string, LinkDoc>();
  for await (const doc of activeLinks(from, where)) before.set(doc.id, doc);
  const changed: ChangedLink[] = [];
  for await (const after of activeLinks(to, where)) {
    const earlier = before.get(after.id) ?? null;
    before.delete(after.id);
    const changes = changesOf(earlier, after);
    if (changes.length > 0) changed.push({ id: after.id, changes, before: earlier, after });
  }
  for (const [id, doc] of before) changed.push({ id, changes: changesOf(doc, null), before: doc, after: null });
  const keyOf = ({ id, before: earlier, after }: ChangedLink) => `${(after ?? earlier)?.articleLink} ${id}`;
  return changed.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** How many links have each change. */
export function countChanges(changed: readonly ChangedLink[]): Readonly<Record<LinkChange, number>> {
  const counts = { added: 0, 'went-live': 0, lost: 0, 'came-back': 0, type: 0, anchor: 0, deleted: 0 };
  for (const { changes } of changed) for (const change of changes) counts[change] += 1;
  return counts;
}

/** The changes, in the order of LINK_CHANGES. Type and anchor count only for a link that is live at both moments. */
function changesOf(before: LinkDoc | null, after: LinkDoc | null): readonly LinkChange[] {
  if (after === null) return before === null ? [] : ['deleted'];
  const isLive = after.status === 'live';
  const wasLive = before?.status === 'live';
  const stayed = wasLive && isLive;
  const was: Readonly<Record<LinkChange, boolean>> = {
    added: before === null,
    'went-live': isLive && !wasLive && (before === null || before.lastLiveAt === null),
    lost: wasLive && after.status === 'removed',
    'came-back': isLive && before !== null && !wasLive && before.lastLiveAt !== null,
    type: stayed && before.linkType !== after.linkType,
    anchor: stayed && before.anchor !== after.anchor,
    deleted: false,
  };
  return LINK_CHANGES.filter((change) => was[change]);
}

export async function* activeLinks(
  reads: ReadStore,
  where: NonNullable<FindQuery<LinkField>['where']>,
): AsyncGenerator<LinkDoc> {
  for (let after: string | undefined; ; ) {
    const { rows } = await reads.find(links, {
      where: { ...where, place: 'active' },
      ...(after !== undefined && { after }),
      limit: CHUNK,
      countUpTo: 1,
    });
    yield* rows;
    after = rows.at(-1)?.id;
    if (rows.length < CHUNK) return;
  }
}
