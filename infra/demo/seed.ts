/** Fills a new Linkledger with the agency's links, through its HTTP API like anybody else. */
import { setTimeout as wait } from 'node:timers/promises';
import type { LinkAnswer, UserAnswer } from '../../query-service/queries.ts';
import { EDITED, OWNER, orderOf, TRASHED } from './agency.ts';
import type { Articles } from './articles.ts';
import type { Visitor } from './visitor.ts';

/** How many links are added at a time. */
const AT_ONCE = 8;
const LOOK_AGAIN_MS = 200;

/**
 * Adds every promised link, edits one, throws two away, and resolves when each has been checked.
 * @param progress is told how many are checked, of how many.
 */
export async function seed(
  visitor: Visitor,
  articles: Pick<Articles, 'promised'>,
  progress: (done: number, all: number) => void,
  signal: AbortSignal,
): Promise<void> {
  await visitor.send('PATCH', '/api/user/profile', OWNER.profile);
  const { id: userId } = await visitor.get<UserAnswer>('/api/auth/user');
  const today = Temporal.Now.plainDateISO('UTC');
  const all = articles.promised.length;
  const waiting = articles.promised.entries();
  let done = 0;
  progress(done, all);

  async function addSome(): Promise<void> {
    for (const [index, promised] of waiting) {
      const order = orderOf(promised, index, userId, today);
      const { id } = await visitor.send<{ readonly id: string }>('POST', '/api/links', order);
      if (promised.slug === EDITED.slug) await visitor.send('PATCH', `/api/links/${id}`, EDITED.change);
      if (TRASHED.has(promised.slug)) await visitor.send('DELETE', `/api/links/${id}`);
      progress(++done, all);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, addSome));
  while (await isChecking(visitor)) await wait(LOOK_AGAIN_MS, undefined, { signal });
}

/** Whether a check is still under way: an answer does not wait for one that takes very long. */
async function isChecking(visitor: Visitor): Promise<boolean> {
  const links = await visitor.get<readonly LinkAnswer[]>('/api/links');
  return links.some(({ checking }) => checking);
}
