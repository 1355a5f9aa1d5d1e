/** Answers about clients. */

import type { LinkCountsAnswer } from './stats.ts';

/** One line of GET /api/clients and of GET /api/teams/{id}/clients. */
export interface ClientAnswer extends LinkCountsAnswer {
  readonly clientDomain: string;
  /** Of all links, rounded. */
  readonly livePercent: number;
}

/** How many of a client's links there are in one place. */
export interface ClientInScopeAnswer extends LinkCountsAnswer {
  /** null: the person's own links. */
  readonly teamId: string | null;
  readonly teamName: string | null;
  /** Whether the person may share the client's links from here. */
  readonly mayShare: boolean;
}

/** GET /api/clients/{domain}. */
export interface ClientDetailsAnswer extends ClientAnswer {
  /** Only those with links of the client, the person's own first. */
  readonly scopes: readonly ClientInScopeAnswer[];
}
