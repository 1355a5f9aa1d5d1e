/**
 * Mails that wait for the mail server. A mail is stored before it is sent, and removed when the server has taken it; a
 * failed attempt is repeated after minutes, then hours, until the mail is out of date. It is stored encrypted: it
 * contains addresses, and an invitation's link.
 *
 * The mail's id is marked as sent right before its text is handed over: only one process sends it. If that process dies
 * before, the next process sends the mail; if it dies after, the mail may have arrived and is not sent again.
 *
 * The mail of a command is stored before the command's event is appended, because the log lacks the secret that the
 * mail contains. The command sends it after the append. If the command's process dies in between, `run` sends it if the
 * log has the event.
 */

import { hkdfSync } from 'node:crypto';
import { decrypt, encrypt } from '../../infra/crypto/encryption.ts';
import type { Logger } from '../../infra/ports/process/logger.ts';
import { type Mail, MailError, type Mailer } from '../../infra/ports/process/mailer.ts';
import { inRounds } from '../../infra/ports/process/rounds.ts';
import type { DurableStore } from '../../infra/ports/storage/durable-store.ts';
import { isDue } from '../clock/clock-trust.ts';
import {
  type GivenUp,
  ISSUE_MAIL,
  ISSUE_MAIL_DAYS,
  type IssueMail,
  type IssueMailStatus,
} from '../contract/issue-mails.ts';
import { EVERYBODY, LOST, OUTBOX, SENT } from './alert-mail-progress.ts';
import type { MailTarget } from './mail-target.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The pauses after the first attempts; the last pause repeats. */
const PAUSES_MS = [1, 2, 5, 15, 30, 60, 120, 240].map((minutes) => minutes * MINUTE_MS);
/** How long a mail is retried unless it is out of date earlier. */
const PATIENCE_MS = 3 * DAY_MS;
/** This many failed mails in a row mean that the mail server is down. */
const FAILURES = 3;
/** Milliseconds between two rounds. */
const ROUND_MS = 5_000;
/** How long the mail being sent may go on once the process stops, in ms. */
const GRACE_MS = 3_000;
/** The time in ms that a command has to append its event and to try its mails. */
const COMMAND_MS = 2 * MINUTE_MS;
/** How long the operator sees a mail that was given up. */
const LOST_MS = 7 * DAY_MS;
const MOST_LOST = 20;

interface QueuedMail {
  /** The mail, encrypted. */
  readonly sealed: string;
  readonly kind: string;
  /** A number that the caller stores with the mail. */
  readonly mark: number;
  readonly tries: number;
  /** The mail is not tried before this instant. */
  readonly nextAt: string;
  readonly until: string;
  /** Whether its text is being handed over; only in entries that earlier versions stored. */
  readonly isHanded?: boolean;
  readonly target?: MailTarget;
}

/** A mail of a command, to be stored before the command's event is appended. */
export interface CommandMail {
  readonly mail: Mail & { readonly id: string };
  readonly kind: string;
  readonly target: MailTarget;
}

/**
 * The result of a mail: sent, to be retried, given up, or possibly sent: the mail server has its text and did not
 * confirm it.
 */
export type FirstTry = 'sent' | 'delayed' | 'unconfirmed' | 'missed';

/** The result of one attempt. `elsewhere`: sent by another process, or removed. `stopped`: this process stops. */
interface Try {
  readonly outcome: 'sent' | 'failed' | 'refused' | 'unknown' | 'elsewhere' | 'stopped';
  readonly code?: unknown;
}

/** A mail that was given up. */
interface LostMail {
  readonly kind: string;
  readonly reason: GivenUp;
  readonly at: string;
}

interface OutboxSummary {
  readonly waiting: number;
  /** How many of the waiting mails were tried before. */
  readonly retried: number;
  /** When the next mail is due. */
  readonly nextAt: string | null;
  /** Newest first. */
  readonly givenUp: readonly LostMail[];
}

interface OutboxOptions {
  readonly state: DurableStore;
  readonly mailer: Mailer;
  /** A secret of this installation. */
  readonly secret: string;
  /** Whether a share or an invitation was created and is still open. */
  readonly isOpen: (target: MailTarget) => Promise<boolean>;
  /** The file of a mail. It is read when the mail is sent: the outbox keeps no files. */
  readonly attachmentOf?: (target: MailTarget) => Promise<Mail['attachment']>;
  /** Whether mails with this unsubscribe address are still wanted; default: yes. */
  readonly isWanted?: (address: string) => Promise<boolean>;
  readonly logger: Logger;
  readonly now: () => Date;
}

