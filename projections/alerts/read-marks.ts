/**
 * Which alerts a person has read. Marks are separate entries, so that concurrent marks never undo each other: an entry
 * covers everything up to a position, or a single alert.
 */

import type { DurableStore } from '../../infra/ports/storage/durable-store.ts';
import { ALERT_DAYS } from '../views/links/alerts.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const READ = 'alerts-read';

/** How long a mark is stored: longer than the alerts that it covers. */
const MARK_MS = (ALERT_DAYS + 10) * DAY_MS;

/** The same for marks of daily alerts. */
const DAILY_MARK_MS = 2 * DAY_MS;

/** Covers every alert up to a position, and the daily alerts up to a day. */
interface UpTo {
  readonly upTo: number;
  readonly day: string;
}

/** Whether an alert is so old that it counts as read at a person's first visit. */
export function isOldNews(at: string, now: Date): boolean {
  return Date.parse(at) < now.getTime() - 7 * DAY_MS;
}

export interface ReadMarks extends UpTo {
  /** The person has never marked an alert. */
  readonly isFirstVisit: boolean;
  readonly ids: ReadonlySet<string>;
}

/** Covers one alert; `position` is null for a daily alert. */
type ReadMark = UpTo | { readonly id: string; readonly position: number | null };

/** An alert that can be marked. */
interface Markable {
  readonly id: string;
  /** The position of its event; null for a daily alert. */
  readonly position: number | null;
  readonly at: string;
  readonly read: boolean;
}

/** Reads all marks of a person. */
export async function readMarks(marks: Pick<DurableStore, 'listOf'>, userId: string): Promise<ReadMarks> {
  const all = (await marks.listOf<ReadMark>(READ, userId)).map(({ value }) => value);
  const bounds = all.filter((mark): mark is UpTo => 'upTo' in mark);
  return {
    isFirstVisit: all.length === 0,
    upTo: Math.max(0, ...bounds.map(({ upTo }) => upTo)),
    day: bounds.map(({ day }) => day).reduce((latest, day) => (day > latest ? day : latest), ''),
    ids: new Set(all.flatMap((mark) => ('id' in mark ? mark.id : []))),
  };
}

/** Marks the unread alerts of `feed` that `ids` names. Unknown ids are ignored, so marks never outnumber alerts. */
export async function markAlertsRead(
  marks: Pick<DurableStore, 'put' | 'listOf'>,
  userId: string,
  feed: readonly Markable[],
  ids: readonly string[],
  now: Date,
): Promise<void> {
  const wanted = new Set(ids);
  const old = feed.flatMap(({ position, at }) => (position !== null && isOldNews(at, now) ? position : []));
  // What counted as read at the first visit stays read after it.
  if (old.length > 0 && (await readMarks(marks, userId)).isFirstVisit) {
    const bound: UpTo = { upTo: Math.max(...old), day: '' };
    await marks.put(READ, `${userId} up to ${bound.upTo}`, bound, after(now, MARK_MS), userId);
  }
  for (const { id, position, read } of feed) {
    if (read || !wanted.has(id)) continue;
    const end = after(now, position === null ? DAILY_MARK_MS : MARK_MS);
    await marks.put(READ, `${userId} ${id}`, { id, position } satisfies ReadMark, end, userId);
  }
}

/** Marks every alert up to `position` as read, then removes the marks that the new mark covers. */
export async function markAllAlertsRead(
  marks: Pick<DurableStore, 'put' | 'listOf' | 'remove'>,
  userId: string,
  position: number,
  now: Date,
): Promise<void> {
  const before = await marks.listOf<ReadMark>(READ, userId);
  const bound: UpTo = { upTo: position, day: now.toISOString().slice(0, 10) };
  const own = `${userId} up to ${position} ${bound.day}`;
  await marks.put(READ, own, bound, after(now, MARK_MS), userId);
  for (const { key, value } of before) {
    const isCovered =
      'id' in value
        ? value.position !== null && value.position <= position
        : value.upTo <= position && value.day <= bound.day;
    if (isCovered && key !== own) await marks.remove(READ, key);
  }
}

/** Deletes all marks of a person. */
export async function deleteReadMarks(marks: Pick<DurableStore, 'removeOf'>, userId: string): Promise<void> {
  await marks.removeOf(READ, userId);
}

function after(now: Date, ms: number): string {
  return new Date(now.getTime() + ms).toISOString();
}
