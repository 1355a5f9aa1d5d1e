/** Limits the mails that one person sends to others: per hour, and at a time. Reports which ones were not sent. */
import type { ExpiringStore } from '../../infra/ports/expiring-store.ts';
import type { Logger } from '../../infra/ports/logger.ts';
import { type Mail, MailError, type Mailer } from '../../infra/ports/mailer.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Mails sent at the same time: mail servers limit the connections of a sender. */
const AT_ONCE = 4;
/** The longest wait for a slow mail server: mails not started by then count as failed. */
const LIMIT_MS = 20_000;

interface MailRoundsOptions {
  readonly mailer: Mailer;
  readonly counters: Pick<ExpiringStore, 'get' | 'increment'>;
  /** The kind of mail, for the counters. */
  readonly kind: string;
  readonly perPersonAndHour: number;
  readonly logger: Logger;
  readonly now: () => Date;
  readonly limitMs?: number;
  /** Keeps a mail that was not sent, to be sent later; left out: such a mail is given up. */
  readonly keep?: (mail: Mail) => Promise<void>;
}

/** A mail that was not sent: it is sent later, or not at all. */
type NotSent = 'delayed' | 'missed';

export class MailThrottle {
  readonly #options: MailRoundsOptions;

  constructor(options: MailRoundsOptions) {
    this.#options = options;
  }

  /** Reserves mails of a person's hour: null if they may go out, else the seconds to wait, with none reserved. */
  async reserve(userId: string, mails: number): Promise<number | null> {
    const { counters, kind, perPersonAndHour, now } = this.#options;
    const end = this.hourEnds();
    const key = `${userId} ${end}`;
    let used = (await counters.get<number>(kind, key)) ?? 0;
    if (used + mails <= perPersonAndHour) {
      for (let n = 0; n < mails; n += 1) used = await counters.increment(kind, key, end);
      // A concurrent request of the same person may have reserved some.
      if (used <= perPersonAndHour) return null;
    }
    return Math.ceil((Date.parse(end) - now().getTime()) / 1000);
  }

  /** Sends mails; returns the addresses whose mail was not sent, or that `may` forbids. */
  async send(
    mails: readonly Mail[],
    may: (to: string) => Promise<boolean> = async () => true,
  ): Promise<ReadonlyMap<string, NotSent>> {
    const { limitMs = LIMIT_MS } = this.#options;
    const notSent = new Map<string, NotSent>();
    const queue = mails.values();
    const enough = AbortSignal.timeout(limitMs);
    const oneByOne = async () => {
      for (const mail of queue) {
        const result = (await may(mail.to)) ? await this.#hand(mail, enough) : 'missed';
        if (result !== 'sent') notSent.set(mail.to, result);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, oneByOne));
    return notSent;
  }

  /** The end of the present hour of counting. */
  hourEnds(): string {
    return new Date((Math.floor(this.#options.now().getTime() / HOUR_MS) + 1) * HOUR_MS).toISOString();
  }

  async #hand(mail: Mail, enough: AbortSignal): Promise<NotSent | 'sent'> {
    const { mailer, logger, kind, keep } = this.#options;
    let canRepeat = true;
    try {
      if (!enough.aborted) {
        await mailer.send(mail);
        return 'sent';
      }
    } catch (error) {
      // The message of a failed mail may contain the address: log only its code.
      const code = error instanceof Error && 'code' in error ? error.code : error instanceof Error ? error.name : null;
      logger.warn({ kind, code }, 'could not send a mail');
      canRepeat = !(error instanceof MailError) || error.outcome === 'failed';
    }
    if (keep === undefined || !canRepeat) return 'missed';
    try {
      await keep(mail);
      return 'delayed';
    } catch (err) {
      logger.error({ kind, err }, 'could not keep a mail to send it later');
      return 'missed';
    }
  }
}
