/** Alert rules of people and teams, on the whole system. */
import test from 'ava';
import type { AlertRulesAnswer, RehearsalAnswer } from '../../../../query-service/contract/answers/alert-rules.ts';
import type { LedgerAnswer } from '../../../../query-service/contract/answers/ledger.ts';
import { type Actor, makeTeam, signUpActors } from '../../actors/team.ts';
import { startServer } from '../../apps/server.ts';

const app = await startServer([], { CHECKER_RENDER: 'never' });
test.after.always(() => app.close());
const somebody = signUpActors(app);

interface Changed {
  readonly revision: number;
  readonly fields?: Readonly<Record<string, string>>;
}
const when = { pace: 'at-once', hour: 8, weekday: 1, quiet: null };
const RULE = {
  ...{ kinds: ['lost'], where: { kind: 'everything' }, to: { kind: 'me' }, group: 'incident', on: true },
  when,
};
const rulesOf = async (person: Actor, teamId: string | null = null) =>
  (await person.get<AlertRulesAnswer>(`/api/alert-rules${teamId === null ? '' : `?teamId=${teamId}`}`)).body;
const put = (person: Actor, rules: readonly object[], teamId: string | null = null, headers = {}) =>
  person.send<Changed>('PUT', '/api/alert-rules', { rules, teamId }, headers);
const addLink = async (person: Actor, more: object = {}) => {
  const body = { articleLink: 'http://127.0.0.1/page', clientLink: 'http://127.0.0.1/client', ...more };
  t200(await person.send('POST', '/api/links', body));
};
function t200({ status, body }: { readonly status: number; readonly body: unknown }) {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
}

test('until a person sets rules, one rule says what their settings say', async (t) => {
  const ann = await somebody();
  const before = await rulesOf(ann);
  t.like(before, { teamId: null, isDefault: true, revision: 0 });
  t.like(before.rules, [{ id: 'default', to: { kind: 'me' }, when: { pace: 'hourly' }, missing: null }]);
  await ann.send('PATCH', '/api/user/settings', { statusChangeAlerts: false, expiringLinkAlerts: false });
  t.deepEqual((await rulesOf(ann)).rules[0]?.kinds, ['warned']);
  t.like(await put(ann, [{ ...RULE, id: 'default' }]), { status: 200, body: { revision: 1 } });
  const after = await rulesOf(ann);
  t.like(after, { isDefault: false, revision: 1 });
  t.not(after.rules[0]?.id, 'default');
  await put(ann, []);
  t.like(await rulesOf(ann), { isDefault: false, revision: 2, rules: [] });
  const told = (await ann.get<LedgerAnswer[]>('/api/ledger?kind=alert-rules')).body;
  t.deepEqual(
    told.map(({ event }) => event.type),
    ['AlertRulesSet', 'AlertRulesSet'],
  );
});

test('of two who change the rules of a team at once, one is told', async (t) => {
  const [ann, bob] = [await somebody(), await somebody()];
  const teamId = await makeTeam(app, ann, [[bob, 'full']]);
  const ofTeam = { ...RULE, to: { kind: 'member', id: bob.id } };
  const both = await Promise.all([
    put(ann, [ofTeam], teamId, { 'If-Match': '"0"' }),
    put(bob, [ofTeam, ofTeam], teamId, { 'If-Match': '"0"' }),
  ]);
  t.deepEqual(both.map(({ status }) => status).toSorted(), [200, 412]);
  t.like(await rulesOf(bob, teamId), { teamId, revision: 1, isDefault: false });
});

test('an id that is sent twice, or that the list does not have, becomes a new one', async (t) => {
  const ann = await somebody();
  await put(ann, [RULE]);
  const [first] = (await rulesOf(ann)).rules;
  await put(ann, [
    { ...RULE, id: first?.id },
    { ...RULE, id: first?.id, on: false },
    { ...RULE, id: 'other' },
  ]);
  const ids = (await rulesOf(ann)).rules.map(({ id }) => id);
  t.is(ids[0], first?.id);
  t.is(new Set(ids).size, 3);
  t.false(ids.includes('other'));
});

test('a rule names only what its list has, and each wrong target is named beside its field', async (t) => {
  const [ann, bob, eve] = [await somebody(), await somebody(), await somebody()];
  const teamId = await makeTeam(app, ann, [[bob, 'edit']]);
  await addLink(ann, { tags: ['Spring'], teamId });
  const wrong = async (teamOf: string | null, change: object) =>
    (await put(ann, [{ ...RULE, ...change }], teamOf)).body.fields ?? {};
  const ofTeam = { to: { kind: 'member', id: bob.id } };
  t.deepEqual(await wrong(teamId, {}), { 'rules[0].to': 'Choose a person or a channel of the team.' });
  t.deepEqual(await wrong(teamId, { to: { kind: 'member', id: eve.id } }), {
    'rules[0].to': 'This person is not in the team.',
  });
  t.deepEqual(await wrong(null, ofTeam), { 'rules[0].to': 'Your own rules tell only you.' });
  t.deepEqual(await wrong(teamId, { ...ofTeam, where: { kind: 'assigned' } }), {
    'rules[0].where': 'A rule of a team is about the links of the team.',
  });
  t.deepEqual(await wrong(null, { where: { kind: 'list', id: `user:${eve.id}` } }), {
    'rules[0].where': 'You do not see this list.',
  });
  const channel = { teamId, name: 'Ops', kind: 'webhook', url: 'https://hooks.example/1' };
  const { id } = (await ann.send<{ readonly id: string }>('POST', '/api/channels', channel)).body;
  t.deepEqual(await wrong(teamId, { to: { kind: 'channel', id } }), {});
  const elsewhere = await wrong(await makeTeam(app, ann, []), { to: { kind: 'channel', id } });
  t.deepEqual(elsewhere, { 'rules[0].to': 'The team does not have this channel.' });
  await ann.send('DELETE', `/api/channels/${id}`);
  t.is((await rulesOf(ann, teamId)).rules[0]?.missing, 'channel');
  for (const [where, problem] of [
    [{ kind: 'tag', id: 'autumn' }, 'No link in these lists has this tag.'],
    [{ kind: 'client', id: 'nobody.example' }, 'These lists do not have this client.'],
    [{ kind: 'campaign', id: 'none' }, 'These lists do not have this campaign.'],
  ] as const) {
    t.deepEqual(await wrong(null, { where }), { 'rules[0].where': problem });
  }
  for (const where of [
    { kind: 'list', id: `team:${teamId}` },
    { kind: 'tag', id: 'spring' },
    { kind: 'client', id: '127.0.0.1' },
    { kind: 'assigned' },
  ]) {
    t.deepEqual(await wrong(null, { where }), {});
  }
});

