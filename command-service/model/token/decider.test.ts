import test from 'ava';
import fc from 'fast-check';
import { givenWhenThen, play } from '../../testing/given-when-then.ts';
import type { CreateToken, TokenCommand } from './commands.ts';
import { token } from './decider.ts';
import type { TokenEvent } from './events.ts';

const tokens = givenWhenThen(token);
const create: CreateToken = {
  type: 'CreateToken',
  tokenId: 'k1',
  userId: 'ann',
  name: 'Nightly report',
  access: 'read',
  teamId: 't1',
  expiresAt: null,
};
const { type: _, ...data } = create;
const created: TokenEvent = { type: 'TokenCreated', data };
const revoke = { type: 'RevokeToken', tokenId: 'k1', reason: 'revoked' } as const;
const revoked: TokenEvent = { type: 'TokenRevoked', data: { tokenId: 'k1', userId: 'ann', reason: 'revoked' } };

test('a token is created once, and its rights never change', (t) => {
  tokens(t).given().when(create).yields(created);
  tokens(t)
    .given(created)
    .when({ ...create, access: 'write', teamId: null })
    .yields();
  tokens(t).given(created, revoked).when(create).yields();
});

test('a token is revoked once; an unknown token cannot be revoked', (t) => {
  tokens(t).given(created).when(revoke).yields(revoked);
  tokens(t)
    .given(created, revoked)
    .when({ ...revoke, reason: 'left-team' })
    .yields();
  tokens(t).given().when(revoke).refused('not-found');
});

test('a repeated command changes nothing', (t) => {
  const command = fc.constantFrom<TokenCommand>(create, { ...create, access: 'write' }, revoke);
  const property = fc.property(fc.array(command, { maxLength: 6 }), command, (before, last) => {
    return play(token, [...before, last, last]).at(-1)?.length === 0;
  });
  t.notThrows(() => fc.assert(property));
});
