import test from 'ava';
import fc from 'fast-check';
import { givenWhenThen, play } from '../../testing/given-when-then.ts';
import { emailIdentity, identity } from '../identity/decider.ts';
import type { RegisterUser, UserCommand } from './commands.ts';
import { user } from './decider.ts';
import type { Photo, UserEvent } from './events.ts';

const person = givenWhenThen(user);
const register: RegisterUser = {
  type: 'RegisterUser',
  userId: 'ann',
  email: 'ann@example.com',
  firstName: '',
  lastName: '',
  company: '',
};
const { type: _, ...data } = register;
const registered: UserEvent = { type: 'UserRegistered', data };
const byEmail = { provider: 'email', hash: 'h1', label: 'Ann@example.com' } as const;
const byGoogle = { provider: 'google', hash: 'h2', label: 'ann@gmail.example' } as const;
const linked = (identity: typeof byEmail | typeof byGoogle): UserEvent => ({
  type: 'IdentityLinked',
  data: { userId: 'ann', ...identity },
});
const deleted: UserEvent = { type: 'AccountDeleted', data: { userId: 'ann', heirs: [] } };
const photo: Photo = { hash: 'ab', type: 'image/png', bytes: 70 };

test('a first sign-in registers a user, a second one changes nothing', (t) => {
  person(t).given().when(register).yields(registered);
  person(t).given(registered).when(register).yields();
});

test('a registration records the way to sign in, in the same append', (t) => {
  const withGoogle = { ...register, identity: byGoogle };
  const events = [{ type: 'UserRegistered', data: { ...data, provider: 'google' } }, linked(byGoogle)] as const;
  person(t)
    .given()
    .when(withGoogle)
    .yields(...events);
  person(t)
    .given(...events)
    .when(withGoogle)
    .yields();
});

test('a registration with two ways to sign in records both in the same append', (t) => {
  person(t)
    .given()
    .when({ ...register, identity: byEmail, alsoBy: byGoogle })
    .yields({ type: 'UserRegistered', data: { ...data, provider: 'email' } }, linked(byEmail), linked(byGoogle));
});

test('a profile edit records only the fields that changed', (t) => {
  person(t)
    .given(registered)
    .when({ type: 'EditProfile', userId: 'ann', fields: { firstName: 'Ann', lastName: '' } })
    .yields({ type: 'ProfileEdited', data: { userId: 'ann', firstName: 'Ann' } });
});

test('a repeated profile edit changes nothing', (t) => {
  person(t)
    .given(registered, { type: 'ProfileEdited', data: { userId: 'ann', firstName: 'Ann' } })
    .when({ type: 'EditProfile', userId: 'ann', fields: { firstName: 'Ann' } })
    .yields();
});

test('an account that does not exist cannot be changed', (t) => {
  const commands: UserCommand[] = [
    { type: 'EditProfile', userId: 'ann', fields: { firstName: 'Ann' } },
    { type: 'LinkIdentity', userId: 'ann', ...byGoogle },
    { type: 'UnlinkIdentity', userId: 'ann', ...byGoogle },
    { type: 'ChangePhoto', userId: 'ann', photo },
    { type: 'ChangeSettings', userId: 'ann', fields: { retryCount: 1 } },
  ];
  for (const command of commands) {
    person(t).given().when(command).refused('not-found');
    person(t).given(registered, deleted).when(command).refused('not-found');
  }
  person(t).given().when({ type: 'DeleteAccount', userId: 'ann', heirs: [] }).refused('not-found');
});

test('ways to sign in are linked and unlinked, but the last one stays', (t) => {
  const link = { type: 'LinkIdentity', userId: 'ann', ...byGoogle } as const;
  const unlink = { type: 'UnlinkIdentity', userId: 'ann', provider: 'google', hash: 'h2' } as const;
  const unlinked: UserEvent = { type: 'IdentityUnlinked', data: { userId: 'ann', provider: 'google', hash: 'h2' } };
  person(t).given(registered).when(link).yields(linked(byGoogle));
  person(t).given(registered, linked(byGoogle)).when(link).yields();
  person(t).given(registered, linked(byGoogle)).when(unlink).yields(unlinked);
  person(t).given(registered, linked(byGoogle), unlinked).when(unlink).yields();
  person(t)
    .given(registered)
    .when({ ...unlink, provider: 'email', hash: 'h1' })
    .refused('last-identity');
});

