import test from 'ava';
import fc from 'fast-check';
import { givenWhenThen, play } from '../../testing/given-when-then.ts';
import type { ClientCommand } from './commands.ts';
import { clients } from './decider.ts';
import type { ClientEvent } from './events.ts';

const scenario = givenWhenThen(clients);
const scope = 'team:t1';
const of = { scope, clientId: 'c1' } as const;
const fields = { name: 'Harbour', domains: ['harbour.example', 'harbour.de'], notes: null };
const added: ClientEvent = { type: 'ClientAdded', data: { ...of, ...fields } };
const zoe = { contactId: 'p1', name: 'Zoe', email: 'zoe@harbour.example' };
const zoeAdded: ClientEvent = { type: 'ClientContactAdded', data: { ...of, ...zoe } };
const add: ClientCommand = { type: 'AddClient', ...of, ...fields, contacts: [zoe] };
const other: ClientCommand = { ...add, clientId: 'c2', name: 'Pine', domains: ['pine.example'], contacts: [] };

test('adding a client records its fields and its contacts, once', (t) => {
  scenario(t).given().when(add).yields(added, zoeAdded);
  scenario(t).given(added, zoeAdded).when(add).yields();
});

test('an edit records only what changed, from and to', (t) => {
  scenario(t)
    .given(added)
    .when({ type: 'EditClient', ...of, fields: { name: 'Harbour & Pine', domains: fields.domains, notes: undefined } })
    .yields({ type: 'ClientEdited', data: { ...of, changes: { name: { from: 'Harbour', to: 'Harbour & Pine' } } } });
});

test('a corrected contact is a new one, so that the old one is erased; the others stay', (t) => {
  const ben = { contactId: 'p2', name: 'Ben', email: 'ben@harbour.example' };
  const contacts = [
    { ...zoe, contactId: 'new-1' },
    { ...ben, contactId: 'new-2', name: 'Benjamin' },
  ];
  scenario(t)
    .given(added, zoeAdded, { type: 'ClientContactAdded', data: { ...of, ...ben } })
    .when({ type: 'EditClient', ...of, fields: {}, contacts })
    .yields(
      { type: 'ClientContactRemoved', data: { ...of, contactId: 'p2' } },
      { type: 'ClientContactAdded', data: { ...of, ...ben, contactId: 'new-2', name: 'Benjamin' } },
    );
});

test('a domain belongs to one client of a list, and is free again once that client gives it up', (t) => {
  scenario(t)
    .given(added)
    .when({ ...other, domains: ['pine.example', 'harbour.de'] })
    .refused('domain-taken');
  const changes = { domains: { from: fields.domains, to: ['harbour.example'] } };
  scenario(t)
    .given(added, { type: 'ClientEdited', data: { ...of, changes } })
    .when({ ...other, domains: ['harbour.de'] })
    .yields({
      type: 'ClientAdded',
      data: { scope, clientId: 'c2', name: 'Pine', domains: ['harbour.de'], notes: null },
    });
});

test('an inherited client leaves the domains that the list has to their clients', (t) => {
  const inherited = { ...other, inherited: true, contacts: [] };
  scenario(t)
    .given(added)
    .when({ ...inherited, domains: ['harbour.de', 'pine.example'] })
    .yields({
      ...{ type: 'ClientAdded', data: { scope, clientId: 'c2', name: 'Pine', domains: ['pine.example'], notes: null } },
    });
  scenario(t)
    .given(added)
    .when({ ...inherited, domains: ['harbour.de'] })
    .yields();
});

test('a deleted client names its contacts, whose keys end with it', (t) => {
  const remove: ClientCommand = { type: 'DeleteClient', ...of };
  const deleted: ClientEvent = { type: 'ClientDeleted', data: { ...of, name: 'Harbour', contactIds: ['p1'] } };
  scenario(t).given(added, zoeAdded).when(remove).yields(deleted);
  scenario(t).given(added, zoeAdded, deleted).when(remove).yields();
  scenario(t)
    .given(added, deleted)
    .when({ type: 'EditClient', ...of, fields: {} })
    .refused('not-found');
});

test('a repeated command changes nothing', (t) => {
  const edits = fc.record(
    { name: fc.constantFrom('A', 'B'), domains: fc.constantFrom(['a.example'], ['a.example', 'b.example']) },
    { requiredKeys: [] },
  );
  const contacts = fc.subarray([zoe, { ...zoe, contactId: 'p3', email: 'kim@harbour.example' }]);
  const command: fc.Arbitrary<ClientCommand> = fc.oneof(
    fc.tuple(edits, contacts).map(([changed, those]): ClientCommand => {
      return { type: 'EditClient', ...of, fields: changed, contacts: those };
    }),
    fc.constant({ ...add, clientId: 'c2', domains: ['c.example'] }),
  );
  fc.assert(
    fc.property(fc.array(command, { maxLength: 6 }), command, (before, last) => {
      t.deepEqual(play(clients, [add, ...before, last, last]).at(-1), []);
    }),
  );
});
