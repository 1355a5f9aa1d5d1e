import test from 'ava';
import fc from 'fast-check';
import { givenWhenThen, play } from '../../testing/given-when-then.ts';
import { type CreateShare, recipientsOf, type ShareCommand, validateRecipients } from './commands.ts';
import { share } from './decider.ts';
import type { ShareEvent } from './events.ts';

const shares = givenWhenThen(share);
const create: CreateShare = {
  type: 'CreateShare',
  shareId: 's1',
  scope: 'team:t1',
  clientDomain: 'client.example',
  passwordHash: null,
  emails: ['zoe@client.example'],
  expiresAt: null,
};
const { type: _, ...data } = create;
const created: ShareEvent = { type: 'ShareCreated', data: { ...data, hasPassword: false } };
const revoke = { type: 'RevokeShare', shareId: 's1' } as const;
const revoked: ShareEvent = { type: 'ShareRevoked', data: { shareId: 's1' } };

test('a share is created once', (t) => {
  shares(t).given().when(create).yields(created);
  shares(t).given(created).when(create).yields();
  shares(t)
    .given(created, revoked)
    .when({ ...create, scope: 'user:ann' })
    .yields();
});

test('the fact that a share has a password is not encrypted', (t) => {
  shares(t)
    .given()
    .when({ ...create, passwordHash: '$argon2id$…' })
    .yields({ type: 'ShareCreated', data: { ...data, passwordHash: '$argon2id$…', hasPassword: true } });
});

test('an edit records what changed: recipients, lists, the password', (t) => {
  const passwordHash = '$argon2id$…';
  shares(t)
    .given(created)
    .when({ ...{ type: 'EditShare', shareId: 's1' }, fields: { name: '', emails: data.emails, expiresAt: undefined } })
    .yields();
  shares(t)
    .given(created)
    .when({
      ...{ type: 'EditShare', shareId: 's1' },
      fields: { emails: [], passwordHash, hasPassword: true, scope: 'user:ann', scopes: ['team:t1', 'team:t2'] },
    })
    .yields({
      type: 'ShareEdited',
      data: {
        shareId: 's1',
        changes: {
          scope: { from: 'team:t1', to: 'user:ann' },
          scopes: { from: ['team:t1'], to: ['team:t1', 'team:t2'] },
          hasPassword: { from: false, to: true },
          passwordHash: { from: null, to: passwordHash },
          emails: { from: data.emails, to: [] },
        },
      },
    });
});

test('a share is revoked once; an unknown share cannot be revoked', (t) => {
  shares(t).given(created).when(revoke).yields(revoked);
  shares(t).given(created, revoked).when(revoke).yields();
  shares(t).given().when(revoke).refused('not-found');
});

test('a repeated command changes nothing', (t) => {
  const command = fc.constantFrom<ShareCommand>(create, { ...create, passwordHash: 'x' }, revoke);
  const property = fc.property(fc.array(command, { maxLength: 6 }), command, (before, last) => {
    const events = play(share, [...before, last, last]);
    return events.at(-1)?.length === 0;
  });
  t.notThrows(() => fc.assert(property));
});

test('a list of addresses drops blank rows and repeats; the first spelling stays', (t) => {
  t.deepEqual(recipientsOf(['', ' Zoe@client.example ', '   ', 'zoe@CLIENT.example', 'bob@client.example']), [
    'Zoe@client.example',
    'bob@client.example',
  ]);
  t.deepEqual(recipientsOf(null), []);
});

test('an invalid address is named by its index in the list as sent', (t) => {
  t.deepEqual(validateRecipients(['', 'zoe@client.example', 'zoe', null, 7, { a: 'b' }, ['x@y.example']]), {
    'emails.2': 'Email must be a valid address',
    'emails.4': 'Email must be a valid address',
    'emails.5': 'Email must be a valid address',
    'emails.6': 'Email must be a valid address',
  });
});
