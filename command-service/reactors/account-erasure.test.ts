/**
 * Erasing a deleted account, on real stores and views: the result is the same after an interruption or failure at any step.
 */
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { encryptPersonalData } from '../../infra/crypto/personal-data.ts';
import { openSqliteEvents } from '../../infra/engines/embedded/log/event-log.ts';
import { openBlobFiles } from '../../infra/engines/embedded/stores/blob-store.ts';
import { openDurableStores } from '../../infra/engines/embedded/stores/durable-stores.ts';
import { openSqliteKeys } from '../../infra/engines/embedded/stores/key-store.ts';
import { openSqliteViews } from '../../infra/engines/embedded/views/view-store.ts';
import { logosOf, photosOf } from '../../infra/ports/storage/blob-store.ts';
import type { EventStore } from '../../infra/ports/storage/event-store.ts';
import { linkAdded, recordingLog } from '../../infra/testing/event-builder.ts';
import { forgetCheckpoint } from '../../infra/testing/forget-checkpoint.ts';
import { png } from '../../infra/testing/sample-images.ts';
import { temporaryFolder } from '../../infra/testing/temporary-folder.ts';
import { waitUntil } from '../../infra/testing/wait-until.ts';
import { startProjections } from '../../projections/runner/start-projections.ts';
import { allViews } from '../../projections/views/all-views.ts';
import { closedScopes } from '../../projections/views/people/closed-scopes.ts';
import { tokens } from '../../projections/views/people/tokens.ts';
import { users } from '../../projections/views/people/users.ts';
import { type LinkledgerEvent, PERSONAL_FIELDS } from '../contract/events.ts';
import { handle, load } from '../core/handle.ts';
import { Photos } from '../identity/photos.ts';
import { brand, streamOf as brandStreamOf } from '../model/brand/decider.ts';
import { emailIdentity, identity } from '../model/identity/decider.ts';
import { link, streamOf as linkStreamOf } from '../model/link/decider.ts';
import { share } from '../model/share/decider.ts';
import { team, streamOf as teamStreamOf } from '../model/team/decider.ts';
import { token } from '../model/token/decider.ts';
import { user } from '../model/user/decider.ts';
import { type AccountErasureDeps, accountErasure } from './account-erasure.ts';
import { runReactor } from './run-reactor.ts';

const KEY = 'k';
const AT = '2026-03-01T10:00:00.000Z';
const metadata = { actor: 'ann', correlationId: 'c', causationId: 'c', at: AT };
const now = () => new Date(AT);
const tokenOfAnn = (tokenId: string) =>
  ({
    type: 'CreateToken',
    tokenId,
    userId: 'ann',
    name: 'Ann’s laptop',
    access: 'read',
    teamId: null,
    expiresAt: null,
  }) as const;
const registration = { type: 'RegisterUser', firstName: 'A', lastName: 'B', company: 'C' } as const;

const BRAND = { name: 'Acme', accent: null, senderName: '', footer: 'Acme Ltd.' };