test('the address of an old registration is a single identity, before and after linking', (t) => {
  const unlink = { type: 'UnlinkIdentity', userId: 'ann', provider: 'email', hash: 'h1' } as const;
  const unlinked: UserEvent = { type: 'IdentityUnlinked', data: { userId: 'ann', provider: 'email', hash: 'h1' } };
  person(t).given(registered, linked(byEmail)).when(unlink).refused('last-identity');
  person(t).given(registered, linked(byGoogle)).when(unlink).yields(unlinked);
  person(t).given(registered, linked(byGoogle), unlinked).when(unlink).yields();
});

test('another email address replaces the former one and its way to sign in', (t) => {
  const byNew = { provider: 'email', hash: 'h3', label: 'lee@example.com' } as const;
  const linkedNew: UserEvent = { type: 'IdentityLinked', data: { userId: 'ann', ...byNew } };
  const change = {
    type: 'ChangeEmail',
    ...{ userId: 'ann', from: 'ann@example.com', email: 'lee@example.com', hash: 'h3', formerHash: 'h1' },
  } as const;
  const changed: UserEvent = {
    type: 'EmailChanged',
    data: { userId: 'ann', from: 'ann@example.com', email: 'lee@example.com' },
  };
  const unlinked: UserEvent = { type: 'IdentityUnlinked', data: { userId: 'ann', provider: 'email', hash: 'h1' } };
  // One address is from an old registration, the other is linked.
  person(t).given(registered, linkedNew).when(change).yields(changed, unlinked);
  person(t).given(registered, linked(byEmail), linked(byGoogle), linkedNew).when(change).yields(changed, unlinked);
  person(t).given(registered, linkedNew, changed, unlinked).when(change).yields();
});

test('an email address that was changed since, or whose account was deleted, is not changed', (t) => {
  const change = {
    type: 'ChangeEmail',
    ...{ userId: 'ann', from: 'former@example.com', email: 'lee@example.com', hash: 'h3', formerHash: 'h0' },
  } as const;
  person(t).given(registered).when(change).refused('email-changed');
  person(t).given(registered, deleted).when(change).refused('not-found');
  person(t).given().when(change).refused('not-found');
});

test('a photo is changed once, and can be removed', (t) => {
  const change = { type: 'ChangePhoto', userId: 'ann', photo } as const;
  const changed: UserEvent = { type: 'PhotoChanged', data: { userId: 'ann', photo } };
  const removed: UserEvent = { type: 'PhotoChanged', data: { userId: 'ann', photo: null } };
  person(t).given(registered).when(change).yields(changed);
  person(t).given(registered, changed).when(change).yields();
  person(t)
    .given(registered, changed)
    .when({ ...change, photo: null })
    .yields(removed);
  person(t)
    .given(registered)
    .when({ ...change, photo: null })
    .yields();
});

test('a change of settings records only differences, even from the defaults', (t) => {
  person(t)
    .given(registered)
    .when({
      type: 'ChangeSettings',
      userId: 'ann',
      fields: { retryCount: 3, weeklyReport: true, checkFrequency: 'biweekly' },
    })
    .yields({ type: 'SettingsChanged', data: { userId: 'ann', weeklyReport: true, checkFrequency: 'biweekly' } });
  person(t)
    .given(registered, { type: 'SettingsChanged', data: { userId: 'ann', checkFrequency: 'daily' } })
    .when({ type: 'ChangeSettings', userId: 'ann', fields: { checkFrequency: null } })
    .yields({ type: 'SettingsChanged', data: { userId: 'ann', checkFrequency: null } });
});

test('only an account without a language takes that of the sign-in page', (t) => {
  const note = { type: 'NoteLanguage', userId: 'ann', language: 'de' } as const;
  const noted: UserEvent = { type: 'SettingsChanged', data: { userId: 'ann', language: 'de' } };
  person(t).given(registered).when(note).yields(noted);
  person(t)
    .given(registered, noted)
    .when({ ...note, language: 'en' })
    .yields();
  person(t)
    .given(registered, noted)
    .when({ type: 'ChangeSettings', userId: 'ann', fields: { language: 'en' } })
    .yields({ type: 'SettingsChanged', data: { userId: 'ann', language: 'en' } });
});

