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

/** One event as in the log. GET /api/events/schema has the shapes of `data` by type. */
export interface EventAnswer {
  /** Opaque. Send it as `after` to continue after this event. */
  readonly cursor: string;
  readonly id: string;
  readonly type: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** A user id, or checker, scheduler, system. */
  readonly actor: string;
  /** The scope of the event: `team:<id>`, or `user:<id>` for a person's own. */
  readonly scope: string;
  /** Its position in the log. Positions increase; they are not dense. */
  readonly position: number;
  readonly stream: string;
  /** Its revision in the stream, from 0. */
  readonly revision: number;
  /** The same for all events that follow from one request. */
  readonly correlationId: string;
  /** The id of the command or event that caused it. */
  readonly causationId: string;
  /** Personal values are null once erased. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The link of an event, as it is now. */
export interface LedgerLinkAnswer {
  readonly id: string;
  readonly articleLink: string;
  readonly clientLink: string;
  readonly place: 'active' | 'trash' | 'purged';
  /** Whether a check ever found the link. */
  readonly wasLive: boolean;
}

/** One line of GET /api/ledger, newest first. */
export interface LedgerAnswer {
  readonly event: EventAnswer;
  readonly kind: LedgerKind;
  /** The name, or the email address of a person without a name. The console replaces the caller's own with 'You'. */
  readonly actorName: string;
  /** The team whose list has the event; null for the caller's own list. */
  readonly teamId: string | null;
  readonly teamName: string | null;
  /** null if the event has no link, or if you do not see the link's list now. */
  readonly link: LedgerLinkAnswer | null;
  /** The same event as in the history of its link; null for other events. */
  readonly history: HistoryAnswer | null;
  /** The names of the people, teams and campaigns whose ids are in `data`, if you may see them. */
  readonly names: Readonly<Record<string, string>>;
}
