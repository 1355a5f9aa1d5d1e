/** Pages and mails in the language of their reader, on the whole system. */
import test from 'ava';
import type { SettingsAnswer } from '../../../../query-service/contract/answers/account.ts';
import type { TeamAnswer } from '../../../../query-service/contract/answers/teams.ts';
import { Browser } from '../../actors/browser.ts';
import { Visitor } from '../../actors/visitor.ts';
import { mailsIn } from '../../apps/outbox.ts';
import { startServer } from '../../apps/server.ts';
import { waitUntil } from '../../wait-until.ts';

const app = await startServer([], { CHECKER_RENDER: 'never' });
test.after.always(() => app.close());

let people = 0;
const newAddress = () => `reader${++people}@example.com`;
const german = () => new Browser(undefined, 'de-AT,de;q=0.9,en;q=0.8');
const english = () => new Browser(undefined, 'en-GB,en;q=0.9');

/** The subjects of the mails to an address, oldest first, with the text of each. */
function mailsTo(email: string): readonly { readonly subject: string; readonly text: string }[] {
  return mailsIn(app.dataDir)
    .filter((mail) => mail.includes(`To: ${email}`))
    .map((mail) => ({ subject: decodeSubject(mail), text: decodePart(mail) }));
}

/** RFC 2047: '=?UTF-8?Q?L=C3=B6schen?='. */
function decodeSubject(mail: string): string {
  const folded = /^Subject: (.*(?:\r?\n[ \t].*)*)/m.exec(mail)?.[1] ?? '';
  return folded
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?(q|b)\?(.*?)\?=/gi, (_, way: string, text: string) =>
      way.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : decodeQuoted(text.replaceAll('_', ' ')),
    )
    .replaceAll(/\r?\n[ \t]/g, ' ');
}

function decodePart(mail: string): string {
  return /^Content-Transfer-Encoding: quoted-printable/im.test(mail) ? decodeQuoted(mail) : mail;
}

