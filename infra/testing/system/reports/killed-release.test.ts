/** A release whose process is killed among its mails, with a recipient that the mail server refuses. */
import test from 'ava';
import type { ReportAnswer } from '../../../../query-service/contract/answers/reports.ts';
import { signIn } from '../../actors/visitor.ts';
import { fastClock, startProcess } from '../../apps/server-process.ts';
import { refusal, startSmtpServer } from '../../fakes/smtp-server.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { waitUntil } from '../../wait-until.ts';

/** Two minutes, after which a mail of a killed command is sent, take two seconds. */
const FASTER = 60;
const RECIPIENTS = 40;
/** Mails that arrive before the process is killed, and the connections of the process to the mail server. */
const [ARRIVED, CONNECTIONS] = [15, 2];
const REFUSED = 'r7@client.example';

test('of 40 recipients, each gets the mail of an issue once, but for a refused address, though the process is killed', async (t) => {
  const received: string[] = [];
  const halfway = Promise.withResolvers<void>();
  let isKilled = false;
  let hanging = 0;
  const smtp = await startSmtpServer({
    onRcptTo({ address }, _session, done) {
      if (address === REFUSED) done(refusal(550, 'no such user'));
      else if (isKilled || received.length < ARRIVED) done();
      // The process is killed once each of its connections waits for an answer, and no text is on its way.
      else if (++hanging === CONNECTIONS) halfway.resolve();
    },
    onMail({ to }, done) {
      received.push(...to);
      done();
    },
  });
  t.teardown(() => smtp.close());
  const settings = { DATA_DIR: temporaryFolder(t), CHECKER_RENDER: 'never' };
  const first = await startProcess(settings);
  const ann = await signIn(first.url, 'ann@agency.example', first.said);
  const recipients = Array.from({ length: RECIPIENTS }, (_, n) => `r${n}@client.example`);
  const fields = { name: 'Tea', period: 'own', subject: { kind: 'tag', id: 'tea' }, recipients };
  const { id } = (await ann.send<{ id: string }>('POST', '/api/reports', fields)).body;
  const day = '2026-01-01';
  const drafted = await ann.send<{ id: string }>('POST', `/api/reports/${id}/issues`, { from: day, to: day });
  const release = `/api/reports/${id}/issues/${drafted.body.id}/release`;
  t.is(await first.end('SIGTERM'), 0);

  const second = await startProcess({ ...settings, SMTP_URL: smtp.url });
  const cut = ann
    .at(second.url)
    .send('POST', release, { mail: true })
    .catch(() => null);
  t.is(await Promise.race([halfway.promise.then(() => 'halfway'), cut]), 'halfway');
  await second.end('SIGKILL');
  isKilled = true;
  await cut;

  const third = await startProcess({ ...settings, SMTP_URL: smtp.url }, undefined, fastClock(FASTER));
  t.teardown(() => third.end('SIGKILL'));
  await waitUntil(() => received.length >= RECIPIENTS - 1);
  const person = ann.at(third.url);
  t.is((await person.send('POST', release, { mail: true })).status, 409, 'the issue is out');
  t.deepEqual(received.toSorted(), recipients.filter((each) => each !== REFUSED).toSorted());
  const [report] = (await person.get<ReportAnswer[]>('/api/reports')).body;
  t.deepEqual(
    report?.issues.map(({ status, formats }) => [status, formats]),
    [['issued', ['html', 'xlsx', 'csv']]],
  );
});
