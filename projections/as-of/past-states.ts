/** The states of scopes as of positions: built when they are first needed, and cached for a while in bounded memory. */
import type { Scope } from '../../command-service/contract/scope.ts';
import type { Past, PastViews } from '../../infra/ports/storage/past-views.ts';
import type { FindQuery, FindResult, ViewDoc, ViewRef } from '../../infra/ports/storage/read-store.ts';
import { entryId } from '../view.ts';
import { ledgerEntries } from '../views/ledger/ledger.ts';
import { campaigns } from '../views/links/campaigns.ts';
import { checks } from '../views/links/checks.ts';
import { clients } from '../views/links/clients.ts';
import { linkCountMonths, linkCounts } from '../views/links/link-counts.ts';
import { links } from '../views/links/links.ts';
import { teams } from '../views/people/teams.ts';
import {
  campaignsAsOf,
  clientsAsOf,
  contactsAsOf,
  linkDocsAsOf,
  linksAsOf,
  type StateDeps,
  teamAsOf,
} from './scope-state.ts';
import { Tables } from './tables.ts';

/** The most links of all cached states together: each takes about 2 kB of memory. */
const MOST_LINKS = 200_000;
/** The most cached states, of any size. */
const MOST_STATES = 500;

/** The views in a state. */
const PAST_VIEWS: readonly ViewRef[] = [links, linkCounts, linkCountMonths, campaigns, clients, teams];

interface State {
  readonly tables: Promise<Tables>;
  /** The number of its links once it is built. */
  weight: number;
}

type Kind = 'links' | 'campaigns' | 'clients' | 'team';

const KINDS = new Map<ViewRef, Kind>([
  [campaigns, 'campaigns'],
  [clients, 'clients'],
  [teams, 'team'],
]);

export class PastStates implements PastViews {
  readonly #deps: StateDeps;
  readonly #most: number;
  /** Least recently used first. */
  readonly #states = new Map<string, State>();
  /** One build at a time, to bound the memory of builds. */
  #lastBuild: Promise<unknown> = Promise.resolve();

  /** @param most the limit of links in all states together, and in one. */
  constructor(deps: StateDeps, most = MOST_LINKS) {
    this.#deps = deps;
    this.#most = most;
  }

  /** How many links the cached states have. */
  get links(): number {
    return this.#states.values().reduce((sum, { weight }) => sum + weight, 0);
  }

  /** As `find` of a read store that has seen the log up to the position, within the scopes. */
  async find(view: string, query: FindQuery, past: Past): Promise<FindResult<ViewDoc>> {
    const ref = refOf(view);
    const tables = await this.#tablesOf(ref, past, scopesOfQuery(ref, query, past));
    const { rows, total } = Tables.find(tables, ref, query);
    return { rows: ref === links ? await this.#withContacts(rows, past) : rows, total };
  }

  /** As `getMany` of a read store that has seen the log up to the position, within the scopes. */
  async getMany(view: string, ids: readonly string[], past: Past): Promise<readonly ViewDoc[]> {
    if (view === links.name) return linkDocsAsOf(this.#deps, links, ids, past.position);
    if (view === checks.name) return linkDocsAsOf(this.#deps, checks, ids, past.position);
    const ref = refOf(view);
    const tables = await this.#tablesOf(ref, past, scopesOfIds(ref, ids, past));
    return ids.flatMap((id) => {
      for (const each of tables) {
        const doc = each.get(ref, id);
        if (doc !== null) return [doc];
      }
      return [];
    });
  }

  /** Reads contacts each time: an erased contact must not stay in this cache. */
  async #withContacts(rows: readonly ViewDoc[], { position }: Past): Promise<ViewDoc[]> {
    const ids = rows.map(({ id }) => id);
    const contacts = await contactsAsOf(this.#deps, ids, position);
    return rows.map((row) => ({ ...row, pocEmail: contacts.get(row.id) ?? null }));
  }

  async #tablesOf(view: ViewRef, { position }: Past, scopes: readonly string[]): Promise<readonly Tables[]> {
    const kind = KINDS.get(view) ?? 'links';
    return Promise.all(scopes.map((scope) => this.#tables(kind, scope as Scope, position)));
  }

  async #tables(kind: Kind, scope: Scope, position: number): Promise<Tables> {
    const key = `${kind} ${scope} ${await this.#lastEntry(scope, position)}`;
    const cached = this.#states.get(key);
    if (cached !== undefined) {
      this.#states.delete(key);
      this.#states.set(key, cached);
      return cached.tables;
    }
    const build = this.#lastBuild.then(() => this.#build(kind, scope, position));
    const state: State = { tables: build, weight: 0 };
    this.#states.set(key, state);
    this.#lastBuild = build.then(
      (tables) => {
        state.weight = tables.count(links);
        this.#evict(state);
      },
      () => {
        this.#states.delete(key);
      },
    );
    return build;
  }

  #build(kind: Kind, scope: Scope, position: number): Promise<Tables> {
    switch (kind) {
      case 'links':
        return linksAsOf(this.#deps, scope, position, this.#most);
      case 'campaigns':
        return campaignsAsOf(this.#deps, scope, position);
      case 'clients':
        return clientsAsOf(this.#deps, scope, position);
      case 'team':
        return teamAsOf(this.#deps, scope, position);
      default:
        return kind satisfies never;
    }
  }

  /** The id of the scope's last entry up to the position: positions with the same last entry have the same state. */
  async #lastEntry(scope: Scope, position: number): Promise<string> {
    // After the two entries that an event may have.
    const before = `${entryId(position)}~`;
    const { rows } = await this.#deps.reads.find(ledgerEntries, { where: { scope }, before, limit: 1, countUpTo: 1 });
    return rows[0]?.id ?? '';
  }

  /** Drops the least recently used states until the others fit, but never the state just built. */
  #evict(built: State): void {
    for (const [key, state] of this.#states) {
      if (this.links <= this.#most && this.#states.size <= MOST_STATES) return;
      if (state !== built) this.#states.delete(key);
    }
  }
}

function refOf(name: string): ViewRef {
  const view = PAST_VIEWS.find((each) => each.name === name);
  if (view === undefined) throw new TypeError(`the view ${name} has no past states`);
  return view;
}

/** The scopes in which a query can find documents; all of them if the query has no scope. */
function scopesOfQuery(view: ViewRef, { where = {} }: FindQuery, { scopes }: Past): readonly string[] {
  const wanted = view === linkCountMonths ? where.counter : where.scope;
  if (wanted === undefined) return scopes;
  const named = new Set([wanted].flat().map((value) => scopeOfCounter(String(value))));
  return scopes.filter((scope) => named.has(scope));
}

/** The ids of counters begin with their scope; the id of a team is its scope. */
function scopesOfIds(view: ViewRef, ids: readonly string[], { scopes }: Past): readonly string[] {
  if (view === campaigns || view === clients) return scopes;
  const named = new Set(ids.map((id) => (view === teams ? `team:${id}` : scopeOfCounter(id))));
  return scopes.filter((scope) => named.has(scope));
}

function scopeOfCounter(id: string): string {
  return id.split(' ', 1)[0] ?? id;
}
