/** Evidence packs over HTTP, on the whole system. */
import test from 'ava';
import { RoleActors } from '../../actors/role-actors.ts';
import { startServer } from '../../apps/server.ts';

// One after the other: a person makes one pack at a time.
// Nothing here needs a visit: checks refuse loopback addresses at once.
const app = await startServer([]);
const crew = await RoleActors.create(app);
const teamId = await crew.team();
const linkId = await crew.link(teamId);
test.after.always(() => app.close());

interface Failure {
  readonly code: string;
  readonly message: string;
  readonly fields?: Readonly<Record<string, string>>;
}

const utcToday = () => new Date().toISOString().slice(0, 10);
const today = utcToday();
const owner = crew.owner.visitor;
const make = (body: object, headers: Record<string, string> = {}, by = owner) =>
  by.send<Failure>('POST', '/api/evidence-packs', body, headers);

test.serial('a pack is a zip file with a name, made anew each time', async (t) => {
  const key = { 'Idempotency-Key': 'pack' };
  const { status, headers, body } = await make({ linkId, from: '2026-01-01', to: '2035-12-31' }, key);
  t.is(status, 200);
  t.is(headers['content-type'], 'application/zip');
  // Midnight may have come since the suite began.
  const lastDay = `(?:${today}|${utcToday()})`;
  const named = new RegExp(`^attachment; filename="evidence-[a-z0-9.-]+-2026-01-01-${lastDay}\\.zip"$`);
  t.regex(headers['content-disposition'] ?? '', named);
  t.is(headers['cache-control'], 'no-store');
  t.true(Number(headers['x-total-count']) > 0);
  t.regex(String(body), /^PK/);
  t.like(await make({ linkId, from: '2026-01-01', to: '2035-12-31' }, key), {
    status: 409,
    body: { code: 'shown-once' },
  });
});

test.serial('days in the wrong order, too many of them, no subject and two of them are refused by field', async (t) => {
  const days = { from: today, to: today };
  const wrong: [object, string, RegExp][] = [
    [{ linkId, from: '2026-03-02', to: '2026-03-01' }, 'to', /^to must not be before from$/],
    [{ linkId, from: '2010-01-01', to: today }, 'from', /at most 3653 days/],
    [{ linkId, from: '2026-02-30', to: today }, 'from', /written as YYYY-MM-DD/],
    [{ linkId, to: today }, 'from', /required/],
    [{ ...days }, 'linkId', /Name one of linkId, client and campaignId/],
    [{ ...days, linkId, client: 'client.example' }, 'linkId', /Name one of/],
    [{ ...days, linkId, colour: 'red' }, 'colour', /is not a field/],
  ];
  for (const [body, field, message] of wrong) {
    const answer = await make(body);
    t.is(answer.status, 400, JSON.stringify(body));
    t.regex(answer.body.fields?.[field] ?? '', message);
  }
});

test.serial('days without events are refused, and so is what the person may not see', async (t) => {
  const none = await make({ linkId, from: '2020-01-01', to: '2020-12-31' });
  t.like(none, {
    status: 422,
    body: { code: 'no-events', message: /^Nothing was recorded/.exec(none.body.message)?.input },
  });
  const stranger = await app.signIn('stranger@packs.example');
  for (const subject of [
    { linkId },
    { client: 'client.example' },
    { campaignId: await crew.campaign(teamId) },
    { linkId: '../x' },
  ]) {
    t.is((await make({ ...subject, from: today, to: today }, {}, stranger)).status, 404, JSON.stringify(subject));
  }
});