/** Ann owns a team with Bob and one that he inherits, is in Bob's team, and has links, a photo, a brand and an invitation. */
async function given(t: ExecutionContext) {
  const folder = temporaryFolder(t);
  const events = openSqliteEvents<LinkledgerEvent>(path.join(folder, 'events.db'));
  const keys = openSqliteKeys(path.join(folder, 'keys.db'));
  const reads = openSqliteViews(path.join(folder, 'views.db'), allViews);
  const durable = openDurableStores(path.join(folder, 'durable.db'), now);
  const files = openBlobFiles(folder, now);
  const logger = recordingLog();
  const store = encryptPersonalData(events, keys, PERSONAL_FIELDS, () => t.fail());
  const projections = startProjections(allViews, { feed: store, reads, logger });
  const photos = new Photos(store, files, durable.leases);
  t.teardown(async () => {
    await projections.stop();
    await events.close();
    for (const each of [keys, reads, durable]) each.close();
  });

  for (const userId of ['ann', 'bob', 'cem']) {
    const email = `${userId}@example.com`;
    const hash = emailIdentity(email, KEY);
    await handle(store, identity, { type: 'ClaimIdentity', userId, provider: 'email', hash }, metadata);
    await handle(store, user, { ...registration, userId, email }, metadata);
  }
  const join = async (teamId: string, ownerId: string, userId: string) => {
    const email = `${userId}@example.com`;
    const invitationId = `${teamId}-${userId}`;
    const invitations = [{ email, name: 'N', permission: 'edit', invitationId } as const];
    await handle(store, team, { type: 'CreateTeam', teamId, name: teamId, ownerId }, metadata);
    const invite = { type: 'InviteMembers', teamId, invitations, expiresAt: '2026-03-09T00:00:00.000Z' } as const;
    await handle(store, team, invite, metadata);
    await handle(store, team, { type: 'AcceptInvitation', teamId, invitationId, userId, email, at: AT }, metadata);
  };
  await join('kept', 'ann', 'bob');
  await join('gone', 'ann', 'bob');
  await join('joined', 'bob', 'ann');
  await join('lost', 'ann', 'cem');
  for (const [linkId, scope] of [
    ['l1', 'user:ann'],
    ['l2', 'user:ann'],
    ['l3', 'user:bob'],
    ['l4', 'team:kept'],
  ] as const) {
    const { data } = linkAdded(linkId, { scope, pocEmail: 'poc@example.com' });
    await handle(store, link, { type: 'AddLink', ...data }, metadata);
  }
  await handle(store, link, { type: 'TrashLink', linkId: 'l2' }, metadata);
  await handle(store, token, tokenOfAnn('k1'), metadata);
  await photos.change('ann', { bytes: png(), type: 'image/png' }, metadata);
  for (const scope of ['user:ann', 'user:bob', 'team:gone'] as const) {
    const logo = { hash: await files.put(logosOf(scope), png()), width: 1, height: 1 };
    await handle(store, brand, { type: 'SetBrand', scope, ...BRAND, logo }, metadata);
  }
  await handle(store, user, { type: 'DeleteAccount', userId: 'cem', heirs: [] }, metadata);
  const heirs = [
    { teamId: 'kept', userId: 'bob' },
    { teamId: 'lost', userId: 'cem' },
  ];
  const { position } = await handle(store, user, { type: 'DeleteAccount', userId: 'ann', heirs }, metadata);
  const ended: string[] = [];
  const deps: AccountErasureDeps = {
    ...{ store, feed: store, reads, ...durable, photos, files, identityKey: KEY, logger, now },
    sessions: { endAll: async (userId) => void ended.push(userId) },
    forget: (owners) => keys.destroy(...owners),
    scrub: async () => undefined,
  };
  return { folder, deps, keys, files, log: logger, ended, position };
}

type Given = Awaited<ReturnType<typeof given>>;

/** Runs the reactor until it has handled everything in the log. */
async function run({ deps }: Given, over: Partial<AccountErasureDeps> = {}): Promise<void> {
  const stop = new AbortController();
  const all = { ...deps, ...over };
  const running = runReactor(all, accountErasure(all), stop.signal);
  await waitUntil(async () => {
    const reached = await deps.checkpoints.get('account-aftermath');
    return reached === (await deps.feed.head());
  });
  stop.abort();
  await running;
}

async function check(t: ExecutionContext, { deps, keys, files, ended }: Given): Promise<void> {
  const { store } = deps;
  const teamState = async (teamId: string) => (await load(store, team, teamStreamOf(teamId))).state;
  const kept = await teamState('kept');
  t.true(kept.status === 'active' && kept.ownerId === 'bob' && kept.members.size === 0);
  t.is((await teamState('gone')).status, 'deleted');
  t.is((await teamState('lost')).status, 'deleted', 'an heir whose account is deleted, too, inherits nothing');
  const joined = await teamState('joined');
  t.true(joined.status === 'active' && !joined.members.has('ann'));
  const placeOf = async (linkId: string) => (await load(store, link, linkStreamOf(linkId))).state.status;
  t.deepEqual(await Promise.all(['l1', 'l2', 'l3', 'l4'].map(placeOf)), ['purged', 'purged', 'active', 'active']);
  for (const owner of ['ann', 'cem', 'l1', 'l2', 'kept-bob', 'joined-ann', 'gone-bob', 'gone']) {
    t.is(await keys.find(owner), null, owner);
  }
  for (const owner of ['bob', 'l3', 'l4']) t.not(await keys.find(owner), null, owner);
  const holder = await load(store, identity, `identity-${emailIdentity('ann@example.com', KEY)}`);
  t.is(holder.state, null);
  const { events } = await store.read('user-ann');
  const photo = events.flatMap((event) => (event.type === 'PhotoChanged' ? [event.data.photo] : []))[0];
  t.is(await files.get(photosOf('ann'), photo?.hash ?? ''), null);
  for (const scope of ['user:ann', 'team:gone'] as const) {
    t.is((await load(store, brand, brandStreamOf(scope))).state, null);
    t.deepEqual(await files.list(logosOf(scope)), []);
  }
  t.is((await load(store, brand, brandStreamOf('user:bob'))).state?.footer, 'Acme Ltd.');
  t.is((await files.list(logosOf('user:bob'))).length, 1);
  t.true(ended.includes('ann'));
  const head = await deps.feed.head();
  await waitUntil(async () => (await deps.reads.position(users)) === head);
  t.is((await load(store, token, 'token-k1')).state.status, 'revoked');
  await waitUntil(async () => (await deps.reads.position(tokens)) === head);
  t.is(await deps.reads.get(tokens, 'ann'), null);
  t.deepEqual(await deps.reads.get(users, 'ann').then((doc) => doc && 'email' in doc && doc.email), '');
}

