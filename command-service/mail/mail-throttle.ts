/** Limits the mails that one person sends to others: per hour, and at a time. Reports the mails that were not sent. */

import type { Logger } from '../../infra/ports/process/logger.ts';
import type { ExpiringStore } from '../../infra/ports/storage/expiring-store.ts';
import type { CommandMail, FirstTry, MailOutbox } from './outbox.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Mails sent at once: mail servers limit the connections of a sender. */
const AT_ONCE = 4;
/** The longest wait for a slow mail server: mails that have not started by then are sent later. */
const LIMIT_MS = 20_000;

interface MailRoundsOptions {
  readonly outbox: Pick<MailOutbox, 'send' | 'release' | 'drop'>;
  readonly counters: Pick<ExpiringStore, 'get' | 'increment'>;
  /** The kind of mail, for the counters. */
  readonly kind: string;
  readonly perPersonAndHour: number;
  readonly logger: Logger;
  readonly now: () => Date;
  readonly limitMs?: number;
}

export class MailThrottle {
  readonly #options: MailRoundsOptions;

  constructor(options: MailRoundsOptions) {
    this.#options = options;
  }

  /** Reserves mails in a person's hour: null if they may be sent, else the seconds to wait, and no reservation. */
  async reserve(userId: string, mails: number): Promise<number | null> {
    const { counters, kind, perPersonAndHour, now } = this.#options;
    const end = this.hourEnds();
    const key = `${userId} ${end}`;
    let used = (await counters.get<number>(kind, key)) ?? 0;
    if (used + mails <= perPersonAndHour) {
      for (let n = 0; n < mails; n += 1) used = await counters.increment(kind, key, end);
      // A concurrent request of the same person may have reserved mails.
      if (used <= perPersonAndHour) return null;
    }
    return Math.ceil((Date.parse(end) - now().getTime()) / 1000);
  }

  /** Sends mails from the outbox; returns the addresses whose mail was not sent for sure, or that `may` forbids. */
  async send(
    mails: readonly CommandMail[],
    may: (to: string) => Promise<boolean> = async () => true,
  ): Promise<ReadonlyMap<string, Exclude<FirstTry, 'sent'>>> {
    const { limitMs = LIMIT_MS } = this.#options;
    const notSent = new Map<string, Exclude<FirstTry, 'sent'>>();
    const queue = mails.values();
    const enough = AbortSignal.timeout(limitMs);
    const oneByOne = async () => {
      for (const each of queue) {
        const result = await this.#send(each, may, enough);
        if (result !== 'sent') notSent.set(each.mail.to, result);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, oneByOne));
    return notSent;
  }

  /** The command has already succeeded: a failed mail does not undo it. */
  async #send(command: CommandMail, may: (to: string) => Promise<boolean>, enough: AbortSignal): Promise<FirstTry> {
    const { outbox, logger } = this.#options;
    const { mail, kind } = command;
    try {
      if (!(await may(mail.to))) {
        await outbox.drop(mail.id, 'late');
        return 'missed';
      }
      if (!enough.aborted) return await outbox.send(command);
      await outbox.release(mail.id);
    } catch (err) {
      logger.warn({ err, kind }, 'a store failed: a mail is sent two minutes later than it could be');
    }
    return 'delayed';
  }

  /** The end of the hour that is counted now. */
  hourEnds(): string {
    return new Date((Math.floor(this.#options.now().getTime() / HOUR_MS) + 1) * HOUR_MS).toISOString();
  }
}
