/** The sign-in pages: plain HTML that works without JavaScript. */
import { escapeHtml as html } from '../../../infra/http/escape-html.ts';
import type { OpenedLink } from '../../identity/email-sign-in.ts';

const STYLE = `
:root { color-scheme: light dark; --ink: #16181d; --quiet: #5b616e; --line: #dfe2e8; --ground: #f7f8fa; --card: #fff;
  --accent: #3451d1; --on-accent: #fff; --wrong: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ink: #eceef2; --quiet: #a2a8b4; --line: #31353d; --ground: #101216;
  --card: #181b20; --accent: #8ea2ff; --on-accent: #0d1126; --wrong: #ffb4ab; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px; background: var(--ground);
  color: var(--ink); font: 15px/24px Inter, ui-sans-serif, system-ui, sans-serif; }
main { width: 100%; max-width: 400px; background: var(--card); border: 1px solid var(--line); border-radius: 8px;
  padding: 32px; }
.brand { font-weight: 650; letter-spacing: -0.01em; margin: 0 0 24px; }
h1 { font-size: 22px; line-height: 32px; font-weight: 650; letter-spacing: -0.015em; margin: 0 0 8px; }
p { margin: 0 0 24px; color: var(--quiet); }
label { display: block; font-weight: 550; margin-bottom: 8px; }
input { width: 100%; height: 40px; padding: 0 12px; font: inherit; color: inherit; background: transparent;
  border: 1px solid var(--line); border-radius: 8px; }
button, .button { display: block; width: 100%; height: 40px; line-height: 40px; margin-top: 16px; padding: 0 16px;
  border: 0; border-radius: 8px; background: var(--accent); color: var(--on-accent); font: inherit; line-height: 40px;
  font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.button.other { margin: 0 0 8px; background: transparent; color: var(--ink); border: 1px solid var(--line);
  line-height: 38px; }
.button.other:hover { border-color: var(--quiet); }
.or { display: flex; align-items: center; gap: 16px; margin: 16px 0 24px; }
.or::before, .or::after { content: ''; flex: 1; border-top: 1px solid var(--line); }
.note { padding: 12px 16px; border: 1px solid var(--line); border-radius: 8px; color: var(--ink);
  overflow-wrap: anywhere; }
.aside { margin: 16px 0 0; text-align: center; }
strong { color: var(--ink); font-weight: 600; overflow-wrap: anywhere; }
.wrong { color: var(--wrong); margin: 8px 0 0; }
main > :last-child { margin-bottom: 0; }
a { color: var(--accent); }
`;

