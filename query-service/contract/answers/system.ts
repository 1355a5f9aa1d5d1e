/** Answers about the installation itself, for its administrators. */

import type { SignUpAnswer } from './account.ts';

/** GET /api/system. What a process reports is at most about ten seconds old. */
export interface SystemAnswer {
  /** When this report was made; an ISO instant. */
  readonly at: string;
  readonly engines: SystemEnginesAnswer;
  readonly signUp: SignUpAnswer;
  /** Problems to look at, errors first. */
  readonly problems: readonly SystemProblemAnswer[];
  readonly processes: readonly SystemProcessAnswer[];
  /** Every view, by name. */
  readonly views: readonly SystemViewAnswer[];
  readonly checks: SystemChecksAnswer;
  /** Hosts that get no visits for a while, because they block or do not answer; null if no process reports them. */
  readonly resting: SystemRestingAnswer | null;
  /** null if no process reports them. */
  readonly mails: SystemMailsAnswer | null;
  /** null if no process makes backups. */
  readonly backup: SystemBackupAnswer | null;
  /** The disk of the data folder; null if servers keep the data. */
  readonly disk: SystemDiskAnswer | null;
  /** The newest seal of the log; null before the first. */
  readonly seal: { readonly day: string; readonly count: number; readonly sealedAt: string } | null;
}

/** The engines that store the data. */
export interface SystemEnginesAnswer {
  readonly log: 'SQLite' | 'EventStoreDB';
  readonly views: 'SQLite' | 'MongoDB';
  /** How orders reach the checkers. */
  readonly checks: 'memory' | 'Kafka';
}

/** A problem in a sentence, and what to do. */
export interface SystemProblemAnswer {
  /** The subject, such as 'disk' or 'view'. */
  readonly area: string;
  /** `error`: something does not work. */
  readonly level: 'warning' | 'error';
  readonly message: string;
  /** null if nothing can be done. */
  readonly advice: string | null;
}

/** One process of the installation. */
export interface SystemProcessAnswer {
  readonly id: string;
  /** The name of its machine. */
  readonly machine: string;
  readonly roles: readonly string[];
  /** The version of Linkledger. */
  readonly version: string;
  /** The version of Node. */
  readonly node: string;
  readonly startedAt: string;
  readonly memoryBytes: number;
  /** `starting`: it fills views and does not answer yet. */
  readonly state: 'starting' | 'running' | 'stopping';
}

/** A view, as the process that keeps it reports it. */
export interface SystemViewAnswer {
  readonly view: string;
  /** `filling`: it is built from the log. `failing`: it cannot be updated now. `stopped`: only a newer version helps. `unkept`: no process keeps it. */
  readonly state: 'following' | 'behind' | 'filling' | 'failing' | 'stopped' | 'unkept';
  /** The time since the view was last at the end of the log; 0 while it is there. */
  readonly lagSeconds: number;
  /** Why the view fails or stopped. */
  readonly error: string | null;
}

/** The checks without a result so far. */
export interface SystemChecksAnswer {
  /** Counting stops at 10,000. */
  readonly open: number;
  /** Since when the oldest of them has been open. */
  readonly oldestSince: string | null;
  /** For how long no check was recorded although a check was due all the time; null if no process reports it. */
  readonly silentSeconds: number | null;
}

export interface SystemRestingAnswer {
  readonly count: number;
  /** The hosts that rest longest, at most 20. */
  readonly hosts: readonly { readonly host: string; readonly until: string }[];
}

export interface SystemMailsAnswer {
  readonly waiting: number;
  /** The waiting mails that the mail server refused at least once. */
  readonly retried: number;
  /** When the next mail is tried. */
  readonly nextAt: string | null;
  /** Mails given up in the last seven days, newest first, at most 20. */
  readonly givenUp: readonly SystemLostMailAnswer[];
}

export interface SystemLostMailAnswer {
  readonly kind: string;
  /** `refused`: the address was. `unknown`: it may have arrived. `late`: not sent in time. `unreadable`: new secret. */
  readonly reason: 'refused' | 'unknown' | 'late' | 'unreadable';
  readonly at: string;
}

export interface SystemBackupAnswer {
  readonly folder: string;
  readonly everySeconds: number;
  /** How many backups are kept. */
  readonly keep: number;
  /** null before the first backup. */
  readonly lastAt: string | null;
  readonly hasFailed: boolean;
}

export interface SystemDiskAnswer {
  readonly folder: string;
  readonly freeBytes: number;
  readonly sizeBytes: number;
}
