/** A read store that reads as of a position of the log, for one request. */
import { Problem } from '../../infra/http/request/problem.ts';
import { type Past, type PastViews, TooManyLinksError } from '../../infra/ports/storage/past-views.ts';
import type { FindQuery, FindResult, ReadStore, ViewDoc, ViewRef } from '../../infra/ports/storage/read-store.ts';
import { entryId } from '../../projections/view.ts';
import { ledger, ledgerEntries } from '../../projections/views/ledger/ledger.ts';
import { campaigns } from '../../projections/views/links/campaigns.ts';
import { checks } from '../../projections/views/links/checks.ts';
import { clients } from '../../projections/views/links/clients.ts';
import { linkCountMonths, linkCounts } from '../../projections/views/links/link-counts.ts';
import { links } from '../../projections/views/links/links.ts';
import { closedScopes } from '../../projections/views/people/closed-scopes.ts';
import { invitations } from '../../projections/views/people/invitations.ts';
import { subscriptions } from '../../projections/views/people/subscriptions.ts';
import { teams } from '../../projections/views/people/teams.ts';
import { users } from '../../projections/views/people/users.ts';
import { findSeen } from '../lists/find-seen.ts';

const PAST: ReadonlySet<ViewRef> = new Set<ViewRef>([
  links,
  linkCounts,
  linkCountMonths,
  campaigns,
  clients,
  teams,
  checks,
]);

/** People have their present names, so that an erased person is never named; the ledger has no erased values. */
const PRESENT: ReadonlySet<ViewRef> = new Set<ViewRef>([users, ledger]);

/**
 * Views that are empty in the past: invitations and cooldowns only matter for what people do next, and the scopes of
 * closed teams are among the caller's scopes.
 */
const EMPTY: ReadonlySet<ViewRef> = new Set<ViewRef>([invitations, subscriptions, closedScopes]);

/** The store that routes use instead of `live`. A view without a past is a programming error: it throws. */
export function pastReads(live: ReadStore, views: PastViews, past: Past): ReadStore {
  const last = `${entryId(past.position)}+`;
  const isOfPast = (view: ViewRef) => PAST.has(view);
  const noPast = (view: ViewRef) => new TypeError(`the view ${view.name} has no past states`);
  const readOnly = () => Promise.reject(new TypeError('a past state cannot be written'));

  async function getMany<Doc extends ViewDoc>(view: ViewRef<Doc>, ids: readonly string[]): Promise<Doc[]> {
    if (ids.length === 0 || EMPTY.has(view)) return [];
    if (PRESENT.has(view)) return live.getMany(view, ids);
    if (!isOfPast(view)) throw noPast(view);
    // Documents lose their type on the way through `PastViews`.
    return (await withProblem(() => views.getMany(view.name, ids, past))) as Doc[];
  }

  async function find<Doc extends ViewDoc>(view: ViewRef<Doc>, query: FindQuery): Promise<FindResult<Doc>> {
    if (EMPTY.has(view)) return { rows: [], total: 0 };
    if (PRESENT.has(view)) return live.find(view, query);
    // Entries never change, so the present view has all past entries.
    if (view.name === ledgerEntries.name) return findSeen(live, view, query, (id) => id <= last);
    if (!isOfPast(view)) throw noPast(view);
    return (await withProblem(() => views.find(view.name, query, past))) as FindResult<Doc>;
  }

  return {
    get: async (view, id) => (await getMany(view, [id]))[0] ?? null,
    getMany,
    find: (view, query) => find(view, query),
    position: async () => past.position,
    positions: async (asked) => asked.map(() => past.position),
    reached: async () => true,
    watch: () => {
      throw new TypeError('a past state does not change, so it has no commits to watch');
    },
    commit: readOnly,
    beginFilling: readOnly,
    endFilling: readOnly,
  };
}

async function withProblem<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TooManyLinksError)) throw error;
    const most = error.most.toLocaleString('en');
    const message = `A past day can be shown for at most ${most} links at once. Choose a team with fewer.`;
    throw new Problem(422, 'too-many-links', message);
  }
}
