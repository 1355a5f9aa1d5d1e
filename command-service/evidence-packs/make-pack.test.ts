import { buffer } from 'node:stream/consumers';
import test from 'ava';
import { EVIDENCE } from '../../infra/ports/storage/blob-store.ts';
import {
  joinedTeam,
  linkAdded,
  linkEdited,
  linkMoved,
  linkPlaced,
  teamCreated,
  termsChanged,
} from '../../infra/testing/event-builder.ts';
import { MARKUP, manifestOf, openPacks, PICTURE } from '../../infra/testing/evidence-packs/pack-app.ts';
import { problemsIn } from '../../infra/testing/evidence-packs/pack-problems.ts';
import texts from '../contract/languages/en/evidence-pack.json' with { type: 'json' };
import { PACK_TYPES } from './choose-events.ts';
import type { PackManifest } from './pack-format.ts';

test('the page has a text for each event that a pack may have', (t) => {
  t.true(PACK_TYPES.length > 10);
  t.deepEqual(
    PACK_TYPES.filter((type) => !Object.hasOwn(texts, `event.${type}`)),
    [],
  );
});

const typesOf = ({ events }: PackManifest) => events.map(({ type }) => type);

test('a pack of a link has its events as stored, its files, and the proof up to the seals', async (t) => {
  const { parts, seal, picture, markup } = await openPacks(t);
  const sealed = await seal('2026-03-06');
  const made = await parts('link', 'l1');
  const [one, two] = [`evidence/${picture}.webp`, `evidence/${markup}.html.txt`];
  t.deepEqual([...made.keys()], [one, two, 'manifest.json', 'index.html']);
  t.deepEqual([made.get(one), made.get(two)], [PICTURE, MARKUP]);
  const manifest = manifestOf(made);
  t.like(manifest, {
    ...{ subject: { kind: 'link', id: 'l1', name: 'https://blog.example/post' }, from: '2026-03-01', to: '2026-03-09' },
    ...{ madeBy: 'https://links.example', filesInPage: true, people: { ann: 'Ann Example' } },
    seals: [{ day: '2026-03-06', count: 10, hash: sealed.hash, timestamp: null }],
    files: [
      { hash: picture, path: one, kind: 'screenshot', state: 'here' },
      { hash: markup, path: two, kind: 'html', state: 'here' },
    ],
  });
  const checks = ['CheckRequested', 'LinkChecked', 'LinkStatusChanged', 'EvidenceKept', 'EvidenceKept'];
  t.deepEqual(typesOf(manifest), ['LinkAdded', ...checks]);
  t.deepEqual(
    manifest.events.map(({ n }) => n),
    [3, 4, 5, 6, 7, 8],
  );
  t.deepEqual(problemsIn(manifest), []);
});

