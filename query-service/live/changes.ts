/**
 * Who is told that views moved: reads that wait for their own writes, and streams to the console. `Changes` is the seam:
 * in one process the projections tell it directly; between processes the same two questions can be answered by asking
 * the read store for positions.
 */
import type { Scope } from '../../command-service/scope.ts';
import type { Logger } from '../../infra/ports/logger.ts';
import type { ReadStore, ViewRef } from '../../infra/ports/read-store.ts';
import type { Committed, DocChange } from '../../projections/view.ts';
import { type AlertDoc, alerts, EVERYBODY } from '../../projections/views/links/alerts.ts';
import { type BulkDoc, bulkOperations } from '../../projections/views/links/bulk-operations.ts';
import { campaigns } from '../../projections/views/links/campaigns.ts';
import { type LinkDoc, links } from '../../projections/views/links/links.ts';
import { statusChecks } from '../../projections/views/links/status-checks.ts';
import { type InvitationDoc, invitations } from '../../projections/views/people/invitations.ts';
import { type MembershipDoc, memberships } from '../../projections/views/people/memberships.ts';
import { shares } from '../../projections/views/people/shares.ts';
import { subscriptions } from '../../projections/views/people/subscriptions.ts';
import { teams } from '../../projections/views/people/teams.ts';
import { tokens } from '../../projections/views/people/tokens.ts';
import { type UserDoc, users } from '../../projections/views/people/users.ts';
import type { ChangedList, ChangedMessage } from '../contract/answers/changes.ts';

/** What changed for those who see `scope`. */
export interface ScopeChange extends ChangedMessage {
  readonly scope: Scope;
  /** Present when `scope` is a person's who came into teams, or went: from now on they see their changes, or not. */
  readonly moved?: { readonly into: readonly Scope[]; readonly outOf: readonly Scope[] };
}

export interface Changes {
  /** True once the view has seen the log up to `position`; false when `signal` aborts first. */
  reached(view: ViewRef, position: number, signal: AbortSignal): Promise<boolean>;
  /** Calls `listener` for each commit that changed a list, until the answered function is called. */
  subscribe(listener: (changes: readonly ScopeChange[]) => void): () => void;
}

/** What a commit means for those who wait and for those who look. It can be sent to another thread. */
export interface CommitSummary {
  readonly view: string;
  readonly position: number;
  readonly changes: readonly ScopeChange[];
  /** Whose teammates see something else of them now. */
  readonly people: readonly string[];
}

/** Pure. */
export function summaryOf(committed: Committed): CommitSummary {
  const { view, position } = committed;
  return { view, position, changes: scopeChanges(committed), people: lookedAtByTeammates(committed) };
}

/** More ids than this in one message say less than "read the list again". */
export const MAX_LINK_IDS = 100;

/** Everything that is seen of a team. */
const LISTS_OF_A_TEAM = [
  'teams',
  'links',
  'stats',
  'clients',
  'trash',
  'campaigns',
  'shares',
  'status-checks',
  'alerts',
] as const satisfies readonly ChangedList[];

/** What one changed document means. */
interface Effect {
  readonly scope: Scope;
  readonly lists: readonly ChangedList[];
  readonly linkId?: string;
  readonly into?: Scope;
  readonly outOf?: Scope;
}

/** What a commit means for the lists people look at; one entry a scope. Pure. */
export function scopeChanges({ view, position, changes }: Committed): ScopeChange[] {
  const effectsOf = EFFECTS[view];
  if (effectsOf === undefined) return [];
  const byScope = new Map<Scope, Effect[]>();
  for (const effect of changes.flatMap(effectsOf)) {
    const known = byScope.get(effect.scope);
    if (known === undefined) byScope.set(effect.scope, [effect]);
    else known.push(effect);
  }
  return [...byScope].map(([scope, effects]) => {
    const linkIds = effects.flatMap(({ linkId }) => linkId ?? []);
    const into = effects.flatMap((effect) => effect.into ?? []);
    const outOf = effects.flatMap((effect) => effect.outOf ?? []);
    const moves = into.length + outOf.length > 0;
    return {
      scope,
      lists: [...new Set(effects.flatMap(({ lists }) => lists))],
      // Whoever came or went sees other links altogether.
      linkIds: moves || linkIds.length > MAX_LINK_IDS ? null : linkIds,
      position,
      ...(moves ? { moved: { into, outOf } } : {}),
    };
  });
}

