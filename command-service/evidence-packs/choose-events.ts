/** The events of an evidence pack: what happened to the links of its subject in a range of days, as far as a person may see it. */

import type { Principal } from '../../infra/ports/process/principal.ts';
import type { EventStore } from '../../infra/ports/storage/event-store.ts';
import type { FindQuery, ReadStore } from '../../infra/ports/storage/read-store.ts';
import {
  type LedgerEntry,
  type LedgerField,
  ledger,
  ledgerEntries,
  linkSubject,
} from '../../projections/views/ledger/ledger.ts';
import { campaigns } from '../../projections/views/links/campaigns.ts';
import { readClientBook } from '../../projections/views/links/client-book.ts';
import { clients } from '../../projections/views/links/clients.ts';
import type { LinkDoc } from '../../projections/views/links/link-doc.ts';
import { links } from '../../projections/views/links/links.ts';
import { memberships } from '../../projections/views/people/memberships.ts';
import { teams } from '../../projections/views/people/teams.ts';
import { users } from '../../projections/views/people/users.ts';
import { typesOf } from '../../query-service/contract/ledger-kinds.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { allows } from '../contract/policy.ts';
import { type Scope, teamIdOf } from '../contract/scope.ts';
import { authorize, roleIn } from '../core/authorize.ts';
import { scanLinks } from '../links/scan-links.ts';
import { visibleScopes } from '../links/visible-scopes.ts';
import { PACK_LIMITS, type PackLink, type PackManifest, type PackSubject } from './pack-format.ts';

interface ChooseDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly reads: ReadStore;
}

/** What a pack is about: the id of a link or a campaign, or the domain of a client. */
export type WantedSubject = Pick<PackSubject, 'kind' | 'id'>;

/** The views that the choice reads. */
export const CHOOSING_VIEWS = [ledger, links, campaigns, clients, memberships, teams, users] as const;

/** Events that concern one link. People who see the link see them. */
export const PACK_TYPES = typesOf(['links', 'status', 'checks', 'notices']);
/** What was agreed about a link, without prices and vendors, and when the link stopped being as agreed. */
const TERMS_TYPES = ['LinkTermsChanged', 'LinkDeviationNoticed'] as const;
/** Entries read at once. */
const CHUNK = 1_000;
/** Links of a campaign in one query. */
const LINKS_AT_ONCE = 100;

/** Records that a pack has only if they are asked for. */
export interface PackChoice {
  /** Those with remarks or tags: notes of the agency, which a pack may carry to its client. */
  readonly notes: boolean;
  /** Those of terms. */
  readonly terms: boolean;
}

/** The chosen entries of the ledger. */
export interface ChosenEvents {
  readonly subject: PackSubject;
  readonly agency: string;
  /** The positions of the events, ascending. */
  readonly positions: readonly number[];
  /** The number of events that are left out because they have remarks or tags. */
  readonly leftOut: number;
  /** Names and addresses of the people and links in the events. */
  readonly people: PackManifest['people'];
  readonly links: PackManifest['links'];
  readonly purgedLinks: ReadonlySet<string>;
  /** @throws DomainError if the person may no longer see the subject. */
  readonly confirm: () => Promise<void>;
}

/**
 * Chooses the events. 'too-many': more than a pack may have.
 * @throws DomainError `not-found` for a subject that does not exist or that the person may not see.
 */
export async function chooseEvents(
  deps: ChooseDeps,
  principal: Principal,
  wanted: WantedSubject,
  days: readonly string[],
  { notes, terms }: PackChoice,
): Promise<ChosenEvents | 'too-many'> {
  const { reads } = deps;
  const { subject, conditions, scopes } = await CONDITIONS_OF[wanted.kind](deps, principal, wanted.id);
  const type = terms ? [...PACK_TYPES, ...TERMS_TYPES] : PACK_TYPES;
  const positions = new Set<number>();
  const leftOut = new Set<number>();
  const linkIds = new Set<string>();
  const actors = new Set<string>();
  for await (const where of conditions) {
    for await (const { event, linkId, actor } of entriesOf(reads, { ...where, type, day: days })) {
      (notes || !hasNotes(event) ? positions : leftOut).add(event.position);
      if (positions.size + leftOut.size > PACK_LIMITS.events) return 'too-many';
      if (linkId !== null) linkIds.add(linkId);
      actors.add(actor);
    }
  }
  const [people, docs] = await Promise.all([reads.getMany(users, [...actors]), reads.getMany(links, [...linkIds])]);
  return {
    subject,
    agency: await agencyOf(reads, principal, docs),
    async confirm() {
      for (const scope of scopes) authorize('ReadLinks', await roleIn(deps.store, scope, principal));
    },
    positions: [...positions].toSorted((one, other) => one - other),
    leftOut: leftOut.size,
    // Names, never mail addresses: packs go to people outside the team.
    people: Object.fromEntries(
      people.map(({ id, firstName, lastName, deletedAt }) => [
        id,
        deletedAt === null ? `${firstName} ${lastName}`.trim() : null,
      ]),
    ),
    links: Object.fromEntries(docs.map((doc) => [doc.id, packLink(doc)])),
    purgedLinks: new Set(docs.flatMap(({ id, place }) => (place === 'purged' ? [id] : []))),
  };
}