test('the page has the same records and files, and no text in them can end an element', async (t) => {
  const { parts, picture, markup } = await openPacks(t);
  const made = await parts('link', 'l1');
  const page = String(made.get('index.html'));
  const data = /<script type="application\/json" id="manifest">(.*?)<\/script>/s.exec(page)?.[1];
  t.is(data, String(made.get('manifest.json')));
  t.false(data?.includes('<') ?? true);
  t.true(page.includes(`id="file-${picture}">${PICTURE.toString('base64')}</script>`));
  t.true(page.includes(`id="file-${markup}">${MARKUP.toString('base64')}</script>`));
  t.is(page.match(/<script/g)?.length, 4);
  t.notRegex(page, /\b(src|href)=|@import|url\((?!data:)/);
});

test('records with remarks or tags are in a pack only if they are asked for', async (t) => {
  const { parts, given } = await openPacks(t);
  await given([linkEdited('l1', { remarks: { from: '</script> & <b>', to: '' } })]);
  await given([linkEdited('l1', { duration: { from: '30 days', to: '60 days' } })]);
  const bare = manifestOf(await parts('link', 'l1', { notes: false }));
  t.is(bare.leftOut, 2);
  t.false(JSON.stringify(bare).includes('& <b>'));
  t.deepEqual(
    typesOf(bare).filter((type) => type === 'LinkAdded' || type === 'LinkEdited'),
    ['LinkEdited'],
  );
  t.deepEqual(problemsIn(bare), []);
  const whole = manifestOf(await parts('link', 'l1'));
  t.deepEqual([whole.leftOut, whole.events.length], [0, bare.events.length + 2]);
});

test('what was agreed is in a pack only if it is asked for, and prices never are', async (t) => {
  const { parts, given } = await openPacks(t);
  await given([termsChanged('l1', { linkTypes: { from: null, to: ['dofollow'] } })]);
  const changes = { vendor: { from: null, to: 'Northside' } };
  await given([{ type: 'LinkMoneyChanged', stream: 'money-l1', data: { linkId: 'l1', changes } }]);
  t.false(typesOf(manifestOf(await parts('link', 'l1'))).includes('LinkTermsChanged'));
  const whole = manifestOf(await parts('link', 'l1', { terms: true }));
  t.true(typesOf(whole).includes('LinkTermsChanged'));
  t.false(typesOf(whole).includes('LinkMoneyChanged'));
  t.notRegex(JSON.stringify(whole), /Northside/);
  t.deepEqual(problemsIn(whole), []);
});

test('a pack names the agency, and says of each link what its list says', async (t) => {
  const { parts } = await openPacks(t);
  const { agency, links } = manifestOf(await parts('link', 'l1'));
  t.is(agency, 'Ann Example');
  t.like(links.l1, { articleLink: 'https://blog.example/post', status: 'live', liveDate: '2026-03-01' });
  const team = manifestOf(await parts('campaign', 'c1'));
  t.like(team, { agency: 'Agency', links: { l2: { status: 'pending', liveDate: null, lastChecked: null } } });
});

test('names are in a pack, addresses of people are not; an erased person has no name', async (t) => {
  const { parts, given } = await openPacks(t);
  const before = await parts('link', 'l1');
  // The test's log is not encrypted; only the copy for people must lack the address.
  const { people, links } = manifestOf(before);
  t.notRegex(JSON.stringify({ people, links }), /joe@|ann@/);
  await given([{ type: 'AccountDeleted', stream: 'user-ann', data: { userId: 'ann', heirs: [] } }]);
  const after = manifestOf(await parts('client', 'client.example', { by: 'ann' }));
  t.is(after.people.ann, null);
  t.deepEqual(problemsIn(after), []);
});

test('a client’s pack has the links of every list that the person sees; a campaign’s, its links', async (t) => {
  const { parts, given } = await openPacks(t);
  await given([linkAdded('l3', { scope: 'user:bob' })]);
  const client = manifestOf(await parts('client', 'Client.Example'));
  t.deepEqual(Object.keys(client.links).toSorted(), ['l1', 'l2']);
  t.is(client.subject.name, 'client.example');
  const campaign = manifestOf(await parts('campaign', 'c1'));
  t.deepEqual(
    [campaign.subject.name, Object.keys(campaign.links), typesOf(campaign)],
    ['Spring', ['l2'], ['LinkAdded']],
  );
  t.deepEqual(problemsIn(client), []);
});

test('people who see a link get its whole history; the event of a move comes once', async (t) => {
  const { parts, given } = await openPacks(t);
  await given([linkMoved('l1', 'user:ann', 'team:t1')]);
  const manifest = manifestOf(await parts('link', 'l1'));
  t.deepEqual([typesOf(manifest).length, typesOf(manifest).at(-1)], [7, 'LinkMoved']);
});

test('a pack breaks off if its reader loses sight of the link while it is made', async (t) => {
  const { make, given, blobs } = await openPacks(t);
  await given([linkMoved('l1', 'user:ann', 'team:t1')], [joinedTeam('t1', 'bob', 'view')]);
  const made = await make('link', 'l1', { by: 'bob' });
  t.is(made.kind, 'pack');
  const left = given([{ type: 'MemberLeft', stream: 'team-t1', data: { teamId: 't1', userId: 'bob' } }]);
  const { get } = blobs;
  const getLater: typeof get = async (...args) => {
    await left;
    return get(...args);
  };
  Object.assign(blobs, { get: getLater });
  await t.throwsAsync(made.kind === 'pack' ? buffer(made.zip) : Promise.resolve(), { code: 'not-found' });
  await t.throwsAsync(make('link', 'l1', { by: 'bob' }), { code: 'not-found' });
});

test('links, clients and campaigns that a person does not see do not exist for them, nor does a purged link', async (t) => {
  const { make, given } = await openPacks(t);
  await given([teamCreated('t2', 'bob')]);
  const missing = { code: 'not-found' };
  await t.throwsAsync(make('link', 'l1', { by: 'bob' }), missing);
  await t.throwsAsync(make('link', 'nothing'), missing);
  await t.throwsAsync(make('client', 'client.example', { by: 'bob' }), missing);
  await t.throwsAsync(make('campaign', 'c1', { by: 'bob' }), missing);
  await t.throwsAsync(make('campaign', 'c2'), missing);
  await given([linkPlaced('LinkPurged', 'l1')]);
  await t.throwsAsync(make('link', 'l1'), missing);
});

test('days without events make no pack; the days of a pack end today', async (t) => {
  const { make, parts } = await openPacks(t);
  t.deepEqual(await make('link', 'l1', { from: '2026-02-01', to: '2026-02-28' }), { kind: 'no-events' });
  const manifest = manifestOf(await parts('client', 'client.example', { from: '2026-03-05', to: '2026-12-31' }));
  t.deepEqual([manifest.from, manifest.to, typesOf(manifest)], ['2026-03-05', '2026-03-10', ['LinkAdded']]);
});

test('events that are not sealed yet are proven up to the head, and the pack says so', async (t) => {
  const { parts, seal, given } = await openPacks(t);
  await seal('2026-03-06');
  const at = '2026-03-07T08:00:00.000Z';
  await given([linkPlaced('LinkTrashed', 'l1'), { at }], [linkAdded('other', { scope: 'user:bob' }), { at }]);
  const manifest = manifestOf(await parts('link', 'l1'));
  t.deepEqual(
    manifest.runs.map(({ count, sealed }) => [count, sealed]),
    [
      [10, '2026-03-06'],
      [12, null],
    ],
  );
  t.deepEqual(problemsIn(manifest), []);
});

test('a file that is no longer stored, or that was deleted with its link, is named and left out', async (t) => {
  const { parts, given, blobs, picture, markup } = await openPacks(t);
  await blobs.remove(EVIDENCE, picture);
  const made = await parts('link', 'l1');
  t.deepEqual(
    manifestOf(made).files.map(({ hash: file, state }) => [file, state]),
    [
      [picture, 'missing'],
      [markup, 'here'],
    ],
  );
  t.false(made.has(`evidence/${picture}.webp`));
  await given([linkPlaced('LinkPurged', 'l1')]);
  const purged = manifestOf(await parts('client', 'client.example'));
  t.deepEqual(
    purged.files.map(({ state }) => state),
    ['purged', 'purged'],
  );
});

test('a log that does not fit its seal proves nothing, so there is no pack', async (t) => {
  const { make, seal, seals } = await openPacks(t);
  const sealed = await seal('2026-03-06');
  seals[0] = { ...sealed, hash: '0'.repeat(64) };
  t.like(await make('link', 'l1'), { kind: 'does-not-fit' });
});
