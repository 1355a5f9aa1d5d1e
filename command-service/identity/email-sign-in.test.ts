import test, { type ExecutionContext } from 'ava';
import { subnetOf } from '../../infra/http/request/client-address.ts';
import { RateLimitError } from '../core/errors.ts';
import { EmailSignIn, type Requester } from './email-sign-in.ts';
import { openMailedAccounts } from './testing/mailed-accounts.ts';

const MINUTE = 60_000;
const HERE: Requester = { network: '203.0.113.7', mark: 'here', browser: 'Firefox on Linux', address: '203.0.113.7' };
const from = (network: string): Requester => ({ ...HERE, network });

function open(t: ExecutionContext, mailsPerNetwork?: number, failing: () => boolean = () => false) {
  const { options, mails, pass, token } = openMailedAccounts(t, failing);
  const signIn = new EmailSignIn({ ...options, ...(mailsPerNetwork === undefined ? {} : { mailsPerNetwork }) });
  return {
    signIn,
    mails,
    pass,
    token,
    /** Requests a mail; returns whether it was sent. */
    async ask(email: string, asker: Requester = HERE): Promise<boolean> {
      try {
        await signIn.sendLink(email, '/', asker, 'en');
        return true;
      } catch (error) {
        if (error instanceof RateLimitError) return false;
        throw error;
      }
    },
  };
}

test('of 10,000 sign-in mails that one network requests in a minute, five are sent', async (t) => {
  const { ask, mails, pass } = open(t);
  let sent = 0;
  for (let index = 0; index < 10_000; index += 1) {
    pass(6);
    if (await ask(`person${index}@example.com`)) sent += 1;
  }
  t.is(sent, 5);
  t.is(mails.length, 5);
});

test('of 10,000 sign-in mails that as many networks request for one address in a minute, five are sent', async (t) => {
  const { ask, mails } = open(t);
  const asked = Array.from({ length: 10_000 }, (_, index) => {
    const network = subnetOf(`10.1.${index >> 8}.${index & 255}`);
    const note = ['', '+a', '+b'][index % 3];
    return ask(`${index % 2 === 0 ? 'Ann' : 'ann'}${note}@example.com`, from(network));
  });
  t.is((await Promise.all(asked)).filter(Boolean).length, 5);
  t.is(mails.length, 5);
});

test('a network over its limit does not use up the limit of an address', async (t) => {
  const { ask } = open(t);
  for (let index = 0; index < 5; index += 1) await ask(`other${index}@example.com`);
  for (let index = 0; index < 100; index += 1) t.false(await ask('ann@example.com'));
  t.true(await ask('ann@example.com', from('198.51.100.1')));
});

test('the limits reset after a quarter of an hour, and the error has the time to wait', async (t) => {
  const { ask, signIn, pass } = open(t);
  for (let index = 0; index < 5; index += 1) t.true(await ask('ann@example.com'));
  const error = await t.throwsAsync(signIn.sendLink('ann@example.com', '/', HERE, 'en'), {
    instanceOf: RateLimitError,
  });
  t.is(error?.retryAfterSeconds, 15 * 60);
  pass(15 * MINUTE - 1);
  t.false(await ask('ann@example.com'));
  pass(1);
  t.true(await ask('ann@example.com'));
});

test('all addresses of an IPv6 subscriber are one network', async (t) => {
  const { ask } = open(t);
  const sent = [];
  for (let index = 1; index <= 10; index += 1) {
    sent.push(await ask(`person${index}@example.com`, from(subnetOf(`2001:db8:1:2::${index}`))));
  }
  t.is(sent.filter(Boolean).length, 5);
  t.true(await ask('other@example.com', from(subnetOf('2001:db8:1:3::1'))));
});

test('a link knows the browser that requested it', async (t) => {
  const { ask, signIn, token } = open(t);
  await ask('ann@example.com');
  t.deepEqual(await signIn.open(token(), 'here'), { email: 'ann@example.com', elsewhere: null });
  const elsewhere = { browser: 'Firefox on Linux', address: '203.0.113.7' };
  t.deepEqual(await signIn.open(token(), 'there'), { email: 'ann@example.com', elsewhere });
  t.deepEqual(await signIn.open(token(), null), { email: 'ann@example.com', elsewhere });
});

test('redeeming a link uses it up, opening it does not, and every link expires after ten minutes', async (t) => {
  const { ask, signIn, token, pass } = open(t);
  await ask('ann@example.com');
  for (let times = 0; times < 3; times += 1) t.not(await signIn.open(token(), null), null);
  t.not(await signIn.redeem(token(), 'r', 'en'), null);
  t.is(await signIn.redeem(token(), 'r', 'en'), null);
  t.is(await signIn.open(token(), 'here'), null);
  await ask('ann@example.com');
  pass(10 * MINUTE);
  t.is(await signIn.redeem(token(), 'r', 'en'), null);
  t.is(await signIn.redeem('made-up', 'r', 'en'), null);
});

test('after a server error a link can be redeemed again, but expires at the same time', async (t) => {
  let full = true;
  const { signIn, ask, token, pass } = open(t, undefined, () => full);
  await ask('ann@example.com');
  await t.throwsAsync(signIn.redeem(token(), 'r1', 'en'), { message: 'the disk is full' });
  full = false;
  t.truthy(await signIn.redeem(token(), 'r2', 'en'));
  t.is(await signIn.redeem(token(), 'r3', 'en'), null);
  full = true;
  await ask('eve@example.com');
  await t.throwsAsync(signIn.redeem(token(), 'r4', 'en'));
  pass(10 * MINUTE);
  t.is(await signIn.redeem(token(), 'r5', 'en'), null);
});

test('of many simultaneous uses of one link, one succeeds', async (t) => {
  const { ask, signIn, token } = open(t);
  await ask('ann@example.com');
  const entered = await Promise.all(Array.from({ length: 10 }, () => signIn.redeem(token(), 'r', 'en')));
  t.is(entered.filter((one) => one !== null).length, 1);
});

test('an address in another case is the same account, one with a plus is another', async (t) => {
  const { ask, signIn, token } = open(t, 100);
  const enter = async (email: string) => {
    await ask(email);
    return (await signIn.redeem(token(), 'r', 'en'))?.userId;
  };
  const ann = await enter('Ann@Example.com');
  t.is(await enter('ann@example.COM'), ann);
  t.not(await enter('ann+work@example.com'), ann);
});
