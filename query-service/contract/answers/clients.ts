/** Answers about clients. */

import type { LinkCountsAnswer } from './stats.ts';

/** One line of GET /api/clients and of GET /api/teams/{id}/clients. */
export interface ClientAnswer extends LinkCountsAnswer {
  readonly clientDomain: string;
  /** The share of live links, rounded to a whole percent. */
  readonly livePercent: number;
  /** Links whose daysLeft is 0 to 30. Only with `activity`. */
  readonly expiringSoon?: number;
  /** When one of its links was last checked; null before the first check. An ISO instant. Only with `activity`. */
  readonly lastChecked?: string | null;
}

/** A client's links in one team, or among the caller's own links. */
export interface ClientInScopeAnswer extends LinkCountsAnswer {
  /** null for the caller's own links. */
  readonly teamId: string | null;
  readonly teamName: string | null;
  /** True if the caller may share these links. */
  readonly mayShare: boolean;
}

/** GET /api/clients/{domain}. */
export interface ClientDetailsAnswer extends ClientAnswer {
  /** Only scopes with links of the client; the caller's own links first. */
  readonly scopes: readonly ClientInScopeAnswer[];
}
