/**
 * Mails that wait for the mail server. A mail is stored before it is sent, and removed when the server has taken it; a
 * failed try is repeated after minutes, then hours, until the mail has no use any longer. The store keeps it encrypted: it
 * has addresses, and an invitation's link.
 *
 * The entry is marked right before its text is handed over. If the process dies earlier, the mail is sent by the next one;
 * if it dies later, the mail may have arrived and is not sent again.
 */
import { hkdfSync } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { decrypt, encrypt } from '../../infra/crypto/encryption.ts';
import type { DurableStore } from '../../infra/ports/durable-store.ts';
import type { Logger } from '../../infra/ports/logger.ts';
import { type Mail, MailError, type Mailer } from '../../infra/ports/mailer.ts';
import { EVERYBODY, LOST, OUTBOX, SENT } from './alert-mail-progress.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The pauses after the first tries; the last one is repeated. */
const PAUSES_MS = [1, 2, 5, 15, 30, 60, 120, 240].map((minutes) => minutes * MINUTE_MS);
/** How long a mail is tried where nothing ends it earlier. */
const PATIENCE_MS = 3 * DAY_MS;
/** So many failed mails in a row mean that the mail server is down. */
const FAILURES = 3;
/** Milliseconds between two rounds. */
const ROUND_MS = 5_000;
/** How long a mail under way may go on once the process stops, in ms. */
const GRACE_MS = 3_000;
/** How long a mail that was given up is shown to the operator. */
const LOST_MS = 7 * DAY_MS;
const MOST_LOST = 20;

interface Entry {
  /** The mail, encrypted. */
  readonly sealed: string;
  readonly kind: string;
  /** A number that the caller keeps with the mail. */
  readonly mark: number;
  readonly tries: number;
  /** Not tried before. */
  readonly nextAt: string;
  readonly until: string;
  /** Its text is being handed over. */
  readonly isHanded: boolean;
}

/** A mail that was given up. */
interface LostMail {
  readonly kind: string;
  /** `refused`: the address. `unknown`: it may have arrived. `late`: not sent in time. `unreadable`: the secret was changed. */
  readonly reason: 'refused' | 'unknown' | 'late' | 'unreadable';
  readonly at: string;
}

interface OutboxSummary {
  readonly waiting: number;
  /** Of the waiting ones, those that were tried. */
  readonly retried: number;
  /** When the next one is due. */
  readonly nextAt: string | null;
  /** The newest first. */
  readonly givenUp: readonly LostMail[];
}

