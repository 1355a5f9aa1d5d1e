/**
 * What a request reaches that comes with an API token. A token acts in a person's place and never as more than they are
 * now; one for a single team reaches that team alone, whatever else its person sees. The limit goes along with all work of
 * the request, so that whoever asks what a person is to a scope hears the answer for this request.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** A token that opens something. */
export interface TokenGrant {
  readonly tokenId: string;
  /** In whose place it acts. */
  readonly userId: string;
  readonly access: 'read' | 'write';
  /** The one team it is for; null: all that its person sees. */
  readonly teamId: string | null;
}

const current = new AsyncLocalStorage<TokenGrant>();

/** Does the work of a request that came with a token. */
export function withGrant<T>(grant: TokenGrant, work: () => T): T {
  return current.run(grant, work);
}

/** Whether this request can reach a scope at all; always without a token. What its person is there is another question. */
export function reaches(scope: string): boolean {
  const teamId = current.getStore()?.teamId ?? null;
  return teamId === null || scope === `team:${teamId}`;
}
