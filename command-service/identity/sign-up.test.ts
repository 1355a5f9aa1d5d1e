import test, { type ExecutionContext } from 'ava';
import type { SignUpAnswer } from '../../query-service/contract/answers/account.ts';
import { DomainError } from '../core/errors.ts';
import { EmailSignIn, type Requester } from './email-sign-in.ts';
import { asciiDomain } from './sign-up.ts';
import { OPEN, openMailedAccounts } from './testing/mailed-accounts.ts';

const HERE: Requester = { network: '203.0.113.7', mark: 'here', browser: 'Firefox on Linux', address: '203.0.113.7' };
const INVITED: SignUpAnswer = {
  ...{ mode: 'invited', domains: [] },
  sentence: 'To create an account here, you need an invitation.',
};
const DOMAINS: SignUpAnswer = {
  mode: 'domains',
  domains: ['example.org', 'xn--mller-kva.example'],
  sentence: 'Domains.',
};
const SSO: SignUpAnswer = { mode: 'sso', domains: [], sentence: 'Single sign-on.' };

function open(t: ExecutionContext) {
  const opened = openMailedAccounts(t, () => false);
  const signIn = new EmailSignIn({ ...opened.options, mailsPerNetwork: 100 });
  const ask = (email: string) => signIn.sendLink(email, '/', HERE, 'en');
  return {
    ...opened,
    ...{ signIn, ask, signUp: opened.options.signUp },
    enter: async (email: string) => {
      await ask(email);
      return (await signIn.redeem(opened.token(), 'r', 'en'))?.userId ?? null;
    },
  };
}

test('by invitation, an address needs an open one, however it is written; administrators need none', async (t) => {
  const { signUp, rule, invite, pass } = open(t);
  rule(INVITED);
  await invite('ann@example.com', 2);
  for (const way of ['email', 'google'] as const) {
    t.true(await signUp.admits('Ann@Example.com', way));
    t.true(await signUp.admits('Root@Example.com', way));
    t.false(await signUp.admits('ann@example.org', way));
  }
  t.false(await signUp.admits(null, 'github'), 'a provider that has verified no address');
  pass(2 * 3_600_000);
  t.false(await signUp.admits('ann@example.com', 'email'), 'the invitation has expired');
});

test('domains admit exactly their addresses, in both spellings of an international domain, and invitations', async (t) => {
  const { signUp, rule, invite } = open(t);
  rule(DOMAINS);
  await invite('guest@elsewhere.example', 2);
  for (const email of ['ann@example.org', 'ANN@EXAMPLE.ORG', 'ann@müller.example', 'ann@xn--mller-kva.example'])
    t.true(await signUp.admits(email, 'email'), email);
  for (const email of ['guest@elsewhere.example', 'root@example.com'])
    t.true(await signUp.admits(email, 'oidc'), email);
  for (const email of [
    ...['ann@sub.example.org', 'ann@notexample.org', 'ann@example.org.evil.example', 'example.org@evil.example'],
    ...['ann@example\u{FE0F}.org', 'ann@ex\u{430}mple.org', 'ann@mueller.example', 'ann@example.com'],
  ])
    t.false(await signUp.admits(email, 'email'), email);
  t.false(await signUp.admits(null, 'google'));
});

test('with single sign-on every provider creates accounts, with or without an address, and no mail does', async (t) => {
  const { signUp, rule, invite } = open(t);
  rule(SSO);
  await invite('ann@example.com', 2);
  t.true(await signUp.admits(null, 'oidc'));
  t.true(await signUp.admits('ann@example.com', 'github'));
  for (const email of ['ann@example.com', 'root@example.com']) t.false(await signUp.admits(email, 'email'), email);
});

test('an address that may create no account gets a mail without a link, an account its link', async (t) => {
  const { ask, enter, mails, rule, token } = open(t);
  const ann = await enter('ann@example.com');
  for (const closed of [INVITED, DOMAINS, SSO]) {
    rule(closed);
    await ask('eve@example.com');
    t.like(mails.at(-1), { to: 'eve@example.com', subject: 'No sign-in link for this address' });
    t.true(mails.at(-1)?.text.startsWith(closed.sentence ?? ''));
    t.notRegex(`${mails.at(-1)?.text}${mails.at(-1)?.html}`, /token=|https?:/);
    t.is(await enter('Ann@example.com'), ann);
    t.not(token(), '');
  }
});

test('mails that create no account count like others', async (t) => {
  const { rule, ask, mails } = open(t);
  rule(INVITED);
  for (let times = 0; times < 5; times += 1) await ask('eve@example.com');
  await t.throwsAsync(ask('eve@example.com'), { message: /Too many sign-in mails/ });
  t.is(mails.length, 5);
});

test('a link that was mailed before the rule changed is refused, creates nothing, and works if the rule allows it again', async (t) => {
  const { ask, signIn, rule, token, options } = open(t);
  await ask('eve@example.com');
  rule(INVITED);
  await t.throwsAsync(signIn.redeem(token(), 'r', 'en'), { instanceOf: DomainError, message: INVITED.sentence ?? '' });
  t.is(await options.accounts.ownerOfEmail('eve@example.com', 'r'), null);
  rule(OPEN);
  t.truthy(await signIn.redeem(token(), 'r', 'en'));
});

test('an invited address that signs in twice at once has one account', async (t) => {
  const { ask, signIn, rule, invite, token } = open(t);
  rule(INVITED);
  await invite('ann@example.com', 2);
  const links = [];
  for (let times = 0; times < 4; times += 1) {
    await ask('ann@example.com');
    links.push(token());
  }
  const entered = await Promise.all(links.map((link) => signIn.redeem(link, 'r', 'en')));
  t.is(new Set(entered.map((each) => each?.userId)).size, 1);
});

test('a domain has one ASCII form; spellings with invisible characters have none', (t) => {
  t.is(asciiDomain('müller.example'), 'xn--mller-kva.example');
  t.is(asciiDomain('xn--mller-kva.example'), 'xn--mller-kva.example');
  for (const wrong of ['example\u{FE0F}.org', 'exam\u{AD}ple.org', '@example.org', 'a b.example', '', 'x.example:80'])
    t.is(asciiDomain(wrong), '', wrong);
});
