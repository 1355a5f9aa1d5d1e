/** The sign-in pages: plain HTML that works without JavaScript. */
import { escapeHtml as html } from '../../../infra/http/escape-html.ts';
import type { RequestedChange } from '../../identity/email-change.ts';
import type { OpenedLink } from '../../identity/email-sign-in.ts';
import { CONFIRM_EMAIL } from './return-to.ts';

/** As in console/ui/Logo.tsx. */
const LOGO = `<svg width="24" height="24" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"
 fill="var(--accent)"/><path d="M11 8v16h10" fill="none" stroke="var(--on-accent)" stroke-width="3"
 stroke-linecap="round" stroke-linejoin="round"/><circle cx="20.5" cy="12.5" r="3" fill="var(--on-accent)"/></svg>`;

/** `back`: a link below the content. The styles and the theme are files of the console. */
function page(title: string, content: string, back: { readonly to: string; readonly words: string } = HOME): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>${html(title)} · Linkledger</title>
<script src="/theme.js"></script>
<link rel="stylesheet" href="/page.css">
</head>
<body>
<header class="brand"><a href="/">${LOGO}Linkledger</a></header>
<main><div class="card">${content}</div>
<p class="back"><a href="${html(back.to)}">${html(back.words)}</a></p></main>
</body>
</html>
`;
}

const HOME = { to: '/', words: 'Back to the start page' };
const NOT_NOW = 'Not now';

/** Back to an invitation that the visitor came from; otherwise to the start page. */
function backTo(returnTo: string) {
  return returnTo.startsWith('/invite/') ? { to: returnTo, words: 'Back to the invitation' } : HOME;
}

/** A provider as the pages show it. */
interface ShownProvider {
  readonly provider: string;
  readonly name: string;
}

/** The page with the ways to sign in. `wrong` is the error message about the submitted address. */
export function signInPage(
  form: { readonly returnTo: string; readonly email?: string; readonly wrong?: string },
  providers: readonly ShownProvider[],
): string {
  const wrong = form.wrong === undefined ? '' : `<p class="wrong" id="wrong" role="alert">${html(form.wrong)}</p>`;
  const described = form.wrong === undefined ? '' : ' aria-invalid="true" aria-describedby="wrong"';
  const intro =
    providers.length === 0
      ? 'We’ll email you a sign-in link. New here? It also creates your account.'
      : 'New here? Any of these ways also creates your account.';
  // With an address already filled in, the next thing to press is the button.
  const [inField, inButton] =
    form.email === undefined || form.wrong !== undefined ? [' autofocus', ''] : ['', ' autofocus'];
  return page(
    'Sign in',
    `<h1>Sign in</h1>
<p>${intro}</p>${buttons(providers, form.returnTo)}
<form method="post" action="/api/login/email">
<input type="hidden" name="returnTo" value="${html(form.returnTo)}">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="email" required maxlength="254"
 value="${html(form.email ?? '')}"${described}${inField}>${wrong}
<button${inButton}>Send sign-in link</button>
</form>`,
    backTo(form.returnTo),
  );
}

/**
 * Asks a signed-in person to sign in again, by the ways to sign in of their account. `email` is '' for an account without
 * an address.
 */
export function signInAgainPage(
  { returnTo, email }: { readonly returnTo: string; readonly email: string },
  providers: readonly ShownProvider[],
): string {
  const links = providerLinks(providers, returnTo, '&again=1');
  const mail = `<form method="post" action="/api/login/email">
<input type="hidden" name="returnTo" value="${html(returnTo)}">
<input type="hidden" name="email" value="${html(email)}">
<p>We’ll email a sign-in link to <strong>${html(email)}</strong>. Open it in this browser.</p>
<button>Send sign-in link</button>
</form>`;
  const or = links !== '' && email !== '' ? '<p class="or">or</p>' : '';
  return page(
    'Sign in again',
    `<h1>Sign in again</h1>
