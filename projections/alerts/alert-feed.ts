/** The alerts of one person, with their read state. Contract: queries show them, commands mark them as read. */

import { allows } from '../../command-service/contract/policy.ts';
import type { Scope } from '../../command-service/contract/scope.ts';
import { DEFAULT_SETTINGS, type SettingsFields } from '../../command-service/model/user/events.ts';
import type { DurableStore } from '../../infra/ports/storage/durable-store.ts';
import type { ReadStore, ViewRef } from '../../infra/ports/storage/read-store.ts';
import {
  ALERT_DAYS,
  type AlertRow,
  type AlertType,
  type Audience,
  alertFeed,
  alerts,
  EVERYBODY,
} from '../views/links/alerts.ts';
import { linkCountId, linkCounts } from '../views/links/link-counts.ts';
import { links } from '../views/links/links.ts';
import { memberships } from '../views/people/memberships.ts';
import { users } from '../views/people/users.ts';
import { isOldNews, type ReadMarks, readMarks } from './read-marks.ts';

/** The most alerts of each kind, so that no kind hides the others and the feed stays small. */
const MAX_OF_KIND = 500;

/** The views that `readAlertFeed` reads. */
export const FEED_VIEWS: readonly ViewRef[] = [alerts, links, memberships, users];

/** The links a person sees, by status. */
export interface LinkCounts {
  readonly live: number;
  readonly removed: number;
  /** The removed links that were never seen live. */
  readonly notFound: number;
  readonly pending: number;
}

export interface FeedEntry {
  readonly id: string;
  readonly type: AlertType;
  readonly at: string;
  /** The position of its event; null for a daily alert. */
  readonly position: number | null;
  readonly read: boolean;
  /** The alert's document, or the counts of a daily alert. */
  readonly from:
    | { readonly kind: 'event'; readonly audience: Audience; readonly doc: string }
    /** Several links that were added together, as by an import, and were not found. */
    | { readonly kind: 'unfound'; readonly audience: Audience; readonly count: number }
    | { readonly kind: 'summary' | 'attention'; readonly counts: LinkCounts };
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Types that share a tab form one kind, with its own limit. */
const KINDS = [
  ['status', 'removed'],
  ['unfound'],
  ['warning'],
  ['deviates'],
  ['expiring'],
  ['system', 'team'],
  ['report'],
] as const satisfies readonly AlertRow['type'][][];

/** All alerts of a person, newest first. */
export async function readAlertFeed(
  reads: ReadStore,
  marks: Pick<DurableStore, 'listOf'>,
  userId: string,
  now: Date,
): Promise<readonly FeedEntry[]> {
  const [person, audiences, read] = await Promise.all([
    reads.get(users, userId),
    audiencesOf(reads, userId),
    readMarks(marks, userId),
  ]);
  const settings = person?.settings ?? DEFAULT_SETTINGS;
  const kinds = KINDS.filter((types) => types.every((type) => isWanted(settings, type)));
  const since = new Date(now.getTime() - ALERT_DAYS * DAY_MS).toISOString();
  const found = await Promise.all(
    kinds.map((types) => {
      const seen = [...audiences].filter(([, { releases }]) => releases || !types.some((type) => type === 'report'));
      return newest(
        reads,
        seen.map(([audience]) => audience),
        types,
      );
    }),
  );
  const rows = found
    .flat()
    .filter((row) => row.at >= since && isWarningWanted(settings, row.warnings))
    .toSorted((one, other) => (one.position < other.position ? 1 : -1));
  const entryOf = (row: AlertRow, id: string, from: FeedEntry['from']): FeedEntry => {
    const { type, at, movedAt, position, audience } = row;
    // Alerts from before the person joined are listed as read, unless their link moved in later with its alerts.
    const cameAt = movedAt > at ? movedAt : at;
    const isBefore = cameAt < (audiences.get(audience)?.since ?? person?.registeredAt ?? '');
    const isOld = read.isFirstVisit && isOldNews(at, now);
    const isRead = isBefore || isOld || position <= read.upTo || read.ids.has(id);
    return { id, type: type === 'unfound' ? 'status' : type, at, position, read: isRead, from };
  };
  const groups = Map.groupBy(rows, ({ alertId, audience, addedAt }) =>
    addedAt === '' ? alertId : `unfound-${audience}-${addedAt}`,
  );
  const entries = await Promise.all(
    [...groups].map(async ([id, group]) => {
      const [newestRow] = group;
      if (newestRow === undefined || (group.length === 1 && newestRow.userId === userId)) return [];
      const { alertId, audience, addedAt, doc } = newestRow;
      if (group.length === 1) return entryOf(newestRow, alertId, { kind: 'event', audience, doc });
      // The group has at most MAX_OF_KIND of them.
      const where = { audience, type: 'unfound', addedAt };
      const { total: count } = await reads.find(alertFeed, { where, limit: 1, countUpTo: Number.POSITIVE_INFINITY });
      return entryOf(newestRow, id, { kind: 'unfound', audience, count });
    }),
  );
  return [...(await dailyAlerts(reads, [...audiences.keys()], read, settings, now)), ...entries.flat()];
}

/** True if a person's settings allow alerts of this type. */
export function isWanted(
  { statusChangeAlerts, expiringLinkAlerts, warningAlerts }: SettingsFields,
  type: AlertRow['type'],
): boolean {
  if (type === 'status' || type === 'removed' || type === 'unfound' || type === 'deviates') return statusChangeAlerts;
  if (type === 'warning') return warningAlerts.length > 0;
  return type !== 'expiring' || expiringLinkAlerts;
}

/** True for an alert without warnings, or with a warning for which the person's settings want alerts. */
function isWarningWanted({ warningAlerts }: SettingsFields, warnings: string): boolean {
  return warnings === '' || warnings.split(',').some((code) => (warningAlerts as readonly string[]).includes(code));
}

interface Belonging {
  /** When the person joined; null means at registration. */
  readonly since: string | null;
  /** Whether the person releases reports. */
  readonly releases: boolean;
}

/** The audiences a person belongs to. */
async function audiencesOf(reads: ReadStore, userId: string): Promise<ReadonlyMap<Audience, Belonging>> {
  const { rows } = await reads.find(memberships, { where: { userId } });
  const teams = rows.map(({ teamId, since, role }): [Audience, Belonging] => {
    return [`team:${teamId}`, { since, releases: allows('ReleaseReport', role) }];
  });
  const own = { since: null, releases: true };
  return new Map<Audience, Belonging>([[`user:${userId}`, own], [EVERYBODY, own], ...teams]);
}

async function newest(reads: ReadStore, audience: readonly Audience[], type: readonly AlertRow['type'][]) {
  const { rows } = await reads.find(alertFeed, {
    where: { audience, type },
    sort: { field: 'position', descending: true },
    limit: MAX_OF_KIND,
  });
  return rows;
}

/** The two alerts that count links now. Marking such an alert as read holds for its UTC day. */
async function dailyAlerts(
  reads: ReadStore,
  audiences: readonly Audience[],
  read: ReadMarks,
  settings: SettingsFields,
  now: Date,
): Promise<readonly FeedEntry[]> {
  const scopes = audiences.filter((audience): audience is Scope => audience !== EVERYBODY);
  const ids = scopes.map((scope) => linkCountId(scope, { kind: 'scope' }));
  const all = await reads.getMany(linkCounts, ids);
  const sum = (status: keyof LinkCounts) => all.reduce((total, counts) => total + counts[status], 0);
  const counts = {
    live: sum('live'),
    removed: sum('removed'),
    notFound: sum('notFound'),
    pending: sum('pending'),
  };
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