/** Whether an event sets remarks or tags, or changes them. */
function hasNotes(event: LedgerEntry['event']): boolean {
  if (event.type === 'LinkEdited') return 'remarks' in event.data.changes || 'tags' in event.data.changes;
  return event.type === 'LinkAdded' && ((event.data.remarks ?? '') !== '' || (event.data.tags ?? []).length > 0);
}

function packLink({ articleLink, clientLink, place, listStatus, ...doc }: LinkDoc): PackLink {
  const status = place !== 'active' ? place : listStatus === 'removed-unseen' ? 'not-found' : listStatus;
  const { liveDate, lastLiveAt, lastChecked } = doc;
  return { articleLink, clientLink, status, liveDate, lastLiveAt, lastChecked };
}

/** The names of the teams whose links these are; without a team, the name of the person. */
async function agencyOf(reads: ReadStore, { userId }: Principal, docs: readonly LinkDoc[]): Promise<string> {
  const teamIds = new Set(docs.flatMap(({ scope }) => teamIdOf(scope) ?? []));
  const names = (await reads.getMany(teams, [...teamIds])).map(({ name }) => name);
  if (names.length > 0) return names.toSorted().join(', ');
  const person = await reads.get(users, userId);
  return person === null ? '' : `${person.firstName} ${person.lastName}`.trim();
}

type Where = Omit<NonNullable<FindQuery<LedgerField>['where']>, 'type' | 'day'>;

interface ChosenSubject {
  readonly subject: PackSubject;
  /** The scopes in which the person sees the subject. */
  readonly scopes: readonly Scope[];
  readonly conditions: Iterable<Where> | AsyncIterable<Where>;
}

const CONDITIONS_OF: Readonly<
  Record<PackSubject['kind'], (deps: ChooseDeps, principal: Principal, id: string) => Promise<ChosenSubject>>
> = {
  async link({ store, reads }, principal, id) {
    const doc = await reads.get(links, id);
    const exists = doc !== null && doc.place !== 'purged';
    authorize('ReadLinks', exists ? await roleIn(store, doc.scope, principal) : 'stranger');
    // Whoever sees a link sees its whole history, also in the lists where it was before.
    const scope = (await reads.get(ledger, linkSubject(id)))?.scopes ?? [];
    return {
      subject: { kind: 'link', id, name: doc?.articleLink ?? '' },
      scopes: doc === null ? [] : [doc.scope],
      conditions: [{ scope, linkId: id }],
    };
  },

  async client(deps, principal, domain) {
    const scopes = await readableScopes(deps, principal);
    const { name, domains } = (await readClientBook(deps.reads, scopes)).of(domain);
    const entries = await deps.reads.find(ledgerEntries, {
      where: { scope: scopes, clientDomain: domains },
      limit: 1,
      countUpTo: 1,
    });
    authorize('ReadLinks', entries.rows.length > 0 ? 'view' : 'stranger');
    const subject = { kind: 'client', id: domains[0] ?? '', name } as const;
    return { subject, scopes, conditions: [{ scope: scopes, clientDomain: domains }] };
  },

  async campaign({ store, reads }, principal, id) {
    const doc = await reads.get(campaigns, id);
    authorize('ReadCampaigns', doc === null ? 'stranger' : await roleIn(store, doc.scope, principal));
    const scope = doc === null ? [] : [doc.scope];
    return {
      subject: { kind: 'campaign', id, name: doc?.name ?? '' },
      scopes: scope,
      conditions: linksOfCampaign(reads, id, scope),
    };
  },
};

/** The links that are in the campaign now. */
async function* linksOfCampaign(reads: ReadStore, campaignId: string, scope: readonly Scope[]): AsyncGenerator<Where> {
  for await (const docs of scanLinks(reads, { where: { campaignId, scope } }, '', LINKS_AT_ONCE)) {
    const linkId = docs.flatMap(({ id, place }) => (place === 'purged' ? [] : [id]));
    if (linkId.length > 0) yield { scope, linkId };
  }
}

async function readableScopes({ store, reads }: ChooseDeps, principal: Principal): Promise<readonly Scope[]> {
  const scopes = await visibleScopes(reads, principal);
  const roles = await Promise.all(scopes.map((scope) => roleIn(store, scope, principal)));
  return scopes.filter((_, at) => allows('ReadLinks', roles[at] ?? 'stranger'));
}

async function* entriesOf(
  reads: Pick<ReadStore, 'find'>,
  where: NonNullable<FindQuery<LedgerField>['where']>,
): AsyncGenerator<LedgerEntry> {
  for (let after = ''; ; ) {
    const { rows } = await reads.find(ledgerEntries, { where, after, limit: CHUNK, countUpTo: 1 });
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < CHUNK) return;
    after = last.id;
  }
}
