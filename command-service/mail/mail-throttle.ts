/** Mails that one person causes to many at once: so many an hour, a few at a time, and it is told which did not go out. */
import type { ExpiringStore } from '../../infra/ports/expiring-store.ts';
import type { Logger } from '../../infra/ports/logger.ts';
import type { Mail, Mailer } from '../../infra/ports/mailer.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Mails handed over at the same time: mail servers do not like more connections from one sender. */
const AT_ONCE = 4;
/** A mail server that is slow holds up the answer no longer: what is not begun by then is told as not sent. */
const LIMIT_MS = 20_000;

interface MailRoundsOptions {
  readonly mailer: Mailer;
  readonly counters: Pick<ExpiringStore, 'get' | 'increment'>;
  /** What the mails are, for the counters. */
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

  /** Takes so many mails of a person's hour: null when they may go out, else the seconds to wait; then none is taken. */
  async reserve(userId: string, mails: number): Promise<number | null> {
    const { counters, kind, perPersonAndHour, now } = this.#options;
    const end = this.hourEnds();
    const key = `${userId} ${end}`;
    let used = (await counters.get<number>(kind, key)) ?? 0;
    if (used + mails <= perPersonAndHour) {
      for (let n = 0; n < mails; n += 1) used = await counters.increment(kind, key, end);
      // Another request of the same person may have taken some at the same time.
      if (used <= perPersonAndHour) return null;
    }
    return Math.ceil((Date.parse(end) - now().getTime()) / 1000);
  }

  /** Hands mails over; answers the addresses of those that could not be, or that `may` forbids. */
  async send(
    mails: readonly Mail[],
    may: (to: string) => Promise<boolean> = async () => true,
  ): Promise<ReadonlySet<string>> {
    const { limitMs = LIMIT_MS } = this.#options;
    const missed = new Set<string>();
    const queue = mails.values();
    const enough = AbortSignal.timeout(limitMs);
    const oneByOne = async () => {
      for (const mail of queue) {
        if (enough.aborted || !(await may(mail.to)) || !(await this.#hand(mail))) missed.add(mail.to);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, oneByOne));
    return missed;
  }

  /** When the hour ends that mails are counted in now. */
  hourEnds(): string {
    return new Date((Math.floor(this.#options.now().getTime() / HOUR_MS) + 1) * HOUR_MS).toISOString();
  }

  async #hand(mail: Mail): Promise<boolean> {
    const { mailer, logger, kind } = this.#options;
    try {
      await mailer.send(mail);
      return true;
    } catch (error) {
      // The words of a failed mail name the address: only its kind is for the log.
      const code = error instanceof Error && 'code' in error ? error.code : error instanceof Error ? error.name : null;
      logger.warn({ kind, code }, 'a mail could not be handed over');
      return false;
    }
  }
}
