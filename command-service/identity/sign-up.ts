/** The door of the installation: who may create an account. Existing accounts keep every way to sign in. */
import { domainToASCII, domainToUnicode } from 'node:url';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { invitations } from '../../projections/views/people/invitations.ts';
import type { SignUpAnswer } from '../../query-service/contract/answers/account.ts';
import { DomainError } from '../core/errors.ts';
import type { Provider } from '../model/user/events.ts';

interface SignUpOptions {
  readonly rule: SignUpAnswer;
  /** The addresses, in lower case, that need neither an invitation nor one of the domains. */
  readonly admins: readonly string[];
  readonly reads: Pick<ReadStore, 'find'>;
  readonly now: () => Date;
}

export class SignUp {
  readonly #options: SignUpOptions;

  constructor(options: SignUpOptions) {
    this.#options = options;
  }

  /** Says who may create an account; null if everybody may. */
  get sentence(): string | null {
    return this.#options.rule.sentence;
  }

  /** Whether a way to sign in may create an account. `email` is verified; null: the provider has verified none. */
  async admits(email: string | null, way: Provider): Promise<boolean> {
    const { rule, admins } = this.#options;
    if (rule.mode === 'open') return true;
    if (rule.mode === 'sso') return way !== 'email';
    const address = email?.toLowerCase();
    if (address === undefined) return false;
    // Reads first: the duration is the same for every address.
    const isInvited = await this.#isInvited(address);
    return isInvited || admins.includes(address) || rule.domains.includes(asciiDomain(address.replace(/^.*@/, '')));
  }

  /** @throws DomainError if this way to sign in may not create an account. */
  async assertAdmits(email: string | null, way: Provider): Promise<void> {
    if (await this.admits(email, way)) return;
    throw new DomainError('forbidden', 'sign-up-refused', this.sentence ?? '');
  }

  async #isInvited(address: string): Promise<boolean> {
    const { rows } = await this.#options.reads.find(invitations, { where: { address } });
    return rows.some(({ expiresAt }) => Date.parse(expiresAt) > this.#options.now().getTime());
  }
}

/** A domain as DNS has it, so that both spellings of an international one are equal; '' for any other spelling. */
export function asciiDomain(domain: string): string {
  const ascii = domainToASCII(domain);
  // The conversion drops invisible characters: a mail to such an address need not arrive at the same domain.
  return ascii === domain || domainToUnicode(ascii) === domain ? ascii : '';
}
