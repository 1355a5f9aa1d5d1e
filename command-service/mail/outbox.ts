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
import { EVERYBODY, OUTBOX, SENT } from './alert-mail-progress.ts';

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
        await this.#end(id, entry);
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
      await this.#giveUp(id, entry);
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
        await this.#end(id, entry);
        return false;
      }
      if (outcome === 'refused') {
        logger.warn({ kind, code }, 'the mail server does not accept the address of a mail; giving up on it');
        await this.#giveUp(id, entry);
        return true;
      }
      if (signal.aborted) return false;
      const wait = PAUSES_MS[Math.min(entry.tries, PAUSES_MS.length - 1)] ?? MINUTE_MS;
      const nextAt = new Date(now().getTime() + wait).toISOString();
      if (nextAt >= entry.until) {
        logger.error({ kind, code, tries: entry.tries + 1 }, 'a mail could not be sent in time; giving up on it');
        await this.#giveUp(id, entry);
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

  async #giveUp(id: string, entry: Entry): Promise<void> {
    this.#givenUp++;
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
