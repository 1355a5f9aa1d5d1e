import test, { type ExecutionContext } from 'ava';
import { RateLimitError } from '../core/errors.ts';
import { EmailChange } from './email-change.ts';
import { openMailedAccounts } from './testing/mailed-accounts.ts';

const MINUTE = 60_000;

async function open(t: ExecutionContext, failing: () => boolean = () => false) {
  const { options, mails, pass, token } = openMailedAccounts(t, failing);
  const { accounts } = options;
  const change = new EmailChange(options);
  const { userId } = await accounts.findOrRegisterByEmail('ann@example.com', 'r0');
  return {
    accounts,
    change,
    userId,
    mails,
    pass,
    async tokenFor(email: string, from = 'ann@example.com') {
      await change.sendLink({ userId, from, email }, '203.0.113.7', 'r', 'en');
      return token();
    },
  };
}

test('a link expires after ten minutes', async (t) => {
  const { change, userId, accounts, pass, tokenFor } = await open(t);
  const token = await tokenFor('lee@example.com');
  pass(10 * MINUTE - 1);
  t.deepEqual(await change.open(token), { userId, from: 'ann@example.com', email: 'lee@example.com' });
  pass(1);
  t.is(await change.open(token), null);
  t.is(await change.redeem(token, userId, 'r'), null);
  t.is((await accounts.signInMethods(userId)).email, 'ann@example.com');
});

test('a link is void once the address was changed in another way, or requested by another account', async (t) => {
  const { change, userId, accounts, tokenFor } = await open(t);
  const token = await tokenFor('lee@example.com');
  t.is(await change.redeem(token, 'somebody-else', 'r'), null);
  t.not(await change.open(token), null, 'another account does not use up the link');
  await accounts.changeEmail(userId, 'ann@example.com', 'kim@example.com', 'r');
  t.is(await change.open(token), null);
  t.is(await change.redeem(token, userId, 'r'), null);
});

test('after a server error a link can be redeemed again', async (t) => {
  let full = false;
  const { change, userId, accounts, tokenFor } = await open(t, () => full);
  const token = await tokenFor('lee@example.com');
  full = true;
  await t.throwsAsync(change.redeem(token, userId, 'r1'), { message: 'the disk is full' });
  full = false;
  t.not(await change.redeem(token, userId, 'r2'), null);
  t.is((await accounts.signInMethods(userId)).email, 'lee@example.com');
  t.is(await change.redeem(token, userId, 'r3'), null);
});

test('of two changes at once, one wins and the other leaves nothing behind', async (t) => {
  const { userId, accounts } = await open(t);
  const results = await Promise.allSettled(
    ['lee@example.com', 'kim@example.com'].map((email) => accounts.changeEmail(userId, 'ann@example.com', email, 'r')),
  );
  t.deepEqual(results.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  const { email } = await accounts.signInMethods(userId);
  const other = email === 'lee@example.com' ? 'kim@example.com' : 'lee@example.com';
  t.is(await accounts.ownerOfEmail(email, 'r'), userId);
  t.is(await accounts.ownerOfEmail(other, 'r'), null);
  t.is(await accounts.ownerOfEmail('ann@example.com', 'r'), null);
});

test('the former address can be registered again, and changed back to while it is free', async (t) => {
  const { userId, accounts } = await open(t);
  await accounts.changeEmail(userId, 'ann@example.com', 'lee@example.com', 'r');
  await accounts.changeEmail(userId, 'lee@example.com', 'ann@example.com', 'r');
  t.is(await accounts.ownerOfEmail('ann@example.com', 'r'), userId);
  const { userId: other } = await accounts.findOrRegisterByEmail('lee@example.com', 'r');
  t.not(other, userId);
  await t.throwsAsync(accounts.changeEmail(userId, 'ann@example.com', 'Lee@example.com', 'r'), {
    message: 'This way to sign in belongs to another account.',
  });
  t.is((await accounts.signInMethods(userId)).email, 'ann@example.com');
});

test('mails are limited by network and mailbox, as sign-in mails are', async (t) => {
  const { tokenFor } = await open(t);
  for (let index = 0; index < 5; index += 1) await tokenFor(`lee+${index}@example.com`);
  await t.throwsAsync(tokenFor('lee@example.com'), { instanceOf: RateLimitError });
});