test('everything of a deleted account is handed over, released or erased', async (t) => {
  const here = await given(t);
  await run(here);
  await check(t, here);
});

test('a second run of the same log changes nothing', async (t) => {
  const here = await given(t);
  await run(here);
  const head = await here.deps.feed.head();
  forgetCheckpoint(path.join(here.folder, 'durable.db'), 'account-aftermath');
  await run(here);
  t.is(await here.deps.feed.head(), head);
  await check(t, here);
});

test('the result is the same if every append fails once, before or after the write', async (t) => {
  for (const written of [false, true]) {
    const here = await given(t);
    const { store } = here.deps;
    const failed = new Set<string>();
    let failures = 0;
    const failing: EventStore<LinkledgerEvent> = {
      read: (stream) => store.read(stream),
      async append(stream, expected, events, meta) {
        const name = `${stream} ${events.map(({ type }) => type).join()}`;
        const fails = !failed.has(name);
        failed.add(name);
        if (fails && !written) throw new Error(`the disk is full ${++failures}`);
        const appended = await store.append(stream, expected, events, meta);
        if (fails) throw new Error(`the connection broke ${++failures}`);
        return appended;
      },
    };
    await run(here, { store: failing, pauseMs: () => 1 });
    t.true(failures > 8, `${failures} failures`);
    t.true(
      here.log.lines.some(([level]) => level === 'error'),
      'the failure is logged',
    );
    await check(t, here);
  }
});

test('the result is the same after a restart at any step', async (t) => {
  for (let steps = 1; steps <= 24; steps += 4) {
    const here = await given(t);
    const stop = new AbortController();
    let left = steps;
    const { store } = here.deps;
    const counting: EventStore<LinkledgerEvent> = {
      read: (stream) => store.read(stream),
      async append(...args) {
        const appended = await store.append(...args);
        left -= 1;
        if (left === 0) stop.abort();
        // A killed process writes nothing more.
        if (left <= 0) throw new Error('stopped');
        return appended;
      },
    };
    const deps = { ...here.deps, store: counting };
    const running = runReactor(deps, accountErasure(deps), stop.signal);
    const head = () => here.deps.feed.head();
    await waitUntil(async () => {
      const reached = await here.deps.checkpoints.get('account-aftermath');
      return stop.signal.aborted || reached === (await head());
    });
    stop.abort();
    await running;
    await run(here);
    await check(t, here);
  }
});

test('data added for a deleted person later is erased as well', async (t) => {
  const here = await given(t);
  await run(here);
  const { store } = here.deps;
  const late = { type: 'MoveLink', linkId: 'l4', from: 'team:kept', to: 'user:ann' } as const;
  await handle(store, link, late, metadata);
  await run(here);
  t.is((await load(store, link, linkStreamOf('l4'))).state.status, 'purged');
  t.is(await here.keys.find('l4'), null);
});

test('changes of a request that runs during the deletion are undone', async (t) => {
  const here = await given(t);
  await run(here);
  const { store } = here.deps;
  const { data } = linkAdded('l5', { scope: 'user:ann', pocEmail: 'poc@example.com' });
  await handle(store, link, { type: 'AddLink', ...data }, metadata);
  const made = { type: 'CreateShare', shareId: 's5', scope: 'user:ann', clientDomain: 'c.example' } as const;
  const closed = { passwordHash: null, emails: ['zoe@example.com'], expiresAt: null };
  await handle(store, share, { ...made, ...closed }, metadata);
  await handle(store, team, { type: 'CreateTeam', teamId: 'late', name: 'Late', ownerId: 'ann' }, metadata);
  await handle(store, token, tokenOfAnn('k5'), metadata);
  await run(here);
  t.is((await load(store, link, linkStreamOf('l5'))).state.status, 'purged');
  t.is((await load(store, share, 'share-s5')).state.status, 'revoked');
  t.is((await load(store, team, teamStreamOf('late'))).state.status, 'deleted');
  t.is((await load(store, token, 'token-k5')).state.status, 'revoked');
  for (const owner of ['l5', 's5', 'ann']) t.is(await here.keys.find(owner), null, owner);
});

test('data older than the deletion is left to the deletion and the heirs, even if its event comes late', async (t) => {
  const here = await given(t);
  // The views are far ahead of the follower.
  await waitUntil(async () => (await here.deps.reads.position(closedScopes)) === (await here.deps.feed.head()));
  await run(here);
  const kept = await load(here.deps.store, team, teamStreamOf('kept'));
  t.true(kept.state.status === 'active' && kept.state.ownerId === 'bob');
});