test('what is wrong in a rule is named beside its field', async (t) => {
  const ann = await somebody();
  const fieldsOf = async (...rules: object[]) => Object.keys((await put(ann, rules)).body.fields ?? {});
  for (const [change, field] of [
    [{ kinds: [] }, 'rules[0].kinds'],
    [{ kinds: ['lost', 'found'] }, 'rules[0].kinds[1]'],
    [{ when: { ...when, hour: 24 } }, 'rules[0].when.hour'],
    [{ when: { ...when, weekday: 0 } }, 'rules[0].when.weekday'],
    [{ when: { ...when, hour: 7.5 } }, 'rules[0].when.hour'],
    [{ when: { ...when, pace: 'yearly' } }, 'rules[0].when.pace'],
    [{ when: { ...when, quiet: { from: 7, to: 7 } } }, 'rules[0].when.quiet'],
    [{ when: { ...when, quiet: { from: 22, to: 24 } } }, 'rules[0].when.quiet.to'],
    [{ where: { kind: 'tag' } }, 'rules[0].where'],
    [{ where: { kind: 'vendor', id: 'x' } }, 'rules[0].where.kind'],
    [{ on: 'yes' }, 'rules[0].on'],
    [{ price: 1 }, 'rules[0]'],
  ] as const) {
    t.deepEqual(await fieldsOf({ ...RULE, ...change }), [field], JSON.stringify(change));
  }
  t.deepEqual(await fieldsOf(...Array.from({ length: 51 }, () => RULE)), ['rules']);
  t.is(
    (
      await put(
        ann,
        Array.from({ length: 50 }, () => RULE),
      )
    ).status,
    200,
  );
});

test('a rule whose person left says so, keeps the others changeable, and only managers see it', async (t) => {
  const [ann, bob, eve] = [await somebody(), await somebody(), await somebody()];
  const teamId = await makeTeam(app, ann, [
    [bob, 'full'],
    [eve, 'view'],
  ]);
  await put(ann, [{ ...RULE, to: { kind: 'member', id: bob.id } }], teamId);
  t.is((await eve.get(`/api/alert-rules?teamId=${teamId}`)).status, 403);
  t.is((await put(eve, [], teamId)).status, 403);
  t.deepEqual((await eve.get<LedgerAnswer[]>('/api/ledger?kind=alert-rules')).body, []);
  t.like(await rulesOf(bob, teamId), { rules: [{ missing: null }] });
  await ann.send('DELETE', `/api/teams/${teamId}/members/${bob.id}`);
  const [left] = (await rulesOf(ann, teamId)).rules;
  t.is(left?.missing, 'person');
  t.is((await bob.get(`/api/alert-rules?teamId=${teamId}`)).status, 404);
  const { missing: _, ...rule } = left ?? { missing: null };
  t.is(
    (
      await put(
        ann,
        [
          { ...rule, on: false },
          { ...RULE, to: { kind: 'member', id: eve.id } },
        ],
        teamId,
      )
    ).status,
    200,
  );
  t.deepEqual(
    (await rulesOf(ann, teamId)).rules.map(({ on, missing }) => [on, missing]),
    [
      [false, 'person'],
      [true, null],
    ],
  );
});

test('a rule is rehearsed before it is saved, with what the caller sees', async (t) => {
  const [ann, bob] = [await somebody(), await somebody()];
  const teamId = await makeTeam(app, ann, [[bob, 'edit']]);
  await addLink(ann, { teamId });
  const rehearsal = (person: Actor, change: object = {}, teamOf: string | null = null) =>
    person.send<RehearsalAnswer & Changed>('POST', '/api/alert-rules/rehearsal', {
      rule: { ...RULE, ...change },
      teamId: teamOf,
    });
  t.is((await rehearsal(ann)).status, 200);
  t.is((await rehearsal(bob, { to: { kind: 'member', id: bob.id } }, teamId)).status, 403);
  t.deepEqual((await rehearsal(ann, { where: { kind: 'list', id: 'team:other' } })).body.fields, {
    'rule.where': 'You do not see this list.',
  });
  t.deepEqual((await rehearsal(ann, { kinds: [] })).body.fields, { 'rule.kinds': 'Choose what the rule tells.' });
  t.like(await rulesOf(ann), { isDefault: true, revision: 0 });
});
