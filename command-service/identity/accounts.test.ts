import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openSqliteEvents } from '../../infra/engines/embedded/log/event-log.ts';
import { openSqliteViews } from '../../infra/engines/embedded/views/view-store.ts';
import type { EventStore } from '../../infra/ports/storage/event-store.ts';
import { temporaryFolder } from '../../infra/testing/temporary-folder.ts';
import { type UserDoc, users } from '../../projections/views/people/users.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { DomainError } from '../core/errors.ts';
import { handle, load } from '../core/handle.ts';
import type { Identity } from '../model/identity/commands.ts';
import { emailIdentity, providerIdentity } from '../model/identity/decider.ts';
import { type Account, user } from '../model/user/decider.ts';
import { Accounts, fitsIdentities, type ProviderIdentity, type SignInResult } from './accounts.ts';
import { SignUp } from './sign-up.ts';

const KEY = 'k';
const now = () => new Date('2026-03-31T12:00:00Z');
const GOOGLE: Identity = { provider: 'google', hash: providerIdentity('google', '1', KEY), label: 'ann@example.com' };
const ANN: ProviderIdentity = { identity: GOOGLE, email: 'ann@example.com', firstName: 'Ann', lastName: 'Lee' };
const EMAIL: Identity = {
  provider: 'email',
  hash: emailIdentity('ann@example.com', KEY),
  label: 'ann@example.com',
};

class Crash extends Error {}

/** Accounts on a real log. `crashAfter(n)` lets n more appends succeed; then all fail until `recover`. */
function open(t: ExecutionContext) {
  const store = openSqliteEvents<LinkledgerEvent>(path.join(temporaryFolder(t), 'events.db'));
  t.teardown(() => store.close());
  let left = Number.POSITIVE_INFINITY;
  const brittle: EventStore<LinkledgerEvent> = {
    read: (stream) => store.read(stream),
    append(...given) {
      left -= 1;
      if (left < 0) throw new Crash();
      return store.append(...given);
    },
  };
  const reads = { find: () => t.fail() as never };
  const signUp = new SignUp({ rule: { mode: 'open', domains: [], sentence: null }, admins: [], reads, now });
  const accounts = new Accounts({ store: brittle, identityKey: KEY, signUp, now });
  return {
    accounts,
    store,
    crashAfter: (appends: number) => {
      left = appends;
    },
    recover: () => {
      left = Number.POSITIVE_INFINITY;
    },
    account: async (userId: string) => (await load(store, user, `user-${userId}`)).state as Account,
  };
}

const entered = (outcome: SignInResult | { readonly heldBy: string }): SignInResult => {
  if ('heldBy' in outcome) throw new Error('another account has this address');
  return outcome;
};
const providersOf = ({ identities }: Account) => identities.map(({ provider }) => provider).toSorted();

test('a newcomer with a verified address can sign in both ways', async (t) => {
  const { accounts, account } = open(t);
  const { userId } = entered(await accounts.findOrRegisterByIdentity(ANN, 'r'));
  t.deepEqual(providersOf(await account(userId)), ['email', 'google']);
  t.is((await accounts.findOrRegisterByEmail('ann@example.com', 'r')).userId, userId);
  t.is(entered(await accounts.findOrRegisterByIdentity(ANN, 'r')).userId, userId);
});

test('an unverified address of a newcomer is not stored and finds no account', async (t) => {
  const { accounts, account } = open(t);
  const { userId } = entered(await accounts.findOrRegisterByIdentity({ ...ANN, email: null }, 'r'));
  t.is((await account(userId)).email, '');
  t.deepEqual(providersOf(await account(userId)), ['google']);
  t.not((await accounts.findOrRegisterByEmail('ann@example.com', 'r')).userId, userId);
});

test('the account that has the address is returned, and no identity is linked', async (t) => {
  const { accounts, account } = open(t);
  const { userId } = await accounts.findOrRegisterByEmail('Ann@example.com', 'r');
  t.deepEqual(await accounts.findOrRegisterByIdentity(ANN, 'r'), { heldBy: userId, email: 'ann@example.com' });
  t.deepEqual(providersOf(await account(userId)), ['email']);
  t.is(await accounts.ownerOf(GOOGLE, 'r'), null);
});

test('after a crash at any step of a first sign-in, the next one by either way leads to one account', async (t) => {
  for (let appends = 0; appends <= 4; appends += 1) {
    for (const next of ['provider', 'email'] as const) {
      const { accounts, account, crashAfter, recover } = open(t);
      crashAfter(appends);
      await accounts.findOrRegisterByIdentity(ANN, 'r').catch((error) => t.true(error instanceof Crash));
      recover();
      if (next === 'email') await accounts.findOrRegisterByEmail('ann@example.com', 'r');
      let outcome = await accounts.findOrRegisterByIdentity(ANN, 'r');
      if ('heldBy' in outcome) {
        await accounts.linkIdentity(outcome.heldBy, GOOGLE, 'r');
        outcome = await accounts.findOrRegisterByIdentity(ANN, 'r');
      }
      const { userId } = entered(outcome);
      t.is(
        (await accounts.findOrRegisterByEmail('ann@example.com', 'r')).userId,
        userId,
        `${appends} appends, then by ${next}`,
      );
      t.deepEqual(providersOf(await account(userId)), ['email', 'google']);
    }
  }
});

