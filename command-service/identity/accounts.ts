/**
 * Finds, registers and links the accounts of identities. An identity and its account are two streams, so a crash may
 * separate them: an identity leads to an account only while the account lists it. A crash thus neither locks a person
 * out nor admits a stranger.
 */

import { v7 as uuidv7 } from 'uuid';
import { ConflictError } from '../../infra/ports/storage/errors.ts';
import type { EventMetadata, EventStore } from '../../infra/ports/storage/event-store.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { users } from '../../projections/views/people/users.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import type { Language } from '../contract/languages.ts';
import { DomainError } from '../core/errors.ts';
import { handle, load } from '../core/handle.ts';
import type { Identity } from '../model/identity/commands.ts';
import { emailIdentity, identity } from '../model/identity/decider.ts';
import type { RegisterUser } from '../model/user/commands.ts';
import { type Account, type UserState, user, streamOf as userStream } from '../model/user/decider.ts';
import type { Provider } from '../model/user/events.ts';
import type { SignUp } from './sign-up.ts';

/** Attempts of a sign-in that races another sign-in of the same person. */
const MAX_ATTEMPTS = 5;
const ACCOUNTS_PER_PAGE = 500;

interface AccountsOptions {
  readonly store: EventStore<LinkledgerEvent>;
  /** The key of the hashes of identities. */
  readonly identityKey: string;
  readonly signUp: SignUp;
  readonly now: () => Date;
}

/** An identity that a provider confirms. */
export interface ProviderIdentity {
  readonly identity: Identity;
  /** null without a verified address. */
  readonly email: string | null;
  readonly firstName: string;
  readonly lastName: string;
}

/** The account of the sign-in, and the position of its last event. */
export interface SignInResult {
  readonly userId: string;
  readonly position: number;
}

interface Holder {
  readonly userId: string;
  readonly registered: boolean;
}

export class Accounts {
  readonly #options: AccountsOptions;

  constructor(options: AccountsOptions) {
    this.#options = options;
  }

  /** Whether a mailed link may sign in with this address. The work is the same for every address. */
  async admits(email: string): Promise<boolean> {
    const { provider, hash } = this.#addressIdentity(email);
    const [claimed, isWelcome] = await Promise.all([
      load(this.#options.store, identity, `identity-${hash}`),
      this.#options.signUp.admits(email, provider),
    ]);
    const { state } = await this.#account(claimed.state?.userId ?? uuidv7());
    return isWelcome || (state.status === 'active' && lists(state, provider, hash));
  }

  /**
   * The account of a verified address; registers it at the first sign-in.
   * @throws DomainError if the address may not create an account.
   */
  async findOrRegisterByEmail(email: string, requestId: string): Promise<SignInResult> {
    const found = this.#addressIdentity(email);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const holder = await this.#holderOf(found, requestId);
      if (holder?.registered !== true) await this.#options.signUp.assertAdmits(email, found.provider);
      const userId = holder?.userId ?? uuidv7();
      if (await this.#claim(found, userId, requestId)) {
        return this.#register({ userId, email, firstName: '', lastName: '', identity: found }, requestId);
      }
    }
    throw new ConflictError(`identity-${found.hash}`, -1, 0);
  }

