/** Signs in with a provider and links identities to accounts, with the state between the steps. */
import { createHash } from 'node:crypto';
import { EncryptedEntries } from '../../../infra/crypto/encrypted-entries.ts';
import type { Logger } from '../../../infra/ports/process/logger.ts';
import type { ExpiringStore } from '../../../infra/ports/storage/expiring-store.ts';
import type { Language } from '../../contract/languages.ts';
import { claimTry } from '../../core/claim-try.ts';
import { DomainError } from '../../core/errors.ts';
import type { Identity } from '../../model/identity/commands.ts';
import { providerIdentity } from '../../model/identity/decider.ts';
import type { Accounts, SignInResult } from '../accounts.ts';
import { type OAuthClient, type OAuthFlow, type ProviderSetup, realmOf } from './oauth-client.ts';
import type { Profile } from './profile.ts';
import { ProviderError } from './provider-http.ts';

/** The time limit at the provider, and then for the confirmation. */
const FLOW_MINUTES = 10;
/** Limits the stored flows: the most sign-ins that one network may start in 15 minutes. */
export const FLOWS_PER_NETWORK = 300;

const FLOW = 'provider-flow';

interface BegunFlow {
  readonly provider: string;
  readonly flow: OAuthFlow;
  readonly returnTo: string;
  /** The person signed in at the start, or null. */
  readonly userId: string | null;
  /** The person only signs in again. */
  readonly again?: boolean;
}

/** An identity that waits for the person's confirmation before it is linked. */
interface PendingIdentity {
  /** The account whose signed-in owner must confirm. */
  readonly userId: string;
  readonly identity: Identity;
  /** The address that the provider verified. */
  readonly email: string;
  readonly returnTo: string;
}

/** The result of a callback. */
type Arrival =
  | ({ readonly kind: 'entered'; readonly returnTo: string } & SignInResult)
  | { readonly kind: 'confirm' }
  /** A signed-in person signed in again with an identity that was already linked. */
  | { readonly kind: 'joined-already'; readonly userId: string; readonly returnTo: string };

interface ProviderSignInOptions {
  readonly providers: OAuthClient;
  readonly accounts: Accounts;
  /** Stores the running flows. */
  readonly flows: ExpiringStore;
  readonly identityKey: string;
  readonly logger: Logger;
  readonly now: () => Date;
}

/** Signs in with the providers. `mark` is the browser's mark: only the browser that started a flow can finish it. */
export class ProviderSignIn {
  readonly #options: ProviderSignInOptions;
  /** The identities that wait for confirmation, by the browser's mark. */
  readonly #joinings: EncryptedEntries<PendingIdentity>;

  constructor(options: ProviderSignInOptions) {
    this.#options = options;
    this.#joinings = new EncryptedEntries(options.flows, 'sealed-joining');
  }

  get providers(): OAuthClient {
    return this.#options.providers;
  }

