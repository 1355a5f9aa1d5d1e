import test, { type ExecutionContext } from 'ava';
import { Agent } from 'undici';
import { startTimestampAuthority } from '../testing/fakes/timestamp-authority.ts';
import { checkTimestamp, requestTimestamp, timeOfTimestamp } from './timestamp.ts';

const HASH = '5e'.repeat(32);

async function authority(t: ExecutionContext) {
  const started = await startTimestampAuthority();
  const agent = new Agent();
  t.teardown(async () => {
    await agent.close();
    await started.stop();
  });
  return { ...started, stamp: (hash = HASH) => requestTimestamp(started.url, hash, agent) };
}

test('a token proves only its hash, and has its time', async (t) => {
  const { stamp } = await authority(t);
  const before = Math.floor(Date.now() / 1_000) * 1_000;
  const token = await stamp();
  t.is(await checkTimestamp(token, HASH), null);
  t.regex((await checkTimestamp(token, '5f'.repeat(32))) ?? '', /TSTInfo verification is failed/);
  const time = timeOfTimestamp(token).getTime();
  t.true(time >= before && time <= Date.now());
});

test('a token in which a byte was changed is not valid', async (t) => {
  const { stamp } = await authority(t);
  const bytes = Buffer.from(await stamp(), 'base64');
  const last = Buffer.from(bytes);
  last[last.length - 3] = (last[last.length - 3] ?? 0) ^ 1;
  t.not(await checkTimestamp(last.toString('base64'), HASH), null);
  t.not(await checkTimestamp(bytes.subarray(0, 200).toString('base64'), HASH), null);
  t.not(await checkTimestamp('', HASH), null);
  const year = bytes.indexOf(`${new Date().getUTCFullYear()}`);
  bytes.write('1999', year, 'latin1');
  t.not(await checkTimestamp(bytes.toString('base64'), HASH), null);
});

test('with trusted authorities, the certificate must come from one of them', async (t) => {
  const [one, other] = [await authority(t), await authority(t)];
  const token = await one.stamp();
  t.is(await checkTimestamp(token, HASH, [one.root]), null);
  t.not(await checkTimestamp(token, HASH, [other.root]), null);
});

test('a refusal, an error, an old token and an authority that is down are errors', async (t) => {
  const { stamp, answer, stop } = await authority(t);
  answer('refused');
  await t.throwsAsync(stamp(), { message: 'the timestamp authority refused the request (PKIStatus 2)' });
  answer('broken');
  await t.throwsAsync(stamp(), { message: 'the timestamp authority answered with status 500' });
  answer('granted');
  await stamp();
  answer('old');
  await t.throwsAsync(stamp(), { message: 'the timestamp authority sent an old token' });
  await t.throwsAsync(stamp('aa'.repeat(32)), { message: /that is not valid/ });
  await stop();
  await t.throwsAsync(stamp());
});
