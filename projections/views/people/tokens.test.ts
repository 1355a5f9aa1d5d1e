import test from 'ava';
import type { TokenCreated } from '../../../command-service/model/token/events.ts';
import { documentAfter, EventBuilder } from '../../../infra/testing/event-builder.ts';
import { tokens } from './tokens.ts';

const data: TokenCreated['data'] = {
  tokenId: 'k1',
  userId: 'ann',
  name: 'Nightly report',
  access: 'read',
  teamId: null,
  expiresAt: '2027-01-01T00:00:00.000Z',
};
const created = (tokenId: string) =>
  ({ type: 'TokenCreated', stream: `token-${tokenId}`, data: { ...data, tokenId } }) as const;
const revoked = (tokenId: string) =>
  ({
    type: 'TokenRevoked',
    stream: `token-${tokenId}`,
    data: { tokenId, userId: 'ann', reason: 'revoked' },
  }) as const;

test("a person's tokens are listed in order of creation, without revoked ones", (t) => {
  const events = new EventBuilder();
  const at = '2026-03-02T09:00:00.000Z';
  for (const id of ['k1', 'k2']) events.add(created(id), { at });
  events.add(revoked('k1'));
  const { userId: id, tokenId: _, ...rest } = data;
  t.deepEqual(documentAfter(tokens, 'ann', events.all), {
    id,
    tokens: [{ id: 'k2', money: false, ...rest, createdAt: at }],
  });
  events.add(revoked('k2'));
  t.is(documentAfter(tokens, 'ann', events.all), null);
});

test("a token loses its name when its person's key is destroyed", (t) => {
  const events = new EventBuilder();
  const erased = { name: null } as unknown as TokenCreated['data'];
  events.add({ ...created('k1'), data: { ...data, ...erased } });
  t.is(documentAfter(tokens, 'ann', events.all)?.tokens[0]?.name, '');
});
