/** Answers about the events themselves. */

import type { LinkStatus } from '../../../command-service/contract/observation.ts';
import type { HistoryAnswer, ReasonAnswer } from './links.ts';

/** The kinds of events in the ledger. */
export const LEDGER_KINDS = [
  'links',
  'status',
  'checks',
  'notices',
  'terms',
  'alert-rules',
  'money',
  'campaigns',
  'clients',
  'teams',
  'invitations',
  'shares',
  'reports',
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
  /** The names of the people, teams, campaigns and clients whose ids are in `data`, if you may see them. */
  readonly names: Readonly<Record<string, string>>;
}

/** The result of a check, with its reason. */
export interface OutcomeAnswer {
  readonly status: LinkStatus;
  readonly reason: ReasonAnswer;
}

/** The results of a status check. */
export interface StoryRunAnswer {
  readonly isRunning: boolean;
  /** How many links are done. */
  readonly done: number;
  readonly live: number;
  readonly removed: number;
  readonly pending: number;
}

/** What happened for one cause: a request, a job over many links, or the scheduled checks of a day. */
export interface StoryAnswer {
  /** Send it as `story` to GET /api/ledger for its events. */
  readonly id: string;
  /** Its first event that matches the filters: it gives the story its place. */
  readonly head: LedgerAnswer;
  /** How many events match. Stops at 10,000. */
  readonly events: number;
  /** How many links it concerns. */
  readonly links: number;
  /** The last result of the checks in a story of one link; null without one. */
  readonly outcome: OutcomeAnswer | null;
  /** The results of a status check so far; null for other stories. */
  readonly run: StoryRunAnswer | null;
}

/** One page of GET /api/ledger/stories, newest first. */
export interface StoriesAnswer {
  readonly stories: readonly StoryAnswer[];
  /** Send it as `before` for the next page, which may be longer than this one; null at the beginning of the ledger. */
  readonly next: string | null;
}