/** By view; a view that no list shows is not here. */
const EFFECTS: Readonly<Record<string, (change: DocChange) => readonly Effect[]>> = {
  [links.name]: (change) => {
    const docs = docsOf<LinkDoc>(change);
    const lists: ChangedList[] = ['links', 'stats', 'clients'];
    if (docs.some((doc) => doc.place === 'trash')) lists.push('trash');
    if (docs.some((doc) => doc.campaignId)) lists.push('campaigns');
    return scopesOf(docs).map((scope) => ({ scope, lists, linkId: change.id }));
  },
  [campaigns.name]: (change) => ofScoped(change, ['campaigns']),
  [shares.name]: (change) => ofScoped(change, ['shares']),
  [alerts.name]: ({ before, after }) => {
    const [was, is] = [before, after] as [AlertDoc | null, AlertDoc | null];
    if (!differ(was, is, ['alerts', 'audience'])) return [];
    const told = [was, is].filter((doc) => doc !== null).filter((doc) => doc.alerts.length > 0);
    const scopes = new Set(told.flatMap(({ audience }) => (audience === EVERYBODY ? [] : audience)));
    return [...scopes].map((scope) => ({ scope, lists: ['alerts'] }));
  },
  [bulkOperations.name]: (change) =>
    docsOf<BulkDoc>(change)
      .slice(0, 1)
      .map(({ startedBy }) => ({ scope: `user:${startedBy}`, lists: ['bulk'] })),
  [statusChecks.name]: (change) => ofScoped(change, ['status-checks']),
  [users.name]: ({ id, before, after }) => {
    const [was, is] = [before, after] as [UserDoc | null, UserDoc | null];
    const lists: ChangedList[] = [];
    if (differ(was, is, ['email', 'firstName', 'lastName', 'company'])) lists.push('profile');
    if (was !== null && differ(was, is, ['photo', 'settings', 'identities', 'deletedAt'])) lists.push('account');
    return [{ scope: `user:${id}`, lists }];
  },
  [tokens.name]: ({ id }) => [{ scope: `user:${id}`, lists: ['account'] }],
  [subscriptions.name]: ({ id }) => [{ scope: `user:${id}`, lists: ['account', 'teams'] }],
  [teams.name]: ({ id }) => [{ scope: `team:${id}`, lists: ['teams'] }],
  [invitations.name]: (change) =>
    docsOf<InvitationDoc>(change)
      .slice(0, 1)
      .map(({ teamId }) => ({ scope: `team:${teamId}`, lists: ['teams'] })),
  [memberships.name]: (change) => {
    const [doc] = docsOf<MembershipDoc>(change);
    if (doc === undefined) return [];
    const [scope, team]: [Scope, Scope] = [`user:${doc.userId}`, `team:${doc.teamId}`];
    if (change.before === null) return [{ scope, lists: LISTS_OF_A_TEAM, into: team }];
    if (change.after === null) return [{ scope, lists: LISTS_OF_A_TEAM, outOf: team }];
    // Another permission also opens or closes shares and campaigns to be changed.
    return [{ scope, lists: ['teams', 'shares', 'campaigns'] }];
  },
};

/** The views whose changes are told. */
export const WATCHED_VIEWS: readonly ViewRef[] = [
  links,
  campaigns,
  shares,
  alerts,
  bulkOperations,
  statusChecks,
  users,
  tokens,
  subscriptions,
  teams,
  invitations,
  memberships,
];

function docsOf<Doc extends object>({ before, after }: DocChange): readonly Doc[] {
  return [before, after].filter((doc) => doc !== null) as Doc[];
}

function scopesOf(docs: readonly { readonly scope: Scope }[]): readonly Scope[] {
  return [...new Set(docs.map(({ scope }) => scope))];
}