<p>You signed in a while ago. Sign in again to change how you sign in or to delete your account.</p>${links}${or}${email === '' ? '' : mail}`,
    { to: returnTo, words: NOT_NOW },
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
  email: string,
  { mailed, again }: { readonly mailed: boolean; readonly again: boolean },
): string {
  const where = mailed
    ? `We emailed a sign-in link to <strong>${html(email)}</strong>. It works once, for ten minutes. No mail? Look in your spam folder.`
    : `No mail server is set up. Find the sign-in link for <strong>${html(email)}</strong> in the terminal or in the outbox of the data folder.`;
  return page(
    'Check your mail',
    `<h1>Check your mail</h1><p>${where}</p>`,
    again ? HOME : { to: '/api/login', words: 'Use another address' },
  );
}

/** The one button of a sign-in link: opening the link is not yet signing in, because mail scanners open links too. */
export function confirmPage(token: string, { email, elsewhere }: OpenedLink): string {
  const from = elsewhere === null ? '' : [elsewhere.browser, elsewhere.address && `at ${elsewhere.address}`].join(' ');
  const words =
    elsewhere === null
      ? '<p>Sign in to Linkledger in this browser.</p>'
      : `<p class="note" role="note">This link was requested in another browser: ${html(from.trim())}. If that was not
you, close this page.</p><p>It signs this browser in as <strong>${html(email)}</strong>.</p>`;
  return page(
    'Sign in',
    `<h1>Almost there</h1>${words}
<form method="post" action="/api/login/email/callback">
<input type="hidden" name="token" value="${html(token)}">
<button autofocus>${elsewhere === null ? 'Sign in' : 'I requested it: sign in here'}</button>
</form>`,
  );
}

/** The one button of a link to a new address: opening the link changes nothing yet, because mail scanners open links too. */
export function confirmEmailPage(token: string, { from, email }: RequestedChange): string {
  const instead = from === '' ? '' : ` instead of <strong>${html(from)}</strong>`;
  return page(
    'Confirm your address',
    `<h1>Use this address?</h1>
<p>You will sign in with <strong>${html(email)}</strong>${instead}, and all mails go there.</p>
<form method="post" action="${CONFIRM_EMAIL}">
<input type="hidden" name="token" value="${html(token)}">
<button autofocus>Confirm this address</button>
</form>`,
    { to: '/settings#account', words: NOT_NOW },
  );
}

/**
 * Asks a signed-out visitor to sign in, and then leads back to the link. Names no account: the visitor may be a stranger at
 * a mistyped address.
 */
export function emailSignInFirstPage(returnTo: string): string {
  return page(
    'Sign in first',
    `<h1>Sign in first</h1>
<p>To confirm this address, sign in to the account that asked for it, in this browser and as before.</p>
<a class="button" href="${html(loginPath(returnTo))}">Sign in</a>`,
  );
}

/** Asks a signed-in person to confirm that a provider’s account is theirs. */
export function joinPage(
  { provider, name }: ShownProvider,
  { label, email, returnTo }: { readonly label: string; readonly email: string; readonly returnTo: string },
): string {
  const who = label === email ? email : `${label}, ${email}`;
  return page(
    `Connect ${name}`,
    `<h1>Connect ${html(name)}?</h1>
<p><strong>${html(who)}</strong> at ${html(name)} will then sign in to this Linkledger account. Connect only an account
that nobody else uses.</p>
<form method="post" action="/api/connect/${html(provider)}/confirm">
<button>Connect ${html(name)}</button>
</form>`,
    { to: returnTo, words: NOT_NOW },
  );
}

/** Explains that an account has the provider's address already, and that only its owner may connect the two. */
export function accountExistsPage(
  { name }: ShownProvider,
  { email, returnTo }: { readonly email: string; readonly returnTo: string },
): string {
  return page(
    'Sign in first',
    `<h1>An account with this address exists</h1>
<p>There is already an account with <strong>${html(email)}</strong>. Sign in to it first as you did before, in this
browser and within ten minutes. Then confirm that ${html(name)} may sign in to it, too.</p>
<a class="button" href="${html(loginPath(returnTo))}">Sign in to it</a>`,
  );
}

/** Shows an error and a link that continues. */
export function messagePage({
  title,
  message,
  link,
  words,
}: {
  title: string;
  message: string;
  link: string;
  words: string;
}): string {
  return page(
    title,
    `<h1>${html(title)}</h1><p role="alert">${html(message)}</p>
<a class="button" href="${html(link)}">${html(words)}</a>`,
  );
}

/** Shows that a sign-in link is invalid, expired or used. */
export function linkSpentPage(): string {
  return page(
    'Link no longer works',
    `<h1>This link no longer works</h1><p>A sign-in link works once, within ten minutes.</p>
<a class="button" href="/api/login">Send a new link</a>`,
  );
}
