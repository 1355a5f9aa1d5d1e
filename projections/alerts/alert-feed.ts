/**
 * The alerts of one person, and what of them they have read. Contract: the queries show it, the commands mark it. Alerts
 * come from the log; what was read is the person's own and kept apart, each mark on its own, so that marks made at once do
 * not undo each other: the feed read up to a position, and single alerts.
 */
import { DEFAULT_SETTINGS, type Scope, type SettingsFields } from '../../command-service/events.ts';
import type { ExpiringStore, ReadStore } from '../../infra/ports/event-store.ts';
import type { AlertType } from '../../query-service/contract/answers/alerts.ts';
import { ALERT_DAYS, type AlertRow, type Audience, alertFeed, alerts, EVERYBODY } from '../views/links/alerts.ts';
import { type LinkCountDoc, linkCountId, linkCounts, links } from '../views/links/links.ts';
import { type MembershipDoc, memberships } from '../views/people/memberships.ts';
import { type UserDoc, users } from '../views/people/users.ts';

/** The newest of each kind that are told, so that one kind does not hide the others and a feed stays small. */
export const NEWEST = 500;

/** The views that `feedOf` reads. */
export const FEED_VIEWS: readonly string[] = [alerts.name, links.name, memberships.name, users.name];

/** How many links a person sees, of each status. */
export interface LinkCounts {
  readonly live: number;
  readonly removed: number;
  readonly pending: number;
}

export interface FeedEntry {
  readonly id: string;
  readonly type: AlertType;
  readonly at: string;
  /** Its place in the log; null of an alert that tells how things stand now. */
  readonly position: number | null;
  readonly read: boolean;
  /** Where the alert is from; or, of an alert that tells how things stand now, the numbers it tells. */
  readonly from:
    | { readonly kind: 'event'; readonly audience: Audience; readonly doc: string }
    | { readonly kind: 'summary' | 'attention'; readonly counts: LinkCounts };
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** What is shown under one name is one kind, with a window of its own. */
const KINDS = [['status', 'removed'], ['expiring'], ['system', 'team']] as const satisfies readonly AlertType[][];

/** Everything that is to be told to a person now, newest first. */
export async function readAlertFeed(
  reads: ReadStore,
  marks: Pick<ExpiringStore, 'listOf'>,
  userId: string,
  now: Date,
): Promise<readonly FeedEntry[]> {
  const [person, came, read] = await Promise.all([
    reads.get<UserDoc>(users.name, userId),
    audiencesOf(reads, userId),
    readMarks(marks, userId),
  ]);
  const settings = person?.settings ?? DEFAULT_SETTINGS;
  const kinds = KINDS.filter((types) => types.every((type) => isWanted(settings, type)));
  const since = new Date(now.getTime() - ALERT_DAYS * DAY_MS).toISOString();
  const found = await Promise.all(kinds.map((types) => newest(reads, [...came.keys()], types)));
  const rows = found
    .flat()
    .filter((row) => row.at >= since && row.userId !== userId)
    .toSorted((one, other) => other.position - one.position);
  const entries = rows.map(({ alertId: id, type, at, position, audience, doc }): FeedEntry => {
    // What happened before somebody came is there to be looked up, but no news.
    const isBefore = at < (came.get(audience) ?? person?.registeredAt ?? '');
    const isRead = isBefore || position <= read.upTo || read.ids.has(id);
    return { id, type, at, position, read: isRead, from: { kind: 'event', audience, doc } };
  });
  return [...(await asThingsStand(reads, [...came.keys()], read, settings, now)), ...entries];
}

/** Whether a person's settings allow alerts of this type. */
export function isWanted({ statusChangeAlerts, expiringLinkAlerts }: SettingsFields, type: AlertType): boolean {
  if (type === 'status' || type === 'removed') return statusChangeAlerts;
  return type !== 'expiring' || expiringLinkAlerts;
}

/** For whom what is told concerns the person, and since when; null: since they registered. */
async function audiencesOf(reads: ReadStore, userId: string): Promise<ReadonlyMap<Audience, string | null>> {
  const { rows } = await reads.find<MembershipDoc>(memberships.name, { where: { userId } });
  const teams = rows.map(({ teamId, since }): [Audience, string] => [`team:${teamId}`, since]);
  return new Map<Audience, string | null>([[`user:${userId}`, null], [EVERYBODY, null], ...teams]);
}

async function newest(reads: ReadStore, audience: readonly Audience[], type: readonly AlertType[]) {
  const { rows } = await reads.find<AlertRow>(alertFeed.name, {
    where: { audience, type },
    sort: { field: 'position', descending: true },
    limit: NEWEST,
  });
  return rows;
}

/** The two alerts that count the links: current figures, and marked read for a day at a time. */
async function asThingsStand(
  reads: ReadStore,
  audiences: readonly Audience[],
  read: ReadMarks,
  settings: SettingsFields,
  now: Date,
): Promise<readonly FeedEntry[]> {
  const scopes = audiences.filter((audience): audience is Scope => audience !== EVERYBODY);
  const ids = scopes.map((scope) => linkCountId(scope, { kind: 'scope' }));
  const all = await reads.getMany<LinkCountDoc>(linkCounts.name, ids);
  const sum = (of: keyof LinkCounts) => all.reduce((total, counts) => total + counts[of], 0);
  const counts = { live: sum('live'), removed: sum('removed'), pending: sum('pending') };
  const day = now.toISOString().slice(0, 10);
  const entry = (kind: 'summary' | 'attention', type: AlertType): FeedEntry => {
    const id = `${kind}-${day}`;
    return {
      id,
      type,
      at: now.toISOString(),
      position: null,
      read: day <= read.day || read.ids.has(id),
      from: { kind, counts },
    };
  };
  const entries: FeedEntry[] = [];
  if (counts.pending > 0 && isWanted(settings, 'status')) entries.push(entry('attention', 'status'));
  if (counts.live > 0) entries.push(entry('summary', 'system'));
  return entries;
}

// ── What was read ───────────────────────────────────────────────────────────────────────────────────────────────────

const READ = 'alerts-read';
/** A mark outlives what it marks; after that there is nothing left to be unread. */
const MARK_MS = (ALERT_DAYS + 10) * DAY_MS;
const MARK_OF_A_DAY_MS = 2 * DAY_MS;

/** Everything up to a place in the log, and what was told of the day. */
interface UpTo {
  readonly upTo: number;
  readonly day: string;
}

interface ReadMarks extends UpTo {
  readonly ids: ReadonlySet<string>;
}

/** One alert, and its place in the log. */
type Mark = UpTo | { readonly id: string; readonly position: number | null };

async function readMarks(marks: Pick<ExpiringStore, 'listOf'>, userId: string): Promise<ReadMarks> {
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
