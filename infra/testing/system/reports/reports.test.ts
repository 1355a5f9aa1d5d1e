/** Reports through the API, on the whole system: drafted, issued once, kept as they were sent, and taken down. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { SHORT_WAIT_MS } from '../../../../command-service/clock/clock-trust.ts';
import type { ReportAnswer } from '../../../../query-service/contract/answers/reports.ts';
import type { CreatedShareAnswer, ShareAnswer } from '../../../../query-service/contract/answers/shares.ts';
import { verifyFolder } from '../../../main/cli/ledger-source.ts';
import { type Actor, makeTeam, signUpActors } from '../../actors/team.ts';
import { mailsIn } from '../../apps/outbox.ts';
import { startServer } from '../../apps/server.ts';
import { testClocks } from '../../clock.ts';
import { article, startPageServer } from '../../fakes/page-server.ts';

const CLIENT = 'https://client.example/tea';
const DAY_MS = 24 * 60 * 60 * 1000;

const pages = await startPageServer();
const clocks = testClocks();
const app = await startServer([pages.host], { CHECKER_RENDER: 'never' }, clocks);
clocks.pass(SHORT_WAIT_MS);
test.after.always(async () => {
  await app.close();
  await pages.close();
});
const somebody = signUpActors(app);

interface Failure {
  readonly id: string;
  readonly code: string;
  readonly message: string;
  readonly fields?: Readonly<Record<string, string>>;
}

/** A report about yesterday, when a link went live. */
async function yesterday(person: Actor, more: object = {}): Promise<{ readonly id: string; readonly draft: string }> {
  pages.set('/tea', article(`<p>We like <a href="${CLIENT}">good tea</a>.</p>`));
  await person.send('POST', '/api/links', { articleLink: pages.at('/tea'), clientLink: CLIENT, ...more });
  const day = clocks.now().toISOString().slice(0, 10);
  clocks.pass(DAY_MS);
  const fields = { name: 'Tea', period: 'own', subject: { kind: 'client', id: 'client.example' }, ...more };
  const { id } = (await person.send<Failure>('POST', '/api/reports', fields)).body;
  const drafted = await person.send<Failure>('POST', `/api/reports/${id}/issues`, { from: day, to: day });
  return { id, draft: `/api/reports/${id}/issues/${drafted.body.id}` };
}
const release = (person: Actor, draft: string, body: object = {}) =>
  person.send<CreatedShareAnswer & Failure>('POST', `${draft}/release`, body);
const reportOf = async (person: Actor, id: string) =>
  (await person.get<ReportAnswer[]>('/api/reports')).body.find((each) => each.id === id);