function decodeQuoted(text: string): string {
  const bytes = text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Asks for a sign-in link and answers the path of the mailed one. */
async function ask(browser: Browser, email: string): Promise<string> {
  const before = app.said.length;
  await browser.open(`${app.url}/api/login/email`, { email, returnTo: '/' });
  const line = await waitUntil(() => app.said.slice(before).find((each) => each.includes(`for ${email}:`)));
  return line.split(' ').at(-1) ?? '';
}

/** Signs in and answers the session for calls of the API. */
async function signIn(browser: Browser, email: string): Promise<Visitor> {
  const token = new URL(await ask(browser, email)).searchParams.get('token') ?? '';
  await browser.request(`${app.url}/api/login/email/callback`, { token });
  return new SignedIn(app.url, `linkledger=${browser.cookie(app.url, 'linkledger') ?? ''}`);
}

class SignedIn extends Visitor {
  constructor(url: string, cookie: string) {
    super(url);
    this.cookie = cookie;
  }
}

const settingsOf = async (person: Visitor) => (await person.get<SettingsAnswer>('/api/user/settings')).body;
/** Waits until the views know the sign-in. */
const languageOf = (person: Visitor) => waitUntil(async () => (await settingsOf(person)).language);
const choose = (person: Visitor, language: string) => person.send('PATCH', '/api/user/settings', { language });

test('the sign-in pages are in the browser’s first language that we have, else in English', async (t) => {
  const pages: readonly [string, Readonly<Record<string, string>> | undefined, RegExp, RegExp][] = [
    ['/api/login', undefined, /Send sign-in link/, /Anmeldelink senden/],
    ['/api/login?returnTo=/invite/abc', undefined, /Back to the invitation/, /Zurück zur Einladung/],
    ['/api/login/email', { email: 'none' }, /Email must be a valid address/, /Gib eine gültige E-Mail-Adresse ein/],
    [
      '/api/login/email/callback?token=x',
      undefined,
      /This link no longer works/,
      /Dieser Link funktioniert nicht mehr/,
    ],
    ['/api/login/email/callback', { token: 'x' }, /Send a new link/, /Neuen Link senden/],
    ['/api/user/email/confirm?token=x', undefined, /Back to Settings/, /Zurück zu den Einstellungen/],
    ['/api/connect/none', undefined, /This way to sign in is not set up here/, /ist hier nicht eingerichtet/],
    ['/api/login/nothing', undefined, /There is nothing at this address/, /Unter dieser Adresse ist nichts/],
  ];
  for (const [address, form, inEnglish, inGerman] of pages) {
    for (const languages of ['', 'en', 'fr', '*', 'de;q=0', 'en, de;q=0.9', '<html>']) {
      const { text } = await new Browser(undefined, languages).request(app.url + address, form);
      t.regex(text, /<html lang="en" dir="ltr">/, `${address} in ${languages}`);
      t.regex(text, inEnglish);
      t.notRegex(text, inGerman);
    }
    for (const languages of ['de', 'de-AT, en;q=0.5', 'fr, de;q=0.2, en;q=0.1']) {
      const { text } = await new Browser(undefined, languages).request(app.url + address, form);
      t.regex(text, /<html lang="de" dir="ltr">/, `${address} in ${languages}`);
      t.regex(text, inGerman);
      t.notRegex(text, inEnglish);
    }
  }
});

test('the choice made in the console outweighs the browser’s languages, and a damaged cookie does not count', async (t) => {
  const reader = english();
  reader.setCookie(app.url, 'language', 'de');
  t.regex((await reader.request(`${app.url}/api/login`)).text, /<html lang="de" dir="ltr">/);
  for (const value of ['', 'fr', 'de"><script>', '../de', 'x'.repeat(3_000)]) {
    reader.setCookie(app.url, 'language', value);
    const { status, text } = await reader.request(`${app.url}/api/login`);
    t.is(status, 200);
    t.regex(text, /<html lang="en" dir="ltr">/);
    t.false(text.includes('<script>'));
  }
});

test('the frame of the console has its first words in the reader’s language', async (t) => {
  const { text } = await german().request(`${app.url}/`);
  t.regex(text, /<html lang="de" dir="ltr">/);
  t.regex(text, /<p role="status">Wird geladen …<\/p>/);
  t.notRegex(text, /Loading|__TEXT_/);
  t.regex(
    (await english().request(`${app.url}/`)).text,
    /<html lang="en" dir="ltr">[\s\S]*<p role="status">Loading\.\.\.<\/p>/,
  );
});

test('the first sign-in records the language of the page, and later mails are in it whatever the browser asks for', async (t) => {
  const email = newAddress();
  const person = await signIn(german(), email);
  t.is(await languageOf(person), 'de');
  await ask(english(), email);
  t.deepEqual(
    mailsTo(email).map(({ subject }) => subject),
    ['Bei Linkledger anmelden', 'Bei Linkledger anmelden'],
  );
  t.regex(mailsTo(email)[0]?.text ?? '', /Der Link funktioniert einmal, 10 Minuten lang\./);
  t.regex(mailsTo(email)[0]?.text ?? '', /<html lang="de" dir="ltr">/);
  // A later sign-in elsewhere does not change it.
  t.is(await languageOf(await signIn(english(), email)), 'de');
});

test('mails follow a change of the language in the settings', async (t) => {
  const email = newAddress();
  const person = await signIn(english(), email);
  t.is(await languageOf(person), 'en');
  await choose(person, 'de');
  // Reading the own write makes sure that the views know it.
  t.is(await languageOf(person), 'de');
  await ask(english(), email);
  await choose(person, 'en');
  t.is(await languageOf(person), 'en');
  await ask(german(), email);
  t.deepEqual(
    mailsTo(email).map(({ subject }) => subject),
    ['Sign in to Linkledger', 'Bei Linkledger anmelden', 'Sign in to Linkledger'],
  );
});

test('an invitation is in the language of the invited account, else of the person who invites', async (t) => {
  const [stranger, known] = [newAddress(), newAddress()];
  await languageOf(await signIn(english(), known));
  const owner = await signIn(german(), newAddress());
  const { body: team } = await owner.send<TeamAnswer>('POST', '/api/teams', { name: 'Nordlicht' });
  await owner.send('PATCH', '/api/user/profile', { firstName: 'Jörg', lastName: 'Müller' });
  await owner.send('POST', `/api/teams/${team.id}/invite`, {
    invitations: [stranger, known].map((email) => ({ email, name: 'Kim', permission: 'view' })),
  });
  t.is(mailsTo(stranger).at(-1)?.subject, 'Jörg Müller lädt dich bei Linkledger in das Team Nordlicht ein');
  t.is(mailsTo(known).at(-1)?.subject, 'Jörg Müller invites you to Nordlicht on Linkledger');
});

test('the mails about a new address are in the language of the account that reads them', async (t) => {
  const [former, next, taken] = [newAddress(), newAddress(), newAddress()];
  await languageOf(await signIn(english(), taken));
  const browser = german();
  const person = await signIn(browser, former);
  await person.send('PATCH', '/api/user/profile', { email: taken });
  t.is(mailsTo(taken).at(-1)?.subject, 'This address already has a Linkledger account');
  const before = app.said.length;
  await person.send('PATCH', '/api/user/profile', { email: next });
  t.is(mailsTo(next).at(-1)?.subject, 'Bestätige deine neue E-Mail-Adresse');
  const line = await waitUntil(() => app.said.slice(before).find((each) => each.includes(`Link to confirm ${next}:`)));
  const link = line.split(' ').at(-1) ?? '';
  t.regex((await browser.request(link)).text, /Du meldest dich dann mit <strong>/);
  const token = new URL(link).searchParams.get('token') ?? '';
  t.regex((await browser.request(`${app.url}/api/user/email/confirm`, { token })).text, /Adresse geändert/);
  const notice = await waitUntil(() => mailsTo(former).find(({ subject }) => subject.includes('wurde geändert')));
  t.regex(notice.text, /Seit \d+\. \S+ \d{4} um \d\d:\d\d UTC/);
});
