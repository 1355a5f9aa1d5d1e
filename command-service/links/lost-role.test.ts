/** A role that ends while a change waits: for its turn with the addresses, or for views. */
import test from 'ava';
import { personPrincipal } from '../../infra/ports/process/principal.ts';
import type { ExpiringStore } from '../../infra/ports/storage/expiring-store.ts';
import { memoryLog, memoryValues, memoryViews } from '../../infra/testing/apps/memory-engine.ts';
import { EventBuilder, joinedTeam, linkAdded, teamCreated, writeAll } from '../../infra/testing/event-builder.ts';
import { links } from '../../projections/views/links/links.ts';
import { memberships } from '../../projections/views/people/memberships.ts';
import { CheckReplies } from '../checks/check-replies.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { authorize, roleIn } from '../core/authorize.ts';
import { addLink } from './add-link.ts';
import { editLink } from './edit-link.ts';

const METADATA = { actor: 'bob', correlationId: 'c', causationId: 'c', at: '2026-03-01T10:00:00.000Z' };
const BOB = personPrincipal('bob');
const SCOPE = 'team:t1';

/** Bob edits in ann's team, until he waits for his turn with the addresses of a link. */
async function world() {
  const store = memoryLog<LinkledgerEvent>();
  const events = new EventBuilder();
  const record = (event: Parameters<EventBuilder['add']>[0]) => writeAll(store, [events.add(event)]);
  await record(teamCreated('t1', 'ann'));
  await record(joinedTeam('t1', 'bob', 'edit'));
  const now = () => new Date(METADATA.at);
  const values = memoryValues(now);
  const claims: ExpiringStore = {
    ...values,
    async putIfAbsent(...args) {
      const change = { teamId: 't1', userId: 'bob', from: 'edit', to: 'view' } as const;
      await record({ type: 'MemberPermissionChanged', stream: 'team-t1', data: change });
      return values.putIfAbsent(...args);
    },
  };
  const reads = { ...memoryViews([links, memberships]), reached: async () => true };
  const checkReplies = new CheckReplies(new AbortController().signal);
  return { deps: { store, now, reads, claims, checkReplies }, record };
}

test('a link is not added once its person may no longer add links', async (t) => {
  const { deps } = await world();
  const { linkId: _, ...fields } = linkAdded('l1', { scope: SCOPE }).data;
  const adding = addLink(deps, {
    ...{ linkId: 'l1', checkId: 'c1', visibleScopes: [], metadata: METADATA, fields, allowDuplicate: false },
    authorize: async () => authorize('AddLink', await roleIn(deps.store, SCOPE, BOB)),
  });
  await t.throwsAsync(adding, { message: /permission in this team/ });
  t.deepEqual((await deps.store.read('link-l1')).events, []);
});

test('a link is not edited once its person may no longer edit it', async (t) => {
  const { deps, record } = await world();
  await record(linkAdded('l1', { scope: SCOPE }));
  const editor = { principal: BOB, metadata: () => METADATA, assertUnchanged: () => {} };
  const editing = editLink(deps, editor, 'l1', { articleLink: 'https://other.example/' });
  await t.throwsAsync(editing, { message: /permission in this team/ });
  t.is((await deps.store.read('link-l1')).events.length, 1);
});
