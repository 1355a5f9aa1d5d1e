/**
 * The state of a scope as of a position. The views that keep the live state compute it from the entries of the ledger,
 * so it equals a rebuild of these views from the log up to the position.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LinkledgerEvent } from '../../command-service/contract/events.ts';
import type { Scope } from '../../command-service/contract/scope.ts';
import type { Logger } from '../../infra/ports/process/logger.ts';
import { TooManyLinksError } from '../../infra/ports/storage/past-views.ts';
import type { ReadStore, ViewDoc } from '../../infra/ports/storage/read-store.ts';
import { commitEvents } from '../runner/commit.ts';
import type { Recorded, View } from '../view.ts';
import { eventWithPersonal, type LedgerEntry, ledger, ledgerEntries, linkSubject } from '../views/ledger/ledger.ts';
import { campaigns } from '../views/links/campaigns.ts';
import { clients } from '../views/links/clients.ts';
import { linkCountMonths, linkCounts } from '../views/links/link-counts.ts';
import { links } from '../views/links/links.ts';
import { teams } from '../views/people/teams.ts';
import { Tables } from './tables.ts';

export interface StateDeps {
  readonly reads: Pick<ReadStore, 'find' | 'getMany'>;
  readonly logger: Logger;
}

/** Entries read at once. */
const PAGE = 5_000;
/** Events folded before other work of this thread gets its turn. */
const SLICE = 250;
/** Links whose entries are looked up at once. */
const GROUP = 500;

type EventType = LinkledgerEvent['type'];

const CAMPAIGN_TYPES = [
  'CampaignCreated',
  'CampaignEdited',
  'CampaignMoved',
  'CampaignDeleted',
] as const satisfies readonly EventType[];

const CLIENT_TYPES = ['ClientAdded', 'ClientEdited', 'ClientDeleted'] as const satisfies readonly EventType[];

const TEAM_TYPES = [
  ...([
    'TeamCreated',
    'TeamRenamed',
    'TeamMatchingChosen',
    'TeamCalendarChosen',
    'TeamHandedOver',
    'TeamDeleted',
    'MemberInvited',
    'InvitationRevoked',
  ] as const),
  ...(['InvitationAccepted', 'MemberPermissionChanged', 'MemberRemoved', 'MemberLeft'] as const),
] as const satisfies readonly EventType[];

/**
 * The links of a scope with their counters, but without contacts: `contactsAsOf` has those.
 * @throws TooManyLinksError for more than `most`.
 */
export async function linksAsOf(deps: StateDeps, scope: Scope, position: number, most: number): Promise<Tables> {
  const tables = new Tables();
  const moved = await movedIn(deps, scope, position);
  let count = moved.size;
  for await (const entries of pagesOf(deps, { scope }, position)) {
    const events = entries.flatMap(({ linkId, event }) => (linkId === null || moved.has(linkId) ? [] : [event]));
    count += events.filter(({ type }) => type === 'LinkAdded').length;
    if (count > most) throw new TooManyLinksError(scope, most);
    await foldAll(links, tables, events, deps);
  }
  for (const ids of inGroups([...moved])) {
    const events = await eventsOfLinks(deps, ids, position);
    await foldAll(links, tables, events, deps);
  }
  tables.keepOnly(links, (doc) => doc.scope === scope);
  tables.keepOnly(linkCounts, (doc) => doc.scope === scope);
  tables.keepOnly(linkCountMonths, ({ counter }) => counter === scope || counter.startsWith(`${scope} `));
  return tables;
}

/** Links, or their checks, by id, in any scope, and with contacts. */
export async function linkDocsAsOf(
  deps: StateDeps,
  view: View<ViewDoc>,
  ids: readonly string[],
  position: number,
): Promise<readonly ViewDoc[]> {
  const tables = new Tables();
  for (const group of inGroups(ids)) {
    const subjects = await subjectsOf(deps, group);
    const entries = await entriesOfLinks(deps, group, subjects, position);
    await foldAll(
      view,
      tables,
      entries.map((entry) => eventWithPersonal(entry, subjects)),
      deps,
    );
  }
  return tables.getMany(view, ids);
}

/** The contacts of links by link id. Links without a contact, or with an erased one, are missing. */
export async function contactsAsOf(
  deps: Pick<StateDeps, 'reads'>,
  ids: readonly string[],
  position: number,
): Promise<ReadonlyMap<string, string>> {
  const contacts = new Map<string, string>();
  for (const group of inGroups(ids)) {
    const subjects = await subjectsOf(deps, group);
    const linksWithValues = group.filter((id) => Object.keys(subjects.get(linkSubject(id))?.personal ?? {}).length > 0);
    if (linksWithValues.length === 0) continue;
    const type = ['LinkAdded', 'LinkEdited'] as const;
    for (const entry of await entriesOfLinks(deps, linksWithValues, subjects, position, type)) {
      const event = eventWithPersonal(entry, subjects);
      if (event.type !== 'LinkAdded' && event.type !== 'LinkEdited') continue;
      const { linkId } = event.data;
      const pocEmail = event.type === 'LinkAdded' ? event.data.pocEmail : event.data.changes.pocEmail?.to;
      if (pocEmail === undefined) continue;
      // null at run time once the contact is erased.
      if (pocEmail === null) contacts.delete(linkId);
      else contacts.set(linkId, pocEmail);
    }
  }
  return contacts;
}

