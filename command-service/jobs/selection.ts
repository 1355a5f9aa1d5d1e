/** Which links a batch is about. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReadStore } from '../../infra/ports/read-store.ts';
import { type LinkDoc, links } from '../../projections/views/links/links.ts';
import { type BulkSelection, MAX_BULK } from '../commands/bulk.ts';
import { DomainError } from '../errors.ts';
import type { Principal } from '../principal.ts';

/** Answers what a list shows. */
export interface LinkSearch {
  /**
   * All links that GET /api/links shows the person with these parameters, in chunks; each once.
   * @throws Problem 400 naming each wrong parameter.
   */
  matching(principal: Principal, filter: Readonly<Record<string, unknown>>): AsyncIterable<readonly LinkDoc[]>;
}

/** Links looked at in one turn of the event loop. */
const SLICE = 250;

/** A link that was chosen, as the view has it; null: it has none by that id. */
export interface Chosen {
  readonly id: string;
  readonly doc: LinkDoc | null;
}

/**
 * The links in slices, each once.
 * @throws Refusal `too-many`.
 */
export async function* selectLinks(
  { reads, listed }: { readonly reads: ReadStore; readonly listed: LinkSearch },
  principal: Principal,
  choice: BulkSelection,
): AsyncGenerator<readonly Chosen[]> {
  if ('ids' in choice) {
    for (let from = 0; from < choice.ids.length; from += SLICE) {
      const ids = choice.ids.slice(from, from + SLICE);
      const docs = new Map((await reads.getMany(links, ids)).map((doc) => [doc.id, doc]));
      yield ids.map((id) => ({ id, doc: docs.get(id) ?? null }));
      await nextTurn();
    }
    return;
  }
  let total = 0;
  for await (const docs of listed.matching(principal, choice.filter)) {
    total += docs.length;
    if (total > MAX_BULK) {
      const most = MAX_BULK.toLocaleString('en');
      throw new DomainError('conflict', 'too-many', `This can be done with ${most} links at once: narrow the list.`);
    }
    for (let from = 0; from < docs.length; from += SLICE) {
      yield docs.slice(from, from + SLICE).map((doc) => ({ id: doc.id, doc }));
      await nextTurn();
    }
  }
}
