/** Answers about clients. */

import type { ClientContact } from '../../../command-service/model/client/events.ts';
import type { LinkCountsAnswer } from './stats.ts';

/** One line of GET /api/clients and of GET /api/teams/{id}/clients. */
export interface ClientAnswer extends LinkCountsAnswer {
  /** The first of its domains: it names the client in addresses. */
  readonly clientDomain: string;
  /** The name in its record; without a record, its domain. */
  readonly name: string;
  readonly domains: readonly string[];
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
  /** True if the caller may edit the client’s record in this list. */
  readonly mayEdit: boolean;
  /** True if the record that names the client is this list’s. */
  readonly hasRecord: boolean;
}

/** GET /api/clients/{domain}. */
export interface ClientDetailsAnswer extends ClientAnswer {
  /** Only scopes with links of the client or with its record; the caller's own links first. */
  readonly scopes: readonly ClientInScopeAnswer[];
  readonly notes: string | null;
  readonly contacts: readonly ClientContact[];
  /** Of the record: send it as If-Match. -1 without a record. */
  readonly revision: number;
}
