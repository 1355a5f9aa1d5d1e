/** The links that a list shows a person, for who works on all of them. */
import type { ParsedUrlQuery } from 'node:querystring';
import type { Principal } from '../../command-service/principal.ts';
import type { ReadStore } from '../../infra/ports/read-store.ts';
import type { LinkDoc } from '../../projections/views/links/links.ts';
import { accessOf } from '../access/access.ts';
import { linkFilterSchema } from '../contract/queries.ts';
import { selectLinks } from './link-list.ts';
import { beginList, streamList } from './list-response.ts';
import { invalidQuery, parseQuery } from './query-params.ts';

export function listedLinks(reads: ReadStore, now: () => Date) {
  return {
    /**
     * All of them in chunks, each once, as GET /api/links would answer them with these parameters.
     * @throws Problem 400 naming each wrong parameter.
     */
    async *matching(
      principal: Principal,
      filter: Readonly<Record<string, unknown>>,
    ): AsyncGenerator<readonly LinkDoc[], void, void> {
      const query = parseQuery(linkFilterSchema, asQuery(filter));
      const { query: parts, ...list } = await selectLinks({ reads, now }, await accessOf(reads, principal), query);
      // By id, which no link changes while the list is read.
      const byId = parts.map(({ query: { sort: _, ...narrowed } }) => ({ query: narrowed }));
      const all = { ...list, query: byId, present: async (docs: readonly LinkDoc[]) => docs };
      yield* streamList(all, await beginList(all));
    },
  };
}

/** JSON as a query string would say it. */
function asQuery(filter: Readonly<Record<string, unknown>>): ParsedUrlQuery {
  const wrong: Record<string, string> = {};
  // A map: a parameter may be called __proto__.
  const query = new Map<string, string[]>();
  for (const [name, value] of Object.entries(filter)) {
    const texts = [value].flat().map((each) => (typeof each === 'number' ? String(each) : each));
    if (value === null) continue;
    if (texts.every((each) => typeof each === 'string')) query.set(name, texts);
    else wrong[name] = `${name.slice(0, 50)} must be text, a number or a list of texts`;
  }
  if (Object.keys(wrong).length > 0) throw invalidQuery(wrong);
  return Object.fromEntries(query);
}