test('an unlinked identity signs in to no account, even if the process died before releasing it', async (t) => {
  const { accounts, account, crashAfter, recover } = open(t);
  const { userId } = entered(await accounts.findOrRegisterByIdentity(ANN, 'r'));
  crashAfter(1);
  await t.throwsAsync(accounts.unlinkIdentity(userId, GOOGLE.hash, 'r'), { instanceOf: Crash });
  recover();
  t.deepEqual(providersOf(await account(userId)), ['email']);
  t.deepEqual(await accounts.findOrRegisterByIdentity(ANN, 'r'), { heldBy: userId, email: 'ann@example.com' });
});

test('after an interrupted linking the identity signs in to no account until the linking is repeated', async (t) => {
  const { accounts, crashAfter, recover } = open(t);
  const { userId } = await accounts.findOrRegisterByEmail('ann@example.com', 'r');
  crashAfter(1);
  await t.throwsAsync(accounts.linkIdentity(userId, GOOGLE, 'r'), { instanceOf: Crash });
  recover();
  t.deepEqual(await accounts.findOrRegisterByIdentity(ANN, 'r'), { heldBy: userId, email: 'ann@example.com' });
  await accounts.linkIdentity(userId, GOOGLE, 'r');
  t.is(entered(await accounts.findOrRegisterByIdentity(ANN, 'r')).userId, userId);
});

test('an identity of another account cannot be linked', async (t) => {
  const { accounts } = open(t);
  await accounts.findOrRegisterByIdentity(ANN, 'r');
  const { userId } = await accounts.findOrRegisterByEmail('bob@example.com', 'r');
  const error = await t.throwsAsync(accounts.linkIdentity(userId, GOOGLE, 'r'), { instanceOf: DomainError });
  t.is(error?.code, 'identity-taken');
});

test('the last way to sign in stays even if two are removed at once', async (t) => {
  const { accounts, account } = open(t);
  const { userId } = entered(await accounts.findOrRegisterByIdentity(ANN, 'r'));
  const removals = await Promise.allSettled(
    [EMAIL, GOOGLE].map(({ hash }) => accounts.unlinkIdentity(userId, hash, 'r')),
  );
  t.deepEqual(removals.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  const [left] = (await account(userId)).identities;
  t.is(await accounts.ownerOf(left?.provider === 'google' ? GOOGLE : EMAIL, 'r'), userId);
});

test('the account of an old log without an event for its address can be signed in to and linked', async (t) => {
  const { accounts, store, account } = open(t);
  const metadata = { actor: 'ann', correlationId: 'r', causationId: 'r', at: now().toISOString() };
  await store.append(
    `identity-${EMAIL.hash}`,
    -1,
    [{ type: 'IdentityClaimed', data: { userId: 'ann', provider: 'email' }, id: '1' }],
    metadata,
  );
  const data = { userId: 'ann', email: 'Ann@example.com', firstName: '', lastName: '', company: '' };
  await store.append('user-ann', -1, [{ type: 'UserRegistered', data, id: '2' }], metadata);
  t.is((await accounts.findOrRegisterByEmail('ann@example.com', 'r')).userId, 'ann');
  await accounts.linkIdentity('ann', GOOGLE, 'r');
  await accounts.unlinkIdentity('ann', 'email', 'r');
  t.deepEqual(providersOf(await account('ann')), ['google']);
  t.is(await accounts.ownerOf(EMAIL, 'r'), null);
});

test('the address of a deleted account registers a new account', async (t) => {
  const { accounts, store } = open(t);
  const { userId } = entered(await accounts.findOrRegisterByIdentity(ANN, 'r'));
  const metadata = { actor: userId, correlationId: 'r', causationId: 'r', at: now().toISOString() };
  await handle(store, user, { type: 'DeleteAccount', userId, heirs: [] }, metadata);
  const again = entered(await accounts.findOrRegisterByIdentity(ANN, 'r'));
  t.not(again.userId, userId);
  t.is((await accounts.findOrRegisterByEmail('ann@example.com', 'r')).userId, again.userId);
});

test('an identity key matches if it leads to an account, or if there is no address to compare', async (t) => {
  const reads = openSqliteViews(path.join(temporaryFolder(t), 'views.db'), [users]);
  t.teardown(() => reads.close());
  t.true(await fitsIdentities(reads, KEY));
  const person = (id: string, email: string, identities: UserDoc['identities']) => ({
    id,
    doc: { id, email, identities } satisfies Partial<UserDoc>,
  });
  const old = { provider: 'email', hash: null, label: 'old@example.com' } as const;
  await reads.commit(users, 0, 1, [
    person('u1', '', [GOOGLE]),
    person('u2', 'old@example.com', [old]),
    person('u3', '', []),
  ]);
  t.true(await fitsIdentities(reads, KEY));
  t.true(await fitsIdentities(reads, 'other'));

  const many = Array.from({ length: 1_200 }, (_, index) => {
    const email = `z${index}@example.com`;
    return person(`m${index}`, email, [{ provider: 'email', hash: emailIdentity(email, KEY), label: email }]);
  });
  await reads.commit(users, 1, 2, many);
  t.true(await fitsIdentities(reads, KEY));
  t.false(await fitsIdentities(reads, 'other'));

  const email = 'a@example.com';
  await reads.commit(users, 2, 3, [
    person('u4', email, [{ provider: 'email', hash: emailIdentity(email, 'other'), label: email }]),
  ]);
  t.true(await fitsIdentities(reads, 'other'), 'one account on the last page fits');
});