/** The campaigns of a scope. */
export async function campaignsAsOf(deps: StateDeps, scope: Scope, position: number): Promise<Tables> {
  const tables = new Tables();
  const events = new Map<string, Recorded>();
  const isRead = new Set<string>();
  for (const waiting: Scope[] = [scope]; ; ) {
    const next = waiting.pop();
    if (next === undefined) break;
    if (isRead.has(next)) continue;
    isRead.add(next);
    for await (const entries of pagesOf(deps, { scope: next, type: CAMPAIGN_TYPES }, position)) {
      for (const { event } of entries) {
        events.set(event.id, event);
        if (event.type === 'CampaignMoved' && event.data.to === next) waiting.push(event.data.from);
      }
    }
  }
  await foldAll(campaigns, tables, inOrder(events.values()), deps);
  tables.keepOnly(campaigns, (doc) => doc.scope === scope);
  return tables;
}

/** The team behind a scope, if it existed. */
export function teamAsOf(deps: StateDeps, scope: Scope, position: number): Promise<Tables> {
  return foldedAsOf(deps, teams, { scope, type: TEAM_TYPES }, position);
}

/** The records of the clients of a scope, without contacts: entries of the ledger never have these. */
export function clientsAsOf(deps: StateDeps, scope: Scope, position: number): Promise<Tables> {
  return foldedAsOf(deps, clients, { scope, type: CLIENT_TYPES }, position);
}

/** What the events of a scope make of a view whose documents never move. */
async function foldedAsOf(
  deps: StateDeps,
  view: View<ViewDoc>,
  where: { readonly scope: Scope; readonly type: readonly EventType[] },
  position: number,
): Promise<Tables> {
  const tables = new Tables();
  for await (const entries of pagesOf(deps, where, position)) {
    await foldAll(
      view,
      tables,
      entries.map(({ event }) => event),
      deps,
    );
  }
  return tables;
}

/** The links that were moved into the scope. */
async function movedIn(deps: StateDeps, scope: Scope, position: number): Promise<ReadonlySet<string>> {
  const moved = new Set<string>();
  for await (const entries of pagesOf(deps, { scope, type: ['LinkMoved'] }, position)) {
    for (const { event } of entries)
      if (event.type === 'LinkMoved' && event.data.to === scope) moved.add(event.data.linkId);
  }
  return moved;
}

/** All events of these links, in all scopes where they have been. */
async function eventsOfLinks(deps: StateDeps, ids: readonly string[], position: number): Promise<readonly Recorded[]> {
  const entries = await entriesOfLinks(deps, ids, await subjectsOf(deps, ids), position);
  return entries.map(({ event }) => event);
}

/** The entries of these links, once each, in the order of the log. */
async function entriesOfLinks(
  deps: Pick<StateDeps, 'reads'>,
  linkId: readonly string[],
  subjects: Subjects,
  position: number,
  type?: readonly EventType[],
): Promise<readonly LedgerEntry[]> {
  const scope = [...new Set([...subjects.values()].flatMap(({ scopes }) => scopes))];
  const found = new Map<string, LedgerEntry>();
  if (scope.length === 0) return [];
  for await (const entries of pagesOf(deps, { scope, linkId, ...(type && { type }) }, position))
    for (const entry of entries) if (!found.has(entry.event.id)) found.set(entry.event.id, entry);
  return [...found.values()];
}

type Subjects = ReadonlyMap<string, NonNullable<ReturnType<typeof ledger.evolve>>>;

async function subjectsOf({ reads }: Pick<StateDeps, 'reads'>, linkIds: readonly string[]): Promise<Subjects> {
  const subjects = await reads.getMany(ledger, linkIds.map(linkSubject));
  return new Map(subjects.map((subject) => [subject.id, subject]));
}

function inGroups(ids: readonly string[]): readonly (readonly string[])[] {
  const starts = Array.from({ length: Math.ceil(ids.length / GROUP) }, (_, index) => index * GROUP);
  return starts.map((start) => ids.slice(start, start + GROUP));
}

/** The entries up to a position, oldest first. */
async function* pagesOf(
  { reads }: Pick<StateDeps, 'reads'>,
  where: {
    readonly scope: Scope | readonly Scope[];
    readonly type?: readonly EventType[];
    readonly linkId?: string | readonly string[];
  },
  position: number,
): AsyncGenerator<readonly LedgerEntry[]> {
  for (let after = ''; ; ) {
    const { rows } = await reads.find(ledgerEntries, {
      where,
      ...(after !== '' && { after }),
      ...{ limit: PAGE, countUpTo: 1 },
    });
    const wanted = rows.filter((entry) => entry.event.position <= position);
    if (wanted.length > 0) yield wanted;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE || wanted.length < rows.length) return;
    after = last.id;
  }
}

async function foldAll(
  view: View<ViewDoc>,
  tables: Tables,
  events: readonly Recorded[],
  { logger }: StateDeps,
): Promise<void> {
  for (let start = 0; start < events.length; start += SLICE) {
    const slice = events.slice(start, start + SLICE);
    const { poison } = await commitEvents(view, { reads: tables, logger }, 0, slice);
    if (poison !== null) throw poison;
    await nextTurn();
  }
}

function inOrder(events: Iterable<Recorded>): readonly Recorded[] {
  return [...events].toSorted((one, other) => one.position - other.position);
}