interface OutboxOptions {
  readonly kept: DurableStore;
  readonly mailer: Mailer;
  /** A secret of this installation. */
  readonly secret: string;
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
   * Stores a mail to be sent; it is safe once this resolves. An id is used for one mail: if there was one, this changes
   * nothing. Resolves with the mark of the mail that was stored first.
   * @param until when the mail has no use any longer; three days by default.
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
    const { kept, now } = this.#options;
    const first = (await kept.get<number>(SENT, id)) ?? (await kept.get<Entry>(OUTBOX, id))?.mark;
    if (first !== undefined) return first;
    const at = now();
    const entry: Entry = {
      ...{ sealed: encrypt({ ...mail, id }, this.#key, Buffer.from(id)), kind, mark, tries: 0, isHanded: false },
      nextAt: at.toISOString(),
      until: until ?? new Date(at.getTime() + PATIENCE_MS).toISOString(),
    };
    await kept.put(OUTBOX, id, entry, entry.until, EVERYBODY);
    return mark;
  }

  /** The number of mails that wait. */
  async waiting(): Promise<number> {
    return (await this.#options.kept.listOf(OUTBOX, EVERYBODY)).length;
  }

  /** What waits, and what was given up lately. */
  async summary(): Promise<OutboxSummary> {
    const { kept } = this.#options;
    const waiting = (await kept.listOf<Entry>(OUTBOX, EVERYBODY)).map(({ value }) => value);
    const lost = (await kept.listOf<LostMail>(LOST, EVERYBODY)).map(({ value }) => value);
    return {
      waiting: waiting.length,
      retried: waiting.filter(({ tries }) => tries > 0).length,
      nextAt: waiting.map(({ nextAt }) => nextAt).toSorted()[0] ?? null,
      givenUp: lost.toSorted((one, other) => (one.at < other.at ? 1 : -1)).slice(0, MOST_LOST),
    };
  }

  /** Mails that this process gave up on: no server accepted them in time. */
  get givenUp(): number {
    return this.#givenUp;
  }

  /** Sends what is due until aborted. Only one process may do so at a time. */
  async run(signal: AbortSignal): Promise<void> {
    for (let failing = false; !signal.aborted; ) {
      try {
        await this.sendDue(signal);
        failing = false;
      } catch (error) {
        if (!failing && !signal.aborted)
          this.#options.logger.error({ err: error }, 'could not read the mails that wait');
        failing = true;
      }
      await pause(ROUND_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Tries each mail that is due once. If several in a row fail, the others wait for the next round. */
  async sendDue(signal: AbortSignal): Promise<void> {
    const { kept, logger, now } = this.#options;
    const all = await kept.listOf<Entry>(OUTBOX, EVERYBODY);
    let failures = 0;
    for (const { key: id, value: entry } of all.toSorted((one, other) =>
      one.value.nextAt < other.value.nextAt ? -1 : 1,
    )) {
      if (signal.aborted || failures === FAILURES) return;
      if (entry.isHanded) {
        logger.warn(
          { kind: entry.kind },
          'a mail may have arrived: its sender stopped while it was sent. It is not sent again',
        );
        await this.#giveUp(id, entry, 'unknown');
      } else if (entry.nextAt <= now().toISOString()) {
        failures = (await this.#try(id, entry, signal)) ? 0 : failures + 1;
      }
    }
  }

  /** Whether the mail server can be used, whatever it did with this mail. */
  async #try(id: string, entry: Entry, signal: AbortSignal): Promise<boolean> {
    const { kept, mailer, logger, now } = this.#options;
    const { kind } = entry;
    const mail = this.#open(id, entry);
    if (mail === null) {
      logger.error(
        { kind },
        'a mail that waits cannot be read, because the session secret was changed; giving up on it',
      );
      await this.#giveUp(id, entry, 'unreadable');
      return true;
    }
    const sending = mailer.send(mail, async () => {
      signal.throwIfAborted();
      // False: the mail expired, or another process has sent it.
      if (!(await kept.replace(OUTBOX, id, { ...entry, isHanded: true }, entry.until)))
        throw new Error('the mail is gone');
      signal.throwIfAborted();
    });
    try {
      if (!(await endsInTime(sending, signal))) return true;
      await this.#end(id, entry);
      return true;
    } catch (error) {
      const outcome = error instanceof MailError ? error.outcome : 'failed';
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
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
      if (signal.aborted) return false;
      const wait = PAUSES_MS[Math.min(entry.tries, PAUSES_MS.length - 1)] ?? MINUTE_MS;
      const nextAt = new Date(now().getTime() + wait).toISOString();
      if (nextAt >= entry.until) {
        logger.error({ kind, code, tries: entry.tries + 1 }, 'a mail could not be sent in time; giving up on it');
        await this.#giveUp(id, entry, 'late');
        return false;
      }
      logger.warn({ kind, code, tries: entry.tries + 1, nextAt }, 'could not send a mail; trying again later');
      await kept.replace(OUTBOX, id, { ...entry, tries: entry.tries + 1, nextAt, isHanded: false }, entry.until);
      return false;
    }
  }

  /** null: it was stored under another secret. */
  #open(id: string, { sealed }: Entry): Mail | null {
    try {
      return decrypt(sealed, this.#key, Buffer.from(id)) as Mail;
    } catch {
      return null;
    }
  }

  /** Ends a mail that did not arrive for certain, and keeps that for the operator, without its address. */
  async #giveUp(id: string, entry: Entry, reason: LostMail['reason']): Promise<void> {
    const { kept, now } = this.#options;
    this.#givenUp++;
    const at = now();
    const lost: LostMail = { kind: entry.kind, reason, at: at.toISOString() };
    await kept.put(LOST, id, lost, new Date(at.getTime() + LOST_MS).toISOString(), EVERYBODY);
    await this.#end(id, entry);
  }

  /** Remembers the mail's id, so that the mail is not added again, and forgets the mail. */
  async #end(id: string, { mark, until }: Entry): Promise<void> {
    const { kept } = this.#options;
    await kept.put(SENT, id, mark, until);
    await kept.remove(OUTBOX, id);
  }
}

/** False if the signal aborts and the work does not end soon after; its error is then ignored. */
async function endsInTime(work: Promise<void>, signal: AbortSignal): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  let timer: NodeJS.Timeout | undefined;
  const leave = () => {
    timer = setTimeout(resolve, GRACE_MS, false);
  };
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    signal.removeEventListener('abort', leave);
    clearTimeout(timer);
  }
}
