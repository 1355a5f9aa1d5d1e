import test from 'ava';
import type { RegisterUser } from '../commands/user.ts';
import type { UserEvent } from '../events.ts';
import { emailIdentity, identity } from './identity.ts';
import { scenarios } from './scenario.ts';
import { user } from './user.ts';

const person = scenarios(user);
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

test('a first sign-in registers a user, a second one changes nothing', (t) => {
  person(t).given().when(register).yields(registered);
  person(t).given(registered).when(register).yields();
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

test('the profile of nobody cannot be edited', (t) => {
  person(t)
    .given()
    .when({ type: 'EditProfile', userId: 'ann', fields: { firstName: 'Ann' } })
    .refused('not-found');
});

const address = scenarios(identity);
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

test('an e-mail address is one identity in any case, and another under another key', (t) => {
  t.is(emailIdentity('Ann@Example.com', 'key'), emailIdentity('ann@example.com', 'key'));
  t.not(emailIdentity('ann@example.com', 'key'), emailIdentity('ann@example.com', 'other'));
  t.not(emailIdentity('ann+x@example.com', 'key'), emailIdentity('ann@example.com', 'key'));
});