  /**
   * Starts a flow and returns the address to send the browser to.
   * @throws ProviderError if the provider cannot be reached; RateLimitError over the limit.
   */
  async begin(
    setup: ProviderSetup,
    mark: string,
    attempt: {
      readonly returnTo: string;
      readonly userId: string | null;
      /** A signed-in person only signs in again; nothing is linked. */
      readonly again: boolean;
      readonly network: string;
    },
  ): Promise<string> {
    const { returnTo, userId, again, network } = attempt;
    const waiting = (wait: string) => `Too many sign-ins were started from your network. Try again in ${wait}.`;
    const start = { kind: 'provider-flows', key: network, most: FLOWS_PER_NETWORK };
    await claimTry(this.#options.flows, start, this.#options.now(), waiting);
    const { location, flow } = await this.#saying(setup, () => this.#options.providers.begin(setup, again));
    const begun: BegunFlow = { provider: setup.provider, flow, returnTo, userId, again };
    await this.#options.flows.put(FLOW, fileUnder(mark, flow.state), begun, this.#in(FLOW_MINUTES));
    return location;
  }

  /**
   * Handles the callback of the provider. The flow is used up, even by a failure.
   * @param userId the person signed in now, or null.
   * @param language the page's language: an account without a language gets it.
   * @throws ProviderError if this browser did not start the flow, or the provider or the person declined; DomainError
   * if the identity cannot be linked to the account.
   */
  async finish(
    setup: ProviderSetup,
    mark: string | null,
    query: Readonly<Record<string, string | string[] | undefined>>,
    userId: string | null,
    requestId: string,
    language: Language,
  ): Promise<Arrival> {
    const begun = await this.#take(mark, query.state);
    if (begun === null || begun.provider !== setup.provider) throw new NotBegunHere();
    if (begun.userId !== null && begun.userId !== userId) throw new NotBegunHere();
    const profile = await this.#saying(setup, () => this.#options.providers.finish(setup, begun.flow, query));
    const identity: Identity = {
      provider: setup.provider,
      hash: providerIdentity(realmOf(setup), profile.subject, this.#options.identityKey),
      label: profile.label,
    };
    const { returnTo } = begun;
    if (begun.again === true) return this.#arriveAgain(setup, identity, { userId, returnTo, requestId });
    if (userId !== null) return this.#arriveSignedIn(setup, identity, profile, { mark, userId, returnTo, requestId });
    const { email, firstName, lastName } = profile;
    const entered = await this.#options.accounts.findOrRegisterByIdentity(
      { identity, email, firstName, lastName },
      requestId,
    );
    if (!('heldBy' in entered)) {
      const { userId: entering } = entered;
      const position = await this.#options.accounts.noteLanguage(entering, language, requestId);
      return { kind: 'entered', userId: entering, position, returnTo };
    }
    await this.#keep(mark, { userId: entered.heldBy, identity, email: entered.email, returnTo });
    return { kind: 'confirm' };
  }

  /** The identity that waits for confirmation in this browser, or null. */
  async joining(mark: string | null): Promise<PendingIdentity | null> {
    return mark === null ? null : this.#joinings.get(mark);
  }

  /**
   * Links the confirmed identity. Returns the path to continue at and the position of the last event.
   * @throws NotBegunHere if nothing waits for this person's confirmation in this browser; DomainError as `finish` does.
   */
  async confirm(
    setup: ProviderSetup,
    mark: string | null,
    userId: string,
    requestId: string,
  ): Promise<{ readonly returnTo: string; readonly position: number }> {
    const joining = await this.joining(mark);
    if (mark === null || joining === null) throw new NotBegunHere();
    if (joining.userId !== userId || joining.identity.provider !== setup.provider) throw new NotBegunHere();
    if ((await this.#joinings.take(mark)) === null) throw new NotBegunHere();
    const position = await this.#options.accounts.linkIdentity(userId, joining.identity, requestId);
    return { returnTo: joining.returnTo, position };
  }

  async #arriveAgain(
    setup: ProviderSetup,
    identity: Identity,
    { userId, returnTo, requestId }: { userId: string | null; returnTo: string; requestId: string },
  ): Promise<Arrival> {
    const holder = await this.#options.accounts.ownerOf(identity, requestId);
    if (holder !== null && holder === userId) return { kind: 'joined-already', userId: holder, returnTo };
    const message = `You do not sign in here with this ${setup.name} account. Choose an account that you sign in with.`;
    throw new DomainError('conflict', 'somebody-else', message);
  }

  async #arriveSignedIn(
    setup: ProviderSetup,
    identity: Identity,
    { email }: Profile,
    { mark, userId, returnTo, requestId }: { mark: string | null; userId: string; returnTo: string; requestId: string },
  ): Promise<Arrival> {
    const { accounts } = this.#options;
    const holder = await accounts.ownerOf(identity, requestId);
    if (holder === userId) return { kind: 'joined-already', userId, returnTo };
    if (holder !== null) {
      const message = `This ${setup.name} account signs in to another Linkledger account. Remove it there first.`;
      throw new DomainError('conflict', 'identity-taken', message);
    }
    if (email === null) {
      const message = `${setup.name} has not verified your email address. Verify it there, then connect it again.`;
      throw new DomainError('conflict', 'unverified-email', message);
    }
    if (!(await accounts.hasVerifiedEmail(userId))) {
      const message = 'Your account has no verified email address, so no other way to sign in can be connected to it.';
      throw new DomainError('conflict', 'unverified-email', message);
    }
    await this.#keep(mark, { userId, identity, email, returnTo });
    return { kind: 'confirm' };
  }

  async #take(mark: string | null, state: string | string[] | undefined): Promise<BegunFlow | null> {
    if (mark === null || typeof state !== 'string') return null;
    return this.#options.flows.take<BegunFlow>(FLOW, fileUnder(mark, state));
  }

  async #keep(mark: string | null, joining: PendingIdentity): Promise<void> {
    if (mark === null) throw new NotBegunHere();
    await this.#joinings.put(mark, joining, this.#in(FLOW_MINUTES));
  }

  /** Logs failures of a provider for the operator, but not a person who declined. */
  async #saying<T>({ provider }: ProviderSetup, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ProviderError && !error.denied) {
        this.#options.logger.warn({ provider, reason: error.message, err: error.cause }, 'a sign-in provider failed');
      }
      throw error;
    }
  }

  #in(minutes: number): string {
    return new Date(this.#options.now().getTime() + minutes * 60_000).toISOString();
  }
}

/** This browser did not start the sign-in, or the sign-in expired or is finished. */
export class NotBegunHere extends Error {
  override readonly name = 'NotBegunHere';

  constructor() {
    super('This sign-in was not started in this browser, or has expired. Please start again.');
  }
}

function fileUnder(mark: string, state: string): string {
  return createHash('sha256').update(`${mark}:${state}`).digest('hex');
}
