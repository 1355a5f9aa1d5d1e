/**
 * The alerts of one person, and what of them they have read. Contract: the queries show it, the commands mark it. Alerts
 * come from the log; what was read is the person's own and kept apart, each mark on its own, so that marks made at once do
 * not undo each other: the feed read up to a position, and single alerts.
 */

import { DEFAULT_SETTINGS, type SettingsFields } from '../../command-service/events/user.ts';
import type { Scope } from '../../command-service/scope.ts';
import type { ExpiringStore } from '../../infra/ports/expiring-store.ts';
import type { ReadStore, ViewRef } from '../../infra/ports/read-store.ts';
import { ALERT_DAYS, type AlertType, type Audience, alertFeed, alerts, EVERYBODY } from '../views/links/alerts.ts';
import { linkCountId, linkCounts, links } from '../views/links/links.ts';
import { memberships } from '../views/people/memberships.ts';
import { users } from '../views/people/users.ts';
import { type ReadMarks, readMarks } from './read-marks.ts';

/** The newest of each kind that are told, so that one kind does not hide the others and a feed stays small. */
export const NEWEST = 500;

/** The views that `feedOf` reads. */
export const FEED_VIEWS: readonly ViewRef[] = [alerts, links, memberships, users];

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
    reads.get(users, userId),
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
  const { rows } = await reads.find(memberships, { where: { userId } });
  const teams = rows.map(({ teamId, since }): [Audience, string] => [`team:${teamId}`, since]);
  return new Map<Audience, string | null>([[`user:${userId}`, null], [EVERYBODY, null], ...teams]);
}

async function newest(reads: ReadStore, audience: readonly Audience[], type: readonly AlertType[]) {
  const { rows } = await reads.find(alertFeed, {
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
  const all = await reads.getMany(linkCounts, ids);
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