const file = (shareId: string, format: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/api/shared/${shareId}/report/${format}`, { headers, redirect: 'manual' });

// One after the other: each lets a day pass on the clock of all.
test.serial('a draft becomes a page that keeps its numbers, with its tables, and a note at its top', async (t) => {
  const ann = await somebody();
  const { id, draft } = await yesterday(ann);
  t.is((await ann.send('PATCH', draft, { note: 'Our best <month>.' })).status, 200);
  const { status, body } = await release(ann, draft);
  t.is(status, 201);
  const page = await (await file(body.shareId, 'html')).text();
  t.true(page.includes('Our best &lt;month&gt;.'));
  t.true(page.includes('<dd class="delivered">1<'));
  await ann.send('POST', '/api/links', { articleLink: pages.at('/tea?again'), clientLink: CLIENT });
  t.true((await (await file(body.shareId, 'html')).text()) === page, 'the bytes that were sent');
  const csv = await file(body.shareId, 'csv');
  t.is(csv.headers.get('content-disposition'), 'attachment; filename="Tea.csv"');
  t.true((await csv.text()).includes(pages.at('/tea')));
  t.is((await file(body.shareId, 'xlsx')).status, 200);
  t.is((await file(body.shareId, 'pdf')).status, 404);
  const [share] = (await ann.get<ShareAnswer[]>('/api/shared-links')).body;
  t.like(share, { id: body.shareId, reportId: id, asOf: null });
  const moved = await ann.send<Failure>('PATCH', `/api/shared-links/${body.shareId}`, { teamId: 'all' });
  t.deepEqual([moved.status, moved.body.code], [409, 'of-a-report'], 'it belongs to the list of its report');
  const issue = (await reportOf(ann, id))?.issues[0];
  t.like(issue, { status: 'issued', url: body.url, views: 1, formats: ['html', 'xlsx', 'csv'] });
  t.regex(issue?.missed ?? '', /browser/);
  t.is((await ann.send('PATCH', draft, { note: 'Later' })).status, 409);
  t.is((await ann.send('DELETE', draft)).status, 409);
});

test.serial('of two people who release a draft at once, one issues it', async (t) => {
  const [ann, bob] = [await somebody(), await somebody()];
  const teamId = await makeTeam(app, ann, [[bob, 'full']]);
  const { id, draft } = await yesterday(ann, { teamId });
  const answers = await Promise.all([release(ann, draft), release(bob, draft)]);
  t.true(answers.some(({ status }) => status === 201));
  t.true(answers.every(({ status }) => status === 201 || status === 409));
  t.is((await release(ann, draft)).body.code, 'issued');
  t.is((await reportOf(bob, id))?.issues.length, 1);
  const shares = (await ann.get<unknown[]>('/api/shared-links')).body;
  t.is(shares.length, 1);
});

test.serial('a page with a password opens with it, and a page that was taken down is gone for everybody', async (t) => {
  const ann = await somebody();
  const { id, draft } = await yesterday(ann);
  const { body } = await release(ann, draft, { password: 'open sesame' });
  t.is((await file(body.shareId, 'html')).status, 401);
  const opens = await file(body.shareId, 'html', { Accept: 'text/html,*/*;q=0.8' });
  t.deepEqual([opens.status, opens.headers.get('location')], [302, `/share/${body.shareId}`], 'a person is asked');
  const opened = await file(body.shareId, 'html', { 'X-Share-Password': 'open sesame' });
  t.is(opened.status, 200);
  t.is((await ann.get(`/api/shared/${body.shareId}`)).status, 401);
  await ann.send('DELETE', `/api/shared-links/${body.shareId}`);
  t.is((await file(body.shareId, 'html', { 'X-Share-Password': 'open sesame' })).status, 404);
  t.like((await reportOf(ann, id))?.issues[0], { status: 'revoked', url: null });
  const kept = await ann.get(`${draft}/html`);
  t.is(kept.status, 200, 'its files stay with the report');
});

test.serial('recipients get the address by mail, and only who may release a report releases it', async (t) => {
  const [ann, bob] = [await somebody(), await somebody()];
  const teamId = await makeTeam(app, ann, [[bob, 'edit']]);
  const { id, draft } = await yesterday(ann, { teamId });
  const recipients = ['zoe@client.example', 'Zoe@client.example'];
  t.is((await bob.send('PATCH', `/api/reports/${id}`, { recipients })).status, 200);
  t.is((await release(bob, draft, { mail: true })).status, 403);
  const { status, body } = await release(ann, draft, { mail: true });
  t.is(status, 201);
  t.is(app.said.filter((line) => line.includes(`Share link for zoe@client.example: ${body.url}`)).length, 1);
  t.deepEqual((await reportOf(bob, id))?.recipients, ['zoe@client.example']);
  const emails = ['zoe@client.example', 'max@client.example'];
  t.is((await ann.send('PATCH', `/api/shared-links/${body.shareId}`, { emails })).status, 200);
  const mailed = mailsIn(app.dataDir).filter((mail) => mail.includes('To: max@client.example'));
  t.is(mailed.length, 1);
  t.true(mailed[0]?.includes('Subject: Report: Tea'), 'a later recipient gets the same mail');
});

test.serial(
  'what a report cannot be about, and days that have not ended, are refused beside their fields',
  async (t) => {
    const ann = await somebody();
    const fields = { name: 'Tea', period: 'own', subject: { kind: 'campaign', id: 'somebody-elses' } };
    const add = async (more: object) =>
      (await ann.send<Failure>('POST', '/api/reports', { ...fields, ...more })).body.fields;
    t.deepEqual(await add({}), { 'subject.id': 'This list does not have this campaign' });
    t.deepEqual(Object.keys((await add({ name: ' ', parts: ['prices'], recipients: ['x'] })) ?? {}).toSorted(), [
      'name',
      'parts[0]',
      'recipients[0]',
    ]);
    const { body } = await ann.send<Failure>('POST', '/api/reports', {
      ...fields,
      subject: { kind: 'tag', id: 'tea' },
    });
    const today = clocks.now().toISOString().slice(0, 10);
    const drafted = await ann.send<Failure>('POST', `/api/reports/${body.id}/issues`, { from: today, to: today });
    t.regex(drafted.body.fields?.to ?? '', /^A report is about days that have ended/);
  },
);

test.serial('the seal covers the files: a changed byte is found', async (t) => {
  const ann = await somebody();
  const { draft } = await yesterday(ann);
  const { body } = await release(ann, draft);
  const bytes = Buffer.from(await (await file(body.shareId, 'csv')).arrayBuffer());
  const hash = createHash('sha256').update(bytes).digest('hex');
  const kept = path.join(app.dataDir, 'evidence', hash.slice(0, 2), hash.slice(2, 4), hash);
  t.deepEqual(readFileSync(kept), bytes);
  bytes[bytes.length - 3] = 0x21;
  writeFileSync(kept, bytes);
  const { problems } = await verifyFolder(app.dataDir);
  t.deepEqual(
    problems.map(({ message }) => message),
    [`The evidence file ${hash} was changed.`],
  );
});
