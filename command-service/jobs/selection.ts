/** The links that a bulk operation selects. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Principal } from '../../infra/ports/process/principal.ts';
import type { FindQuery, ReadStore } from '../../infra/ports/storage/read-store.ts';
import { linkCounts } from '../../projections/views/links/link-counts.ts';
import type { LinkDoc } from '../../projections/views/links/link-doc.ts';
import { type LinkField, links } from '../../projections/views/links/links.ts';
import { todayOf } from '../../projections/views/people/days-of-lists.ts';
import { memberships } from '../../projections/views/people/memberships.ts';
import { users } from '../../projections/views/people/users.ts';
import { type NamedAssignee, scopesOf, searchParts, toLinkQuery } from '../../query-service/contract/link-filter.ts';
import { readSets } from '../../query-service/contract/link-sets.ts';
import { linkFilterSchema } from '../../query-service/contract/queries.ts';
import { readQueryString } from '../../query-service/contract/query-string.ts';
import type { Action } from '../contract/policy.ts';
import { InputError } from '../contract/schema/parse.ts';
import { type Scope, teamIdOf } from '../contract/scope.ts';
import { DomainError } from '../core/errors.ts';
import { scanLinks } from '../links/scan-links.ts';
import { visibleScopes } from '../links/visible-scopes.ts';
import { type BulkSelection, MAX_BULK } from '../model/bulk/commands.ts';

/** How many links are read at once, and passed on in one turn of the event loop. */
const PAGE = 1_000;
const SLICE = 250;

const NO_VENDORS = 'You may not read prices and vendors in these lists. Leave out the vendor, or ask the team’s owner.';

interface SelectionDeps {
  readonly reads: ReadStore;
  readonly now: () => Date;
}

/** A selected link in the view; null if the view lacks its id. */
export interface SelectedLink {
  readonly id: string;
  readonly doc: LinkDoc | null;
}

/**
 * The selected links in slices, each link once: by their ids, or as GET /api/links lists them for the same filter.
 * @param isMeant whether the operation is about a link of the list.
 * @throws DomainError `too-many`; InputError that names each wrong parameter of the filter.
 */
export async function* selectLinks(
  deps: SelectionDeps,
  principal: Principal,
  choice: BulkSelection,
  isMeant: (doc: LinkDoc) => boolean = () => true,
): AsyncGenerator<readonly SelectedLink[]> {
  if ('ids' in choice) {
    for (let from = 0; from < choice.ids.length; from += SLICE) {
      const ids = choice.ids.slice(from, from + SLICE);
      const docs = new Map((await deps.reads.getMany(links, ids)).map((doc) => [doc.id, doc]));
      yield ids.map((id) => ({ id, doc: docs.get(id) ?? null }));
      await nextTurn();
    }
    return;
  }
  let total = 0;
  for await (const page of scanAll(deps.reads, await queriesFor(deps, principal, choice.filter))) {
    const docs = page.filter(isMeant);
    total += docs.length;
    if (total > MAX_BULK) {
      const most = MAX_BULK.toLocaleString('en');
      throw new DomainError('conflict', 'too-many', `This works with at most ${most} links at once: narrow the list.`);
    }
    for (let from = 0; from < docs.length; from += SLICE) {
      yield docs.slice(from, from + SLICE).map((doc) => ({ id: doc.id, doc }));
      await nextTurn();
    }
  }
}

async function* scanAll(
  reads: ReadStore,
  queries: readonly FindQuery<LinkField>[],
): AsyncGenerator<readonly LinkDoc[]> {
  for (const query of queries) yield* scanLinks(reads, query, '', PAGE);
}

/** The queries for the links that the principal sees and the filter selects; no link is in two of them. */
async function queriesFor(
  { reads, now }: SelectionDeps,
  principal: Principal,
  filterParams: Readonly<Record<string, unknown>>,
): Promise<readonly FindQuery<LinkField>[]> {
  const filter = readQueryString(linkFilterSchema, asQueryString(filterParams));
  const scopesFor = async (action: Action) =>
    scopesOf({ scopes: await visibleScopes(reads, principal, action) }, filter.teamId);
  const seen = await scopesFor('ReadLinks');
  if (seen.length === 0) return [];
  const scopes = filter.vendor === undefined ? seen : await scopesFor('ReadMoney');
  if (scopes.length === 0) throw new DomainError('forbidden', 'forbidden', NO_VENDORS);
  const today = await todayOf(reads, scopes, now());
  const query = toLinkQuery(scopes, filter, today, await readSets(reads, scopes, filter, today));
  return filter.q === undefined ? [query] : searchParts(query, await assigneesIn(reads, principal, scopes));
}

/** The assignees of the links in these scopes. With names: the people in the principal's teams, and the principal. */
async function assigneesIn(
  reads: ReadStore,
  { userId }: Principal,
  scopes: readonly Scope[],
): Promise<readonly NamedAssignee[]> {
  const { rows } = await reads.find(linkCounts, { where: { scope: scopes, kind: 'assignee' } });
  const teams = scopes.flatMap((scope) => teamIdOf(scope) ?? []);
  const members = teams.length === 0 ? [] : (await reads.find(memberships, { where: { teamId: teams } })).rows;
  const people = await reads.getMany(users, [...new Set([userId, ...members.map((member) => member.userId)])]);
  const names = new Map(
    people.map(({ id, firstName, lastName, email }) => [id, `${firstName} ${lastName}`.trim() || email]),
  );
  return [...new Set(rows.map(({ assignedTo }) => assignedTo))].map((id) => ({
    id: id || null,
    name: names.get(id) ?? '',
  }));
}

/** A filter in JSON as the equivalent query string. */
function asQueryString(filter: Readonly<Record<string, unknown>>): Readonly<Record<string, readonly string[]>> {
  const wrong: Record<string, string> = {};
  // A map, because a parameter may be called __proto__.
  const query = new Map<string, readonly string[]>();
  for (const [name, value] of Object.entries(filter)) {
    if (value === null) continue;
    const texts = [value].flat().map((each) => (typeof each === 'number' ? String(each) : each));
    if (texts.every((each) => typeof each === 'string')) query.set(name, texts);
    else wrong[name] = `${name.slice(0, 50)} must be text, a number or a list of texts`;
  }
  if (Object.keys(wrong).length > 0) throw new InputError(wrong);
  return Object.fromEntries(query);
}