export class MailOutbox {
  readonly #options: OutboxOptions;
  readonly #key: Uint8Array;
  #givenUp = 0;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#key = new Uint8Array(hkdfSync('sha256', options.secret, '', 'mail outbox', 32));
  }

  /**
   * Stores a mail to be sent; the mail is safe once this resolves. An id names one mail: a repeated call changes
   * nothing. Resolves with the mark of the mail that was stored first.
   * @param until when the mail is out of date; by default after three days.
   */
  async add(
    mail: Mail,
    {
      id,
      kind,
      mark = 0,
      until,
    }: { readonly id: string; readonly kind: string; readonly mark?: number; readonly until?: string },
  ): Promise<number> {
    const stored = await this.#markOf(id);
    if (stored !== null) return stored;
    await this.#put(mail, { id, kind, mark, until: until ?? this.#after(PATIENCE_MS), nextAt: this.#after(0) });
    return mark;
  }

  /**
   * Stores the mails of a command before its event is appended. The command sends them afterwards; if it does not in
   * time, `run` sends them if the log has the event, and drops them otherwise.
   */
  async hold(mails: readonly CommandMail[]): Promise<void> {
    await Promise.all(
      mails.map(async ({ mail, kind, target }) => {
        const { id } = mail;
        if ((await this.#markOf(id)) !== null) return;
        const times = { until: this.#after(PATIENCE_MS), nextAt: this.#after(COMMAND_MS) };
        await this.#put(mail, { id, kind, mark: 0, target, ...times });
      }),
    );
  }

  /** Sends a mail whose event was appended. A mail is never sent twice. */
  async send(command: CommandMail): Promise<FirstTry> {
    const { state, logger } = this.#options;
    const { mail, kind } = command;
    const { id } = mail;
    // `run` may have dropped the mail of a slow command.
    await this.hold([command]);
    const entry = await state.get<QueuedMail>(OUTBOX, id);
    if (entry === null) return 'sent';
    const { outcome, code } = await this.#try(id, entry, mail);
    if (outcome === 'sent' || outcome === 'elsewhere') return 'sent';
    logger.warn({ kind, code }, 'could not send a mail');
    if (outcome === 'failed') {
      await this.release(id);
      return 'delayed';
    }
    await this.#end(id, entry, outcome === 'unknown' ? 'unknown' : 'refused');
    return outcome === 'unknown' ? 'unconfirmed' : 'missed';
  }

  /** Leaves a mail of a command to `run`. */
  async release(id: string): Promise<void> {
    const { state } = this.#options;
    const entry = await state.get<QueuedMail>(OUTBOX, id);
    if (entry !== null) await this.#delay(id, entry, this.#after(0));
  }

  /** Removes a mail that must not be sent. @param status for the log; null: its issue did not come out. */
  async drop(id: string, status: IssueMailStatus | null = null): Promise<void> {
    const { state } = this.#options;
    const entry = await state.get<QueuedMail>(OUTBOX, id);
    if (entry !== null) await this.#record(entry, status);
    await state.remove(OUTBOX, id);
  }

  /** The number of waiting mails. */
  async waiting(): Promise<number> {
    return (await this.#options.state.listOf(OUTBOX, EVERYBODY)).length;
  }

  /** The waiting mails, and those given up lately. */
  async summary(): Promise<OutboxSummary> {
    const { state } = this.#options;
    const waiting = (await state.listOf<QueuedMail>(OUTBOX, EVERYBODY)).map(({ value }) => value);
    const lost = (await state.listOf<LostMail>(LOST, EVERYBODY)).map(({ value }) => value);
    return {
      waiting: waiting.length,
      retried: waiting.filter(({ tries }) => tries > 0).length,
      nextAt: waiting.map(({ nextAt }) => nextAt).toSorted()[0] ?? null,
      givenUp: lost.toSorted((one, other) => (one.at < other.at ? 1 : -1)).slice(0, MOST_LOST),
    };
  }

  /** The number of mails that this process gave up: no server accepted them in time. */
  get givenUp(): number {
    return this.#givenUp;
  }

  /** Sends due mails until aborted. Only one process may do so at a time. */
  async run(signal: AbortSignal): Promise<void> {
    const trouble = { logger: this.#options.logger, failing: 'could not read the waiting mails' };
    await inRounds(() => this.sendDue(signal), ROUND_MS, trouble, signal);
  }

  /** Tries each due mail once. If several fail in a row, the others wait for the next round. */
  async sendDue(signal: AbortSignal): Promise<void> {
    const { state, isOpen, logger, now } = this.#options;
    const all = await state.listOf<QueuedMail>(OUTBOX, EVERYBODY);
    let failures = 0;
    for (const { key: id, value: entry } of all.toSorted((one, other) =>
      one.value.nextAt < other.value.nextAt ? -1 : 1,
    )) {
      if (signal.aborted || failures === FAILURES) return;
      // Clocks differ a little.
      if (!isDue(entry.nextAt, pauseAfter(entry.tries) + MINUTE_MS, now())) continue;
      if (entry.isHanded === true || (await state.get(SENT, id)) !== null) {
        if ((await state.get(OUTBOX, id)) === null) continue;
        logger.warn(
          { kind: entry.kind },
          'a mail may have arrived: its process stopped while sending it. It is not sent again',
        );
        await this.#giveUp(id, entry, 'unknown');
      } else if (entry.target !== undefined && !(await isOpen(entry.target))) {
        await this.drop(id, 'withdrawn');
      } else {
        failures = (await this.#sendWaiting(id, entry, signal)) ? 0 : failures + 1;
      }
    }
  }

  /** Sends one mail; false if the server seems to be down. */
  async #sendWaiting(id: string, entry: QueuedMail, signal: AbortSignal): Promise<boolean> {
    const { logger, isWanted } = this.#options;
    const { kind } = entry;
    const mail = this.#open(id, entry);
    if (mail === null) {
      logger.error({ kind }, 'a waiting mail cannot be read, because the session secret was changed; giving up on it');
      await this.#giveUp(id, entry, 'unreadable');
      return true;
    }
    if (mail.unsubscribe !== undefined && (await isWanted?.(mail.unsubscribe)) === false) {
      await this.drop(id, 'unsubscribed');
      return true;
    }
    const { outcome, code } = await this.#try(id, entry, mail, signal);
    if (outcome === 'unknown') {
      logger.warn(
        { kind, code },
        'a mail may have arrived: the mail server took its text and did not answer. It is not sent again',
      );
      await this.#giveUp(id, entry, 'unknown');
      return false;
    }
    if (outcome === 'refused') {
      logger.warn({ kind, code }, 'the mail server does not accept the address of a mail; giving up on it');
      await this.#giveUp(id, entry, 'refused');
      return true;
    }
    if (outcome !== 'failed') return true;
    if (signal.aborted) return false;
    const nextAt = this.#after(pauseAfter(entry.tries + 1));
    if (nextAt >= entry.until) {
      logger.error({ kind, code, tries: entry.tries + 1 }, 'a mail could not be sent in time; giving up on it');
      await this.#giveUp(id, entry, 'late');
      return false;
    }
    logger.warn({ kind, code, tries: entry.tries + 1, nextAt }, 'could not send a mail; trying again later');
    await this.#delay(id, { ...entry, tries: entry.tries + 1 }, nextAt);
    return false;
  }

  /** Tries a mail once. Only one of two processes hands over its text. */
  async #try(id: string, entry: QueuedMail, mail: Mail, signal?: AbortSignal): Promise<Try> {
    const { mark, until, target } = entry;
    const { state, mailer, attachmentOf } = this.#options;
    let isOurs = null as boolean | null;
    const beforeText = async () => {
      signal?.throwIfAborted();
      // The entry expired or was removed.
      if ((await state.get(OUTBOX, id)) === null) isOurs = false;
      isOurs ??= await state.putIfAbsent(SENT, id, mark, until);
      if (!isOurs) throw new Error('the mail is no longer in the outbox');
      signal?.throwIfAborted();
    };
    const send = async () => {
      const attachment = target && (await attachmentOf?.(target));
      await mailer.send({ ...mail, attachment }, beforeText);
    };
    try {
      if (!(await endsInTime(send(), signal))) return { outcome: 'stopped' };
    } catch (error) {
      if (isOurs === false) return { outcome: 'elsewhere' };
      const outcome = error instanceof MailError ? error.outcome : 'failed';
      if (outcome === 'failed' && isOurs === true) await state.remove(SENT, id);
      return { outcome, code: error instanceof Error && 'code' in error ? error.code : undefined };
    }
    // Before the mail is removed: if this process dies, the next one logs that the mail may have arrived.
    await this.#record(entry, 'sent');
    await state.remove(OUTBOX, id);
    return { outcome: 'sent' };
  }

  /** The mark of a mail that waits or was sent; null for an unknown mail. */
  async #markOf(id: string): Promise<number | null> {
    const { state } = this.#options;
    return (await state.get<number>(SENT, id)) ?? (await state.get<QueuedMail>(OUTBOX, id))?.mark ?? null;
  }

  async #put(
    mail: Mail,
    { id, ...entry }: Omit<QueuedMail, 'sealed' | 'tries'> & { readonly id: string },
  ): Promise<void> {
    const queued: QueuedMail = { sealed: encrypt({ ...mail, id }, this.#key, Buffer.from(id)), tries: 0, ...entry };
    await this.#record(queued, 'waiting');
    await this.#options.state.put(OUTBOX, id, queued, entry.until, EVERYBODY);
  }

  async #delay(id: string, entry: QueuedMail, nextAt: string): Promise<void> {
    const delayed = { ...entry, nextAt };
    if (await this.#options.state.replace(OUTBOX, id, delayed, entry.until)) await this.#record(delayed, 'waiting');
  }

  /** Logs what became of the mail of an issue, under the recipient's id; null removes its entry. */
  async #record({ target, nextAt, until }: QueuedMail, status: IssueMailStatus | null): Promise<void> {
    if (target === undefined || !('shareId' in target) || target.recipientId === undefined) return;
    const { shareId, recipientId } = target;
    const { state } = this.#options;
    const key = `${shareId} ${recipientId}`;
    if (status === null) return state.remove(ISSUE_MAIL, key);
    const entry: IssueMail = { recipientId, status, at: this.#after(0), nextAt, until };
    await state.put(ISSUE_MAIL, key, entry, this.#after(ISSUE_MAIL_DAYS * DAY_MS), shareId);
  }

  /** The instant in `ms` milliseconds. */
  #after(ms: number): string {
    return new Date(this.#options.now().getTime() + ms).toISOString();
  }

  /** The mail; null if it was stored under another secret. */
  #open(id: string, { sealed }: QueuedMail): Mail | null {
    try {
      return decrypt(sealed, this.#key, Buffer.from(id)) as Mail;
    } catch {
      return null;
    }
  }

  /** Ends a mail that may not have arrived, and records that for the operator without the address. */
  async #giveUp(id: string, entry: QueuedMail, reason: GivenUp): Promise<void> {
    const { state, now } = this.#options;
    this.#givenUp++;
    const at = now();
    const lost: LostMail = { kind: entry.kind, reason, at: at.toISOString() };
    await state.put(LOST, id, lost, new Date(at.getTime() + LOST_MS).toISOString(), EVERYBODY);
    await this.#end(id, entry, reason);
  }

  /** Records the mail's id, so that the mail is not added again, and deletes the mail. */
  async #end(id: string, entry: QueuedMail, status: IssueMailStatus): Promise<void> {
    const { state } = this.#options;
    await state.put(SENT, id, entry.mark, entry.until);
    await this.#record(entry, status);
    await state.remove(OUTBOX, id);
  }
}

/** The pause in ms after this many attempts; before the first, the time that a mail waits for its command at most. */
function pauseAfter(tries: number): number {
  return tries === 0 ? COMMAND_MS : (PAUSES_MS[Math.min(tries, PAUSES_MS.length) - 1] ?? MINUTE_MS);
}

/** Whether the work ends before, or soon after, the signal aborts; if not, its error is ignored. */
async function endsInTime(work: Promise<void>, signal?: AbortSignal): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  let timer: NodeJS.Timeout | undefined;
  const leave = () => {
    timer = setTimeout(resolve, GRACE_MS, false);
  };
  signal?.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    signal?.removeEventListener('abort', leave);
    clearTimeout(timer);
  }
}
