import test from 'ava';
import type { ShareCreated } from '../../../command-service/model/share/events.ts';
import { documentAfter, EventBuilder } from '../../../infra/testing/event-builder.ts';
import { closedScopes } from './closed-scopes.ts';
import { shares } from './shares.ts';

const data: ShareCreated['data'] = {
  shareId: 's1',
  scope: 'team:t1',
  clientDomain: 'client.example',
  hasPassword: true,
  passwordHash: '$argon2id$…',
  emails: ['zoe@client.example'],
  expiresAt: '2027-01-01T00:00:00.000Z',
};
const created = { type: 'ShareCreated', stream: 'share-s1', data } as const;

test('a share has its scope, client, author and time', (t) => {
  const events = new EventBuilder();
  events.add(created, { actor: 'bob', at: '2026-03-02T09:00:00.000Z' });
  const { shareId: id, ...rest } = data;
  t.deepEqual(documentAfter(shares, 's1', events.all), {
    id,
    ...{ name: '', revision: 0 },
    ...rest,
    scopes: [data.scope],
    scopeSet: data.scope,
    createdAt: '2026-03-02T09:00:00.000Z',
    createdBy: 'bob',
  });
});

test('a revoked share leaves no document', (t) => {
  const events = new EventBuilder();
  events.add(created);
  events.add({ type: 'ShareRevoked', stream: 'share-s1', data: { shareId: 's1' } });
  t.is(documentAfter(shares, 's1', events.all), null);
});

test('a share whose key was destroyed stays protected, with a password that nobody knows', (t) => {
  const events = new EventBuilder();
  const unreadable = { passwordHash: null, emails: null } as unknown as ShareCreated['data'];
  events.add({ ...created, data: { ...data, ...unreadable } });
  t.like(documentAfter(shares, 's1', events.all), { hasPassword: true, passwordHash: null, emails: [] });
});

test('a deleted team and a deleted account are closed scopes, whatever happens later', (t) => {
  const events = new EventBuilder();
  const at = '2026-03-02T09:00:00.000Z';
  events.add(
    {
      type: 'TeamDeleted',
      stream: 'team-t1',
      data: { teamId: 't1', ownerId: 'ann', memberIds: [], invitationIds: [] },
    },
    { at },
  );
  events.add({ type: 'AccountDeleted', stream: 'user-ann', data: { userId: 'ann', heirs: [] } }, { at });
  events.add({ type: 'TeamRenamed', stream: 'team-t2', data: { teamId: 't2', from: 'A', to: 'B' } });
  t.deepEqual(documentAfter(closedScopes, 'team:t1', events.all), { id: 'team:t1', endedAt: at, heir: 'ann' });
  t.deepEqual(documentAfter(closedScopes, 'user:ann', events.all), { id: 'user:ann', endedAt: at, heir: null });
  t.is(documentAfter(closedScopes, 'team:t2', events.all), null);
});
