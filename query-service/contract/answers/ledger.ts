/** Answers about the events themselves. */

import type { HistoryAnswer } from './links.ts';

/** The kinds of events in the ledger. */
export const LEDGER_KINDS = [
  'links',
  'status',
  'checks',
  'notices',
  'campaigns',
  'teams',
  'invitations',
  'shares',
  'saved-views',
  'jobs',
  'account',
] as const;

export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** One event, as the log has it. GET /api/events/schema has the shapes of `data` by type. */
export interface EventAnswer {
  /** Opaque. Send it as `after` to continue behind this event. */
  readonly cursor: string;
  readonly id: string;
  readonly type: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** A user id, or checker, scheduler, system. */
  readonly actor: string;
  /** Where it happened: `team:<id>`, or `user:<id>` for a person's own. */
  readonly scope: string;
  /** Its place in the log. Positions increase; they are not dense. */
  readonly position: number;
  readonly stream: string;
  /** Its place in the stream, from 0. */
  readonly revision: number;
  /** Equal for all that follows from one request. */
  readonly correlationId: string;
  /** The id of the command or event that caused it. */
  readonly causationId: string;
  /** A personal value is null once it was erased. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The link that an event concerns, as it is now. */
export interface LedgerLinkAnswer {
  readonly id: string;
  readonly articleLink: string;
  readonly clientLink: string;
  readonly place: 'active' | 'trash' | 'purged';
  /** Whether a check ever found it. */
  readonly wasLive: boolean;
}

/** One line of GET /api/ledger, newest first. */
export interface LedgerAnswer {
  readonly event: EventAnswer;
  readonly kind: LedgerKind;
  /** The name, or the email address without one. The console replaces the caller's own with 'You'. */
  readonly actorName: string;
  /** The team in whose list it happened; null for the caller's own. */
  readonly teamId: string | null;
  readonly teamName: string | null;
  /** null if the event concerns no link, or one that is in a list you do not see now. */
  readonly link: LedgerLinkAnswer | null;
  /** The same event as the history of its link shows it; null for other events. */
  readonly history: HistoryAnswer | null;
  /** The names of the people, teams and campaigns that `data` has the ids of, as far as you may see them. */
  readonly names: Readonly<Record<string, string>>;
}