function ofScoped(change: DocChange, lists: readonly ChangedList[]): readonly Effect[] {
  return scopesOf(docsOf<{ readonly scope: Scope }>(change)).map((scope) => ({ scope, lists }));
}

function differ<Doc extends object>(was: Doc | null, is: Doc | null, fields: readonly (keyof Doc)[]): boolean {
  return fields.some((field) => JSON.stringify(was?.[field]) !== JSON.stringify(is?.[field]));
}

/** The people of whom their teammates see something else after a commit: a name, a photo, or until when they wait. */
function lookedAtByTeammates({ view, changes }: Committed): readonly string[] {
  if (view === subscriptions.name) return changes.map(({ id }) => id);
  if (view !== users.name) return [];
  return changes.flatMap(({ id, before, after }) => {
    const [was, is] = [before, after] as [UserDoc | null, UserDoc | null];
    const seen = differ(was, is, ['email', 'firstName', 'lastName', 'photo', 'deletedAt']);
    return was !== null && seen ? [id] : [];
  });
}

/** Changes within one process: give its `committed` to the projections as `onCommit`. */
export function openChanges(reads: ReadsForChanges, log: Pick<Logger, 'warn'>): InProcessChanges {
  return new InProcessChanges(reads, log);
}

type ReadsForChanges = Pick<ReadStore, 'position' | 'find'>;

class InProcessChanges implements Changes {
  readonly #reads: ReadsForChanges;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #listeners = new Set<(changes: readonly ScopeChange[]) => void>();
  readonly #waiters = new Map<string, Set<{ readonly position: number; readonly done: () => void }>>();

  constructor(reads: ReadsForChanges, log: Pick<Logger, 'warn'>) {
    this.#reads = reads;
    this.#log = log;
  }

  /** To be called after each commit of a projection. */
  readonly committed = (committed: Committed): void => {
    // Nobody looks: what changed is not worth finding out.
    const looked = this.#listeners.size > 0 && committed.changes.length > 0;
    this.summed(looked ? summaryOf(committed) : { ...committed, changes: [], people: [] });
  };

  /** The same, where the projections are elsewhere and send only what it means. */
  readonly summed = ({ view, position, changes, people }: CommitSummary): void => {
    for (const waiter of this.#waiters.get(view) ?? []) {
      if (waiter.position <= position) waiter.done();
    }
    if (this.#listeners.size === 0) return;
    this.#tell(changes);
    if (people.length > 0) void this.#tellTeammates(people, position);
  };

  #tell(changes: readonly ScopeChange[]): void {
    if (changes.length === 0) return;
    for (const listener of this.#listeners) listener(changes);
  }

  async #tellTeammates(people: readonly string[], position: number): Promise<void> {
    try {
      const { rows } = await this.#reads.find(memberships, { where: { userId: people } });
      const scopes = new Set(rows.map(({ teamId }): Scope => `team:${teamId}`));
      this.#tell([...scopes].map((scope) => ({ scope, lists: ['teams'], linkIds: [], position })));
    } catch (error) {
      this.#log.warn({ err: error }, 'teammates could not be told of a change: they see it when they read again');
    }
  }

  async reached(view: ViewRef, position: number, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return (await this.#reads.position(view)) >= position;
    const waiters = this.#waiters.get(view.name) ?? new Set();
    this.#waiters.set(view.name, waiters);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const waiter = { position, done: () => resolve(true) };
    const giveUp = () => resolve(false);
    // Waiting begins before the store is asked, so that no commit falls between the two.
    waiters.add(waiter);
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      if ((await this.#reads.position(view)) >= position) return true;
      return await promise;
    } finally {
      waiters.delete(waiter);
      signal.removeEventListener('abort', giveUp);
    }
  }

  subscribe(listener: (changes: readonly ScopeChange[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** How many are being told or are waiting: 0 when nobody is connected. */
  get audience(): number {
    return [...this.#waiters.values()].reduce((sum, waiters) => sum + waiters.size, this.#listeners.size);
  }
}
