/** Recipients of a report who want no more mails, through the addresses in their mails, on the whole system. */
import test, { type ExecutionContext } from 'ava';
import { request } from 'undici';
import { SHORT_WAIT_MS } from '../../../../command-service/clock/clock-trust.ts';
import type { IssueMailAnswer, ReportAnswer } from '../../../../query-service/contract/answers/reports.ts';
import { type Actor, makeTeam, signUpActors } from '../../actors/team.ts';
import { mailsIn } from '../../apps/outbox.ts';
import { startServer } from '../../apps/server.ts';
import { testClocks } from '../../clock.ts';
import { readableText } from '../../fakes/smtp-server.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const ONE_CLICK = 'List-Unsubscribe=One-Click';
const FORM = 'application/x-www-form-urlencoded';
/** As a mail program on another server sends it, without a browser's headers or with those of a foreign page. */
const ELSEWHERE = { 'Content-Type': FORM, Origin: 'https://mail.example', 'Sec-Fetch-Site': 'cross-site' };

const clocks = testClocks();
const app = await startServer(['127.0.0.1:1'], { CHECKER_RENDER: 'never' }, clocks);
clocks.pass(SHORT_WAIT_MS);
test.after.always(() => app.close());
const somebody = signUpActors(app);
let reports = 0;

interface Mailed {
  readonly ann: Actor;
  readonly id: string;
  readonly email: string;
  /** Drafts an issue and mails it; its path. */
  readonly issue: () => Promise<string>;
  /** The unsubscribe address of the recipient's newest mail. */
  readonly address: () => string;
  readonly mailed: () => number;
  readonly report: () => Promise<ReportAnswer | undefined>;
}

/** A report with a recipient who got an issue. */
async function mailed(more: object = {}): Promise<Mailed> {
  const ann = await somebody();
  reports += 1;
  const email = `zoe${reports}@client.example`;
  const fields = { name: 'Tea <b>', period: 'own', subject: { kind: 'client', id: 'client.example' }, ...more };
  const { id } = (await ann.send<{ id: string }>('POST', '/api/reports', { ...fields, recipients: [email] })).body;
  clocks.pass(DAY_MS);
  const mails = () => mailsIn(app.dataDir).filter((mail) => mail.includes(`To: ${email}`));
  const issue = async () => {
    const day = new Date(clocks.now().getTime() - DAY_MS).toISOString().slice(0, 10);
    const drafted = await ann.send<{ id: string }>('POST', `/api/reports/${id}/issues`, { from: day, to: day });
    const path = `/api/reports/${id}/issues/${drafted.body.id}`;
    await ann.send('POST', `${path}/release`, { mail: true });
    return path;
  };
  await issue();
  return {
    ...{ ann, id, email, issue },
    mailed: () => mails().length,
    address: () => /^List-Unsubscribe: <(.+)>$/m.exec(mails().at(-1) ?? '')?.[1] ?? '',
    async report() {
      // The unsubscribe page has no session, and so names no position to wait for.
      await app.settled();
      return (await ann.get<ReportAnswer[]>('/api/reports')).body.find((each) => each.id === id);
    },
  };
}

async function post(address: string, headers: Record<string, string> = ELSEWHERE, body: string = ONE_CLICK) {
  const answer = await fetch(address, { method: 'POST', headers, body, redirect: 'manual' });
  return { status: answer.status, page: await answer.text() };
}

// One after the other: each lets days pass on the clock of all.
test.serial('one click from a mail program ends the mails of a report, and the page offers to undo it', async (t) => {
  const { ann, address, email, issue, mailed: count, report } = await mailed();
  const link = address();
  const [mail = ''] = mailsIn(app.dataDir).filter((each) => each.includes(`To: ${email}`));
  t.true(readableText(mail).includes(`href="${link}"`), 'the same address is at the foot');
  const { status, page } = await post(link);
  t.is(status, 200);
  t.true(page.includes('You no longer get these emails') && page.includes('Tea &lt;b&gt;'));
  t.false(page.includes(email));
  t.like(await report(), { recipients: [email], unsubscribed: [email] });
  t.is((await post(link)).status, 200, 'a repetition');
  const path = await issue();
  t.is(count(), 1, 'no mail of the next issue');
  t.deepEqual((await ann.get(`${path}/mails`)).body, [], 'nobody was mailed');
  const undo = await post(
    `${link}/undo`,
    { 'Content-Type': FORM, Origin: app.url, 'Sec-Fetch-Site': 'same-origin' },
    '',
  );
  t.true(undo.page.includes('You get these emails again'));
  t.like(await report(), { unsubscribed: [] });
  await issue();
  t.is(count(), 2);
});