function page(title: string, nonce: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>${html(title)} · Linkledger</title>
<style nonce="${html(nonce)}">${STYLE}</style>
</head>
<body><main><p class="brand">Linkledger</p>${content}</main></body>
</html>
`;
}

/** A provider as the pages show it. */
interface ShownProvider {
  readonly provider: string;
  readonly name: string;
}

/** The page with the ways to sign in. `wrong` is the error message about the submitted address. */
export function signInPage(
  nonce: string,
  form: { readonly returnTo: string; readonly email?: string; readonly wrong?: string },
  providers: readonly ShownProvider[],
): string {
  const wrong = form.wrong === undefined ? '' : `<p class="wrong" id="wrong" role="alert">${html(form.wrong)}</p>`;
  const described = form.wrong === undefined ? '' : ' aria-invalid="true" aria-describedby="wrong"';
  const intro =
    providers.length === 0
      ? 'We send you a link that signs you in. The first time, it makes your account.'
      : 'Whichever way you choose, the first time makes your account.';
  return page(
    'Sign in',
    nonce,
    `<h1>Sign in</h1>
<p>${intro}</p>${buttons(providers, form.returnTo)}
<form method="post" action="/api/login/email">
<input type="hidden" name="returnTo" value="${html(form.returnTo)}">
<label for="email">E-mail</label>
<input id="email" name="email" type="email" autocomplete="email" required autofocus maxlength="254"
 value="${html(form.email ?? '')}"${described}>${wrong}
<button>Send sign-in link</button>
</form>`,
  );
}

/**
 * Asks a signed-in person to sign in again, by the ways to sign in of their account. `email` is '' for an account without
 * an address.
 */
export function signInAgainPage(
  nonce: string,
  { returnTo, email }: { readonly returnTo: string; readonly email: string },
  providers: readonly ShownProvider[],
): string {
  const links = providerLinks(providers, returnTo, '&again=1');
  const mail = `<form method="post" action="/api/login/email">
<input type="hidden" name="returnTo" value="${html(returnTo)}">
<input type="hidden" name="email" value="${html(email)}">
<p>A sign-in link goes to <strong>${html(email)}</strong>. Open it in this browser.</p>
<button>Send sign-in link</button>
</form>`;
  const or = links !== '' && email !== '' ? '<p class="or">or</p>' : '';
  return page(
    'Sign in again',
    nonce,
    `<h1>Sign in again</h1>
<p>You signed in some time ago. To change how you sign in, or to delete your account, first confirm that it is yours by
signing in again.</p>${links}${or}${email === '' ? '' : mail}
<p class="aside"><a href="${html(returnTo)}">Not now</a></p>`,
  );
}

function buttons(providers: readonly ShownProvider[], returnTo: string): string {
  return providers.length === 0 ? '' : `${providerLinks(providers, returnTo)}<p class="or">or</p>`;
}

function providerLinks(providers: readonly ShownProvider[], returnTo: string, more = ''): string {
  const links = providers.map(({ provider, name }) => {
    const path = `/api/connect/${provider}?returnTo=${encodeURIComponent(returnTo)}${more}`;
    return `<a class="button other" href="${html(path)}">Continue with ${html(name)}</a>\n`;
  });
  return links.length === 0 ? '' : `\n${links.join('')}`;
}

/** The path of the sign-in page. */
export function loginPath(returnTo: string): string {
  return `/api/login?returnTo=${encodeURIComponent(returnTo)}`;
}

/** The path where a signed-in person signs in again. */
export function reauthenticatePath(returnTo: string): string {
  return `${loginPath(returnTo)}&again=1`;
}

/**
 * Confirms that the mail was sent. `mailed`: by a mail server, else to the outbox. `again`: the person is signed in and
 * signs in again.
 */
export function mailSentPage(
  nonce: string,
  email: string,
  { mailed, again }: { readonly mailed: boolean; readonly again: boolean },
): string {
  const where = mailed
    ? 'It works once, within ten minutes. Look in the spam folder if it does not arrive.'
    : 'No mail server is set up, so the mail is on the terminal and in the outbox of the data folder.';
  return page(
    'Check your mail',
    nonce,
    `<h1>Check your mail</h1><p>A sign-in link for <strong>${html(email)}</strong> was sent. ${html(where)}</p>
${again ? '' : '<p><a href="/api/login">Use another address</a></p>'}`,
  );
}

/** The one button of a sign-in link: opening the link is not yet signing in, because mail scanners open links too. */
export function confirmPage(nonce: string, token: string, { email, elsewhere }: OpenedLink): string {
  const from = elsewhere === null ? '' : [elsewhere.browser, elsewhere.address && `at ${elsewhere.address}`].join(' ');
  const words =
    elsewhere === null
      ? '<p>Sign in to Linkledger on this device.</p>'
      : `<p class="note" role="note">This link was requested in another browser: ${html(from.trim())}. If that was not
you, close this page.</p><p>It signs this browser in as <strong>${html(email)}</strong>.</p>`;
  return page(
    'Sign in',
    nonce,
    `<h1>Almost there</h1>${words}
<form method="post" action="/api/login/email/callback">
<input type="hidden" name="token" value="${html(token)}">
<button autofocus>${elsewhere === null ? 'Sign in' : 'I requested it: sign in here'}</button>
</form>`,
  );
}

/** Asks a signed-in person to confirm that a provider’s account is theirs. */
export function joinPage(
  nonce: string,
  { provider, name }: ShownProvider,
  { label, email, returnTo }: { readonly label: string; readonly email: string; readonly returnTo: string },
): string {
  const who = label === email ? email : `${label}, ${email}`;
  return page(
    `Connect ${name}`,
    nonce,
    `<h1>Connect ${html(name)}?</h1>
<p><strong>${html(who)}</strong> at ${html(name)} will then sign in to this Linkledger account. Connect only an account
that nobody else uses.</p>
<form method="post" action="/api/connect/${html(provider)}/confirm">
<button>Connect ${html(name)}</button>
</form>
<p class="aside"><a href="${html(returnTo)}">Not now</a></p>`,
  );
}

/** Explains that an account has the provider's address already, and that only its owner may connect the two. */
export function accountExistsPage(
  nonce: string,
  { name }: ShownProvider,
  { email, returnTo }: { readonly email: string; readonly returnTo: string },
): string {
  return page(
    'Sign in first',
    nonce,
    `<h1>An account with this address exists</h1>
<p>There is already an account with <strong>${html(email)}</strong>. Sign in to it first as you did before, in this
browser and within ten minutes. Then confirm that ${html(name)} may sign in to it, too.</p>
<a class="button" href="${html(loginPath(returnTo))}">Sign in to it</a>`,
  );
}

/** Shows an error and a link that continues. */
export function messagePage(
  nonce: string,
  { title, message, link, words }: { title: string; message: string; link: string; words: string },
): string {
  return page(
    title,
    nonce,
    `<h1>${html(title)}</h1><p role="alert">${html(message)}</p>
<a class="button" href="${html(link)}">${html(words)}</a>`,
  );
}

/** Shows that a sign-in link is invalid, expired or used. */
export function linkSpentPage(nonce: string): string {
  return page(
    'Link no longer works',
    nonce,
    `<h1>This link no longer works</h1><p>A sign-in link works once, within ten minutes of the request.</p>
<a class="button" href="/api/login">Send a new link</a>`,
  );
}
