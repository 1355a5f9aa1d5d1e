/** Which alerts a person has read. */

import type { ExpiringStore } from '../../infra/ports/expiring-store.ts';
import { ALERT_DAYS } from '../views/links/alerts.ts';
import type { FeedEntry } from './alert-feed.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const READ = 'alerts-read';

/** A mark outlives what it marks; after that there is nothing left to be unread. */
const MARK_MS = (ALERT_DAYS + 10) * DAY_MS;

const MARK_OF_A_DAY_MS = 2 * DAY_MS;

/** Everything up to a place in the log, and what was told of the day. */
interface UpTo {
  readonly upTo: number;
  readonly day: string;
}

export interface ReadMarks extends UpTo {
  readonly ids: ReadonlySet<string>;
}

/** One alert, and its place in the log. */
type Mark = UpTo | { readonly id: string; readonly position: number | null };

export async function readMarks(marks: Pick<ExpiringStore, 'listOf'>, userId: string): Promise<ReadMarks> {
  const all = (await marks.listOf<Mark>(READ, userId)).map(({ value }) => value);
  const bounds = all.filter((mark): mark is UpTo => 'upTo' in mark);
  return {
    upTo: Math.max(0, ...bounds.map(({ upTo }) => upTo)),
    day: bounds.map(({ day }) => day).reduce((latest, day) => (day > latest ? day : latest), ''),
    ids: new Set(all.flatMap((mark) => ('id' in mark ? mark.id : []))),
  };
}

/** Marks single alerts as read; only those of the feed that are not, so that marks are never more than alerts. */
export async function markAlertsRead(
  marks: Pick<ExpiringStore, 'put'>,
  userId: string,
  feed: readonly FeedEntry[],
  ids: readonly string[],
  now: Date,
): Promise<void> {
  const asked = new Set(ids);
  for (const { id, position, read } of feed) {
    if (read || !asked.has(id)) continue;
    const end = after(now, position === null ? MARK_OF_A_DAY_MS : MARK_MS);
    await marks.put(READ, `${userId} ${id}`, { id, position } satisfies Mark, end, userId);
  }
}

/** Marks everything as read that happened up to `position`. The marks that this one makes needless go. */
export async function markAllAlertsRead(
  marks: Pick<ExpiringStore, 'put' | 'listOf' | 'remove'>,
  userId: string,
  position: number,
  now: Date,
): Promise<void> {
  const before = await marks.listOf<Mark>(READ, userId);
  const bound: UpTo = { upTo: position, day: now.toISOString().slice(0, 10) };
  const own = `${userId} up to ${position} ${bound.day}`;
  await marks.put(READ, own, bound, after(now, MARK_MS), userId);
  for (const { key, value } of before) {
    const isNeedless =
      'id' in value
        ? value.position !== null && value.position <= position
        : value.upTo <= position && value.day <= bound.day;
    if (isNeedless && key !== own) await marks.remove(READ, key);
  }
}

/** Forgets what a person has read. */
export async function deleteReadMarks(marks: Pick<ExpiringStore, 'removeOf'>, userId: string): Promise<void> {
  await marks.removeOf(READ, userId);
}

function after(now: Date, ms: number): string {
  return new Date(now.getTime() + ms).toISOString();
}