test.serial('any body ends the mails, but no GET, HEAD or other method does', async (t) => {
  const { address, report } = await mailed();
  const link = address();
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'] as const) {
    const answer = await request(link, { method, headers: { accept: 'text/html' } });
    await answer.body.dump();
    t.true(answer.statusCode < 500);
  }
  t.like(await report(), { unsubscribed: [] });
  const page = await fetch(link, { headers: { 'Accept-Language': 'de' } });
  const text = await page.text();
  t.true(text.includes('Stop these emails?') && text.includes(`action="${new URL(link).pathname}"`));
  t.regex(page.headers.get('content-security-policy') ?? '', /form-action 'self'/);
  t.is(page.headers.get('cache-control'), 'no-store');
  const boundary = `--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n`;
  for (const [type, body] of [
    ['multipart/form-data; boundary=x', boundary],
    ['', ''],
    ['application/json', '{"half'],
  ] as const) {
    await post(`${link}/undo`, {}, '');
    t.is((await post(link, type === '' ? {} : { 'Content-Type': type }, body)).status, 200, type);
    t.is((await report())?.unsubscribed.length, 1, type);
  }
});

test.serial('another site can end the mails of an address and nothing else', async (t) => {
  const { ann, address, report } = await mailed();
  const link = address();
  await post(link);
  t.is((await post(`${link}/undo`)).status, 403);
  t.is((await report())?.unsubscribed.length, 1);
  const elsewhere = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };
  t.is((await ann.send('PATCH', '/api/user/settings', { weeklyReport: true }, elsewhere)).status, 403);
});

test.serial('the mail and the page speak the language of the report', async (t) => {
  const { address, email } = await mailed({ language: 'de' });
  const [mail = ''] = mailsIn(app.dataDir).filter((each) => each.includes(`To: ${email}`));
  t.regex(mail, /^Subject: Bericht: Tea/m);
  const page = await (await fetch(address(), { headers: { 'Accept-Language': 'en' } })).text();
  t.true(page.includes('<html lang="de"') && page.includes('Diese E-Mails abbestellen?'));
});

test.serial('a deleted report has no more mails, and a false address is refused, and soon unread', async (t) => {
  const { ann, id, address } = await mailed();
  const link = address();
  await ann.send('DELETE', `/api/reports/${id}`);
  for (const answer of [await post(link), await post(`${link}/undo`, {}, '')])
    t.true(answer.status === 200 && answer.page.includes('There will be no more of these emails'));
  const forged = `${link.slice(0, -5)}AAAAA`;
  const browser = { headers: { Accept: 'text/html' } };
  const refused = await fetch(forged, browser);
  t.is(refused.status, 404);
  t.true((await refused.text()).includes('This address is not complete.'));
  t.is((await post(forged)).status, 404);
  const statuses = new Set<number>();
  for (let times = 0; times < 61; times += 1) statuses.add((await post(`${forged.slice(0, -3)}${times}`)).status);
  t.deepEqual([...statuses], [404, 429]);
  t.is((await post(link)).status, 200, 'real addresses still work');
});

test.serial('who may edit a report reads what became of its mails, and nobody else', async (t) => {
  const [bob, vic, eve] = [await somebody(), await somebody(), await somebody()];
  const owner = await somebody();
  const teamId = await makeTeam(app, owner, [
    [bob, 'edit'],
    [vic, 'view'],
  ]);
  const emails = ['a@mails.example', 'b@mails.example'];
  const fields = { name: 'Log', period: 'own', subject: { kind: 'client', id: 'client.example' }, recipients: emails };
  const { id } = (await owner.send<{ id: string }>('POST', '/api/reports', { ...fields, teamId })).body;
  clocks.pass(DAY_MS);
  const day = new Date(clocks.now().getTime() - DAY_MS).toISOString().slice(0, 10);
  const draft = (await owner.send<{ id: string }>('POST', `/api/reports/${id}/issues`, { from: day, to: day })).body;
  const path = `/api/reports/${id}/issues/${draft.id}`;
  const mails = async (who: Actor) => who.get<IssueMailAnswer[]>(`${path}/mails`);
  t.deepEqual((await mails(owner)).body, [], 'a draft was not mailed');
  await owner.send('POST', `${path}/release`, { mail: true });
  const log = (await mails(bob)).body;
  t.deepEqual(
    log.map(({ email, status, nextAt }) => [email, status, nextAt]),
    emails.map((email) => [email, 'sent', null]),
  );
  t.is((await mails(vic)).status, 403);
  t.is((await mails(eve)).status, 404);
  await owner.send('PATCH', `/api/reports/${id}`, { recipients: emails.slice(1) });
  t.deepEqual(
    (await mails(bob)).body.map(({ email }) => email),
    [null, 'b@mails.example'],
  );
  assertNoAddress(t, log);
});

function assertNoAddress(t: ExecutionContext, log: readonly IssueMailAnswer[]): void {
  for (const entry of log) t.deepEqual(Object.keys(entry).toSorted(), ['at', 'email', 'nextAt', 'status']);
}