  /**
   * The account of an identity that a provider confirms; registers it at the first sign-in. `heldBy` is the account
   * that already has the address: only its owner, signed in, can confirm that both are the same person.
   * @throws DomainError if the identity may not create an account.
   */
  async findOrRegisterByIdentity(
    newcomer: ProviderIdentity,
    requestId: string,
  ): Promise<SignInResult | { readonly heldBy: string; readonly email: string }> {
    const { identity: found, email, ...names } = newcomer;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const holder = await this.#holderOf(found, requestId);
      if (holder?.registered === true) {
        return { userId: holder.userId, position: (await this.#account(holder.userId)).position };
      }
      const userId = holder?.userId ?? uuidv7();
      const address = email === null ? null : this.#addressIdentity(email);
      const other = address === null ? null : await this.#holderOf(address, requestId);
      if (email !== null && other !== null && other.userId !== userId) {
        if (holder !== null) await this.#release(found, userId, requestId);
        return { heldBy: other.userId, email };
      }
      await this.#options.signUp.assertAdmits(email, found.provider);
      if (!(await this.#claim(found, userId, requestId))) continue;
      if (address !== null && !(await this.#claim(address, userId, requestId))) {
        await this.#release(found, userId, requestId);
        continue;
      }
      // Appends both ways at once: otherwise a concurrent sign-in could mistake a claim for one that a crash
      // left behind.
      const ways = { identity: address ?? found, ...(address !== null && { alsoBy: found }) };
      await this.#register({ userId, email: email ?? '', ...names, ...ways }, requestId);
      return { userId, position: await this.#link(found, userId, requestId) };
    }
    throw new ConflictError(`identity-${found.hash}`, -1, 0);
  }

  /**
   * Records the language of a sign-in page for an account without a language. Returns the position of the account's
   * last event.
   */
  async noteLanguage(userId: string, language: Language, requestId: string): Promise<number> {
    const note = { type: 'NoteLanguage', userId, language } as const;
    return (await handle(this.#options.store, user, note, this.#metadata(userId, requestId))).position;
  }

  /** The owner of an identity, or null. */
  async ownerOf(found: Identity, requestId: string): Promise<string | null> {
    return (await this.#holderOf(found, requestId))?.userId ?? null;
  }

  /** The ways to sign in to an account, and its address; '' without one. */
  async signInMethods(userId: string): Promise<{ readonly email: string; readonly ways: ReadonlySet<Provider> }> {
    const { state } = await this.#account(userId);
    if (state.status !== 'active') return { email: '', ways: new Set() };
    return { email: state.email, ways: new Set(state.identities.map(({ provider }) => provider)) };
  }

  /** Whether another identity can be linked to the account: it needs a verified address. */
  async hasVerifiedEmail(userId: string): Promise<boolean> {
    const { state } = await this.#account(userId);
    return state.status === 'active' && state.email !== '';
  }

  /**
   * Links another identity to the account. Returns the position of the last event.
   * @throws DomainError if it belongs to another account, or this account does not exist.
   */
  async linkIdentity(userId: string, joining: Identity, requestId: string): Promise<number> {
    await this.#holderOf(joining, requestId);
    const claim = { type: 'ClaimIdentity', userId, ...joining } as const;
    await handle(this.#options.store, identity, claim, this.#metadata(userId, requestId));
    const position = await this.#link(joining, userId, requestId);
    // A sign-in between the two steps may have released the claim, or claimed the identity for its own account.
    if (await this.#claim(joining, userId, requestId)) return position;
    const { provider, hash } = joining;
    await handle(
      this.#options.store,
      user,
      { type: 'UnlinkIdentity', userId, provider, hash },
      this.#metadata(userId, requestId),
    );
    throw new DomainError('conflict', 'identity-taken', 'This way to sign in belongs to another account.');
  }

  /**
   * Replaces an account's address `from` by an address that its owner confirmed. The new one becomes a way to sign in,
   * and the old one stops being one. Returns the position of the last event.
   * @throws DomainError if the new address belongs to another account, or the account's address is no longer `from`.
   */
  async changeEmail(userId: string, from: string, email: string, requestId: string): Promise<number> {
    const joining = this.#addressIdentity(email);
    const { hash: formerHash } = this.#addressIdentity(from);
    const { state } = await this.#account(userId);
    const before = state.status === 'active' ? state.identities : [];
    // Links first: a crash then leaves an account with two addresses to sign in with, not without any.
    await this.linkIdentity(userId, joining, requestId);
    try {
      const change = { type: 'ChangeEmail', userId, from, email, hash: joining.hash, formerHash } as const;
      const { position } = await handle(this.#options.store, user, change, this.#metadata(userId, requestId));
      for (const identity of before) {
        const hash = identity.hash ?? formerHash;
        if (identity.provider === 'email' && hash !== joining.hash) await this.#release({ hash }, userId, requestId);
      }
      return position;
    } catch (error) {
      if (error instanceof DomainError) await this.unlinkIdentity(userId, joining.hash, requestId);
      throw error;
    }
  }

  /** The owner of an email address, or null. */
  ownerOfEmail(email: string, requestId: string): Promise<string | null> {
    return this.ownerOf(this.#addressIdentity(email), requestId);
  }

  /**
   * Unlinks an identity by its id in the account's list. Repeating an interrupted call completes it.
   * @throws DomainError if the account does not have it, or has no other.
   */
  async unlinkIdentity(userId: string, id: string, requestId: string): Promise<number> {
    const { state } = await this.#account(userId);
    const identity = state.status === 'active' ? state.identities.find((each) => idOf(each) === id) : undefined;
    if (identity === undefined) {
      if (/^[0-9a-f]{64}$/.test(id)) await this.#release({ hash: id }, userId, requestId);
      throw new DomainError('not-found', 'not-found', 'This account does not have this way to sign in.');
    }
    const { provider } = identity;
    const hash = identity.hash ?? emailIdentity(identity.label, this.#options.identityKey);
    const { position } = await handle(
      this.#options.store,
      user,
      { type: 'UnlinkIdentity', userId, provider, hash },
      this.#metadata(userId, requestId),
    );
    await this.#release({ hash }, userId, requestId);
    return position;
  }

  #addressIdentity(email: string): Identity {
    return { provider: 'email', hash: emailIdentity(email, this.#options.identityKey), label: email };
  }

  /** Releases an identity that a crash left behind: its account does not exist or does not list it. */
  async #holderOf({ provider, hash }: Identity, requestId: string): Promise<Holder | null> {
    const claimed = (await load(this.#options.store, identity, `identity-${hash}`)).state;
    if (claimed === null) return null;
    const { userId } = claimed;
    const { state } = await this.#account(userId);
    if (state.status === 'none') return { userId, registered: false };
    if (state.status === 'active' && lists(state, provider, hash)) return { userId, registered: true };
    await this.#release({ hash }, userId, requestId);
    return null;
  }

  /** Claims the identity for the account; false if it belongs to another account. */
  async #claim({ provider, hash }: Identity, userId: string, requestId: string): Promise<boolean> {
    try {
      const claim = { type: 'ClaimIdentity', userId, provider, hash } as const;
      await handle(this.#options.store, identity, claim, this.#metadata(userId, requestId));
      return true;
    } catch (error) {
      if (error instanceof DomainError && error.code === 'identity-taken') return false;
      throw error;
    }
  }

  async #release({ hash }: { readonly hash: string }, userId: string, requestId: string): Promise<void> {
    const release = { type: 'ReleaseIdentity', userId, hash } as const;
    await handle(this.#options.store, identity, release, this.#metadata(userId, requestId));
  }

  async #link(linked: Identity, userId: string, requestId: string): Promise<number> {
    const link = { type: 'LinkIdentity', userId, ...linked } as const;
    return (await handle(this.#options.store, user, link, this.#metadata(userId, requestId))).position;
  }

  async #register(person: Omit<RegisterUser, 'type' | 'company'>, requestId: string): Promise<SignInResult> {
    const registration = { type: 'RegisterUser', ...person, company: '' } as const;
    const { userId } = person;
    const { position } = await handle(this.#options.store, user, registration, this.#metadata(userId, requestId));
    return { userId, position };
  }

  #account(userId: string): Promise<{ readonly state: UserState; readonly position: number }> {
    return load(this.#options.store, user, userStream(userId));
  }

  #metadata(userId: string, requestId: string): EventMetadata {
    const at = this.#options.now().toISOString();
    return { actor: userId, correlationId: requestId, causationId: requestId, at };
  }
}

/**
 * Whether `identityKey` leads from the known email addresses to their accounts. One match is enough; true also for a
 * log without addresses.
 */
export async function fitsIdentities(reads: ReadStore, identityKey: string): Promise<boolean> {
  // Accounts without an address, deleted ones among them, come last.
  const sort = { field: 'email', descending: true } as const;
  let compared = 0;
  for (let skip = 0; ; skip += ACCOUNTS_PER_PAGE) {
    const { rows } = await reads.find(users, { sort, skip, limit: ACCOUNTS_PER_PAGE, countUpTo: 1 });
    for (const { provider, hash, label } of rows.flatMap(({ identities }) => identities)) {
      if (provider !== 'email' || hash === null || label === '') continue;
      if (emailIdentity(label, identityKey) === hash) return true;
      compared += 1;
    }
    if (rows.length < ACCOUNTS_PER_PAGE) return compared === 0;
  }
}

/** The id of a way to sign in: its hash, or, for an address in an old log, which has no hash, its kind. */
function idOf({ provider, hash }: { readonly provider: Provider; readonly hash: string | null }): string {
  return hash ?? provider;
}

function lists({ identities }: Account, provider: Provider, hash: string): boolean {
  return identities.some(
    (identity) => identity.provider === provider && (identity.hash === hash || identity.hash === null),
  );
}