test('an account is deleted once and does not come back', (t) => {
  const heirs = [{ teamId: 't1', userId: 'bob' }];
  const command = { type: 'DeleteAccount', userId: 'ann', heirs } as const;
  person(t)
    .given(registered)
    .when(command)
    .yields({ type: 'AccountDeleted', data: { userId: 'ann', heirs } });
  person(t).given(registered, deleted).when(command).yields();
  person(t).given(registered, deleted).when(register).refused('account-deleted');
});

const anyCommand: fc.Arbitrary<UserCommand> = fc.oneof(
  fc.constantFrom<UserCommand>(
    register,
    { ...register, identity: byEmail },
    { type: 'LinkIdentity', userId: 'ann', ...byEmail },
    { type: 'LinkIdentity', userId: 'ann', ...byGoogle },
    { type: 'UnlinkIdentity', userId: 'ann', ...byEmail },
    { type: 'UnlinkIdentity', userId: 'ann', ...byGoogle },
    { type: 'ChangePhoto', userId: 'ann', photo },
    { type: 'ChangePhoto', userId: 'ann', photo: null },
    { type: 'DeleteAccount', userId: 'ann', heirs: [] },
  ),
  fc
    .record(
      {
        weeklyReport: fc.boolean(),
        checkFrequency: fc.constantFrom(null, 'weekly' as const),
        retryCount: fc.nat(10),
      },
      { requiredKeys: [] },
    )
    .map((fields) => ({ type: 'ChangeSettings' as const, userId: 'ann', fields })),
  fc
    .record({ firstName: fc.constantFrom('', 'Ann'), company: fc.constantFrom('', 'Co') }, { requiredKeys: [] })
    .map((fields) => ({ type: 'EditProfile' as const, userId: 'ann', fields })),
);

test('a repeated command yields no events, whatever came before', (t) => {
  fc.assert(
    fc.property(fc.array(anyCommand, { maxLength: 20 }), anyCommand, (past, command) => {
      t.deepEqual(play(user, [...past, command, command]).at(-1), []);
    }),
  );
});

test('an account always keeps a way to sign in', (t) => {
  fc.assert(
    fc.property(fc.array(anyCommand, { maxLength: 30 }), (commands) => {
      const state = play(user, commands).flat().reduce(user.evolve, user.initialState);
      t.true(state.status !== 'active' || state.identities.length > 0);
    }),
  );
});

const address = givenWhenThen(identity);
const claim = { type: 'ClaimIdentity', userId: 'ann', provider: 'email', hash: 'h' } as const;
const claimed = { type: 'IdentityClaimed', data: { userId: 'ann', provider: 'email' } } as const;

test('an address belongs to the first user who claims it', (t) => {
  address(t).given().when(claim).yields(claimed);
  address(t).given(claimed).when(claim).yields();
  address(t)
    .given(claimed)
    .when({ ...claim, userId: 'bob' })
    .refused('identity-taken');
});

test('a released address can be claimed by somebody else', (t) => {
  const released = { type: 'IdentityReleased', data: { userId: 'ann' } } as const;
  address(t).given(claimed).when({ type: 'ReleaseIdentity', userId: 'ann', hash: 'h' }).yields(released);
  address(t).given(claimed).when({ type: 'ReleaseIdentity', userId: 'bob', hash: 'h' }).yields();
  address(t)
    .given(claimed, released)
    .when({ ...claim, userId: 'bob' })
    .yields({ ...claimed, data: { userId: 'bob', provider: 'email' } });
});

test('the hash of an email address ignores case and depends on the key', (t) => {
  t.is(emailIdentity('Ann@Example.com', 'key'), emailIdentity('ann@example.com', 'key'));
  t.not(emailIdentity('ann@example.com', 'key'), emailIdentity('ann@example.com', 'other'));
  t.not(emailIdentity('ann+x@example.com', 'key'), emailIdentity('ann@example.com', 'key'));
});
