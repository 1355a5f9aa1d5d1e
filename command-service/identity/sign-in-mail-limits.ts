/** Limits the mails with one-time links, by network and by mailbox. */
import { createHash } from 'node:crypto';
import type { ExpiringStore } from '../../infra/ports/storage/expiring-store.ts';
import { claimTry } from '../core/claim-try.ts';

/** Mails per address in 15 minutes, and the default limit of mails per network. */
const MAILS_PER_ADDRESS = 5;
const MAILS_PER_NETWORK = 5;

interface LimitOptions {
  readonly counters: Pick<ExpiringStore, 'increment'>;
  readonly mailsPerNetwork?: number | undefined;
  readonly now: () => Date;
}

export class SignInMailLimits {
  readonly #options: LimitOptions;

  constructor(options: LimitOptions) {
    this.#options = options;
  }

  /** Counts a mail to this address, requested from this network. @throws RateLimitError over the limits. */
  async claim(network: string, email: string): Promise<void> {
    // Counts the network first: after its limit, a sender cannot use up the limit of another person's address.
    await this.#count(`from:${network}`, this.#options.mailsPerNetwork ?? MAILS_PER_NETWORK);
    await this.#count(`to:${mailboxOf(email)}`, MAILS_PER_ADDRESS);
  }

  async #count(key: string, limit: number): Promise<void> {
    const { counters, now } = this.#options;
    const digest = createHash('sha256').update(key).digest('hex');
    const waiting = (wait: string) => `Too many sign-in mails were requested. Try again in ${wait}.`;
    await claimTry(counters, { kind: 'sign-in-mails', key: digest, most: limit }, now(), waiting);
  }
}

/** The mailbox of an address: the text after a plus sign is the owner's own label. */
function mailboxOf(email: string): string {
  return email.toLowerCase().replace(/\+[^@]*@/, '@');
}
