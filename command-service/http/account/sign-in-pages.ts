/** The sign-in pages: plain HTML that works without JavaScript. */
import { escapeHtml as html } from '../../../infra/http/request/escape-html.ts';
import { SENTENCES } from '../../contract/languages/server-texts.ts';
import { htmlAttributes } from '../../contract/languages.ts';
import type { RequestedChange } from '../../identity/email-change.ts';
import type { OpenedLink } from '../../identity/email-sign-in.ts';
import type { SignUp } from '../../identity/sign-up.ts';
import type { AccountPageTexts, PageTemplate } from './page-response.ts';
import { CONFIRM_EMAIL } from './return-to.ts';

/** As in console/ui/layout/Logo.tsx. */
const LOGO = `<svg width="24" height="24" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"
 fill="var(--accent)"/><path d="M11 8v16h10" fill="none" stroke="var(--on-accent)" stroke-width="3"
 stroke-linecap="round" stroke-linejoin="round"/><circle cx="20.5" cy="12.5" r="3" fill="var(--on-accent)"/></svg>`;

type PageKey = Parameters<AccountPageTexts['text']>[0];

/** The link below the content. */
interface Back {
  readonly to: string;
  readonly words: PageKey;
}

interface Content {
  readonly title: string;
  readonly content: string;
  /** Default: the start page. */
  readonly back?: Back;
}

const HOME: Back = { to: '/', words: 'home' };

/** The styles and the theme are files of the console. */
export function pageOf(write: (texts: AccountPageTexts) => Content): PageTemplate {
  return (texts) => {
    const { title, content, back = HOME } = write(texts);
    return `<!doctype html>
<html ${htmlAttributes(texts.language)}>
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
<p class="back"><a href="${html(back.to)}">${html(texts.text(back.words))}</a></p></main>
</body>
</html>
`;
  };
}

/** A text as HTML; the values in `strong` are emphasized. */
export function markup(
  { parts }: AccountPageTexts,
  key: PageKey,
  strong: Readonly<Record<string, string>>,
  plain: Readonly<Record<string, string>> = {},
): string {
  const values = Object.entries(strong).map(([name, value]) => [name, { strong: value }] as const);
  return parts<{ readonly strong: string }>(key, { ...plain, ...Object.fromEntries(values) })
    .map((part) => (typeof part === 'string' ? html(part) : `<strong>${html(part.strong)}</strong>`))
    .join('');
}

/** Leads back to the invitation that the visitor came from, else to the start page. */
function backTo(returnTo: string): Back {
  return returnTo.startsWith('/invite/') ? { to: returnTo, words: 'toInvitation' } : HOME;
}

/** A provider as the pages show it. */
interface ShownProvider {
  readonly provider: string;
  readonly name: string;
}

/** The page with the ways to sign in. `wrong` is the English error message about the submitted address. */
export function signInPage(
  form: { readonly returnTo: string; readonly email?: string; readonly wrong?: string },
  providers: readonly ShownProvider[],
  { sentence }: Pick<SignUp, 'sentence'>,
): PageTemplate {
  return pageOf((texts) => {
    const { text, language } = texts;
    const wrong =
      form.wrong === undefined
        ? ''
        : `<p class="wrong" id="wrong" role="alert">${html(SENTENCES[language](form.wrong))}</p>`;
    const described = form.wrong === undefined ? '' : ' aria-invalid="true" aria-describedby="wrong"';
    const or = `<p class="or">${html(text('or'))}</p>`;
    const ways = providers.length === 0 ? '' : `${providerLinks(texts, providers, form.returnTo)}${or}`;
    // If the address is filled in, focus moves to the button.
    const [inField, inButton] =
      form.email === undefined || form.wrong !== undefined ? [' autofocus', ''] : ['', ' autofocus'];
    const newcomers = sentence && SENTENCES[language](sentence);
    const content = `<h1>${html(text('signIn'))}</h1>
<p>${html(newcomers ?? text(providers.length === 0 ? 'newHereByMail' : 'newHere'))}</p>${ways}
<form method="post" action="/api/login/email">
<input type="hidden" name="returnTo" value="${html(form.returnTo)}">
<label for="email">${html(text('email'))}</label>
<input id="email" name="email" type="email" autocomplete="email" required maxlength="254"
 value="${html(form.email ?? '')}"${described}${inField}>${wrong}
<button${inButton}>${html(text('sendLink'))}</button>
</form>`;
    return { title: text('signIn'), content, back: backTo(form.returnTo) };
  });
}

/**
 * Asks a signed-in person to sign in again in one of their account's ways. `email` is '' for an account without an
 * address.
 */
export function signInAgainPage(
  { returnTo, email }: { readonly returnTo: string; readonly email: string },
  providers: readonly ShownProvider[],
): PageTemplate {
  return pageOf((texts) => {
    const { text } = texts;
    const links = providerLinks(texts, providers, returnTo, '&again=1');
    const mail = `<form method="post" action="/api/login/email">
<input type="hidden" name="returnTo" value="${html(returnTo)}">
<input type="hidden" name="email" value="${html(email)}">
<p>${markup(texts, 'mailsLinkTo', { email })}</p>
<button>${html(text('sendLink'))}</button>
</form>`;
    const or = links !== '' && email !== '' ? `<p class="or">${html(text('or'))}</p>` : '';
    const content = `<h1>${html(text('signInAgain'))}</h1>
<p>${html(text('signedInLongAgo'))}</p>${links}${or}${email === '' ? '' : mail}`;
    return { title: text('signInAgain'), content, back: { to: returnTo, words: 'notNow' } };
  });
}

function providerLinks(
  { text }: AccountPageTexts,
  providers: readonly ShownProvider[],
  returnTo: string,
  more = '',
): string {
  const links = providers.map(({ provider, name }) => {
    const path = `/api/connect/${provider}?returnTo=${encodeURIComponent(returnTo)}${more}`;
    return `<a class="button other" href="${html(path)}">${html(text('continueWith', { provider: name }))}</a>\n`;
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
 * Confirms that the mail was sent. `mailed`: a mail server sent it, else it is in the outbox. `again`: a signed-in
 * person signs in again.
 */
export function mailSentPage(
  email: string,
  { mailed, again }: { readonly mailed: boolean; readonly again: boolean },
): PageTemplate {
  return pageOf((texts) => {
    const title = texts.text('sent.title');
    const content = `<h1>${html(title)}</h1><p>${markup(texts, mailed ? 'sent.mailed' : 'sent.outbox', { email })}</p>`;
    return { title, content, back: again ? HOME : { to: '/api/login', words: 'sent.otherAddress' } };
  });
}

/** The one button of a sign-in link: opening the link is not yet signing in, because mail scanners open links too. */
export function confirmPage(token: string, { email, elsewhere }: OpenedLink): PageTemplate {
  return pageOf((texts) => {
    const { text } = texts;
    const words =
      elsewhere === null
        ? `<p>${html(text('link.here'))}</p>`
        : `<p class="note" role="note">${html(requestedElsewhere(texts, elsewhere))}</p>
<p>${markup(texts, 'link.signsInAs', { email })}</p>`;
    const content = `<h1>${html(text('link.title'))}</h1>${words}
<form method="post" action="/api/login/email/callback">
<input type="hidden" name="token" value="${html(token)}">
<button autofocus>${html(text(elsewhere === null ? 'signIn' : 'link.requestedByMe'))}</button>
</form>`;
    return { title: text('signIn'), content };
  });
}

function requestedElsewhere(
  { text, language }: AccountPageTexts,
  { browser: seen, address }: NonNullable<OpenedLink['elsewhere']>,
): string {
  // The browser's name as in infra/http/auth/user-agent.ts: 'Firefox on Windows'.
  const [named = seen, system] = seen.split(' on ');
  const translated = SENTENCES[language](named);
  const browser = system === undefined ? translated : text('link.browser', { browser: translated, system });
  return address === '' ? text('link.elsewhere', { browser }) : text('link.elsewhereAt', { browser, address });
}

/** The one button of a link to a new address: opening the link changes nothing yet, because mail scanners open links too. */
export function confirmEmailPage(token: string, { from, email }: RequestedChange): PageTemplate {
  return pageOf((texts) => {
    const { text } = texts;
    const effect =
      from === ''
        ? markup(texts, 'address.first', { email })
        : markup(texts, 'address.instead', { email, former: from });
    const content = `<h1>${html(text('address.heading'))}</h1>
<p>${effect}</p>
<form method="post" action="${CONFIRM_EMAIL}">
<input type="hidden" name="token" value="${html(token)}">
<button autofocus>${html(text('address.confirm'))}</button>
</form>`;
    return { title: text('address.title'), content, back: { to: '/settings#account', words: 'notNow' } };
  });
}

/**
 * Asks a signed-out visitor to sign in, and then leads back to the link. Names no account: the visitor may be a stranger at
 * a mistyped address.
 */
export function emailSignInFirstPage(returnTo: string): PageTemplate {
  return pageOf(({ text }) => {
    const title = text('connect.signInFirst');
    const content = `<h1>${html(title)}</h1>
<p>${html(text('address.signInFirst'))}</p>
<a class="button" href="${html(loginPath(returnTo))}">${html(text('signIn'))}</a>`;
    return { title, content };
  });
}

/** Asks a signed-in person to confirm that a provider’s account is theirs. */
export function joinPage(
  { provider, name }: ShownProvider,
  { label, email, returnTo }: { readonly label: string; readonly email: string; readonly returnTo: string },
): PageTemplate {
  return pageOf((texts) => {
    const { text } = texts;
    const account = label === email ? email : text('connect.accountAndEmail', { account: label, email });
    const content = `<h1>${html(text('connect.heading', { provider: name }))}</h1>
<p>${markup(texts, 'connect.effect', { account }, { provider: name })}</p>
<form method="post" action="/api/connect/${html(provider)}/confirm">
<button>${html(text('connect.title', { provider: name }))}</button>
</form>`;
    return { title: text('connect.title', { provider: name }), content, back: { to: returnTo, words: 'notNow' } };
  });
}

/** Explains that another account has the provider's address, and that only its owner may connect the two. */
export function accountExistsPage(
  { name }: ShownProvider,
  { email, returnTo }: { readonly email: string; readonly returnTo: string },
): PageTemplate {
  return pageOf((texts) => {
    const { text } = texts;
    const content = `<h1>${html(text('connect.exists'))}</h1>
<p>${markup(texts, 'connect.existing', { email }, { provider: name })}</p>
<a class="button" href="${html(loginPath(returnTo))}">${html(text('connect.signInToIt'))}</a>`;
    return { title: text('connect.signInFirst'), content };
  });
}

interface MessageContent {
  readonly title: string;
  readonly message: string;
  /** The target of the button, whose label follows. */
  readonly link: string;
  readonly words: string;
}

/** Shows a message, and a link that leads on. */
export function messagePage(write: (texts: AccountPageTexts) => MessageContent): PageTemplate {
  return pageOf((texts) => {
    const { title, message, link, words } = write(texts);
    const content = `<h1>${html(title)}</h1><p role="alert">${html(message)}</p>
<a class="button" href="${html(link)}">${html(words)}</a>`;
    return { title, content };
  });
}

/** The same for texts of the catalog, with the same values. */
export function noticePage(
  title: PageKey,
  message: PageKey,
  link: string,
  words: PageKey,
  values: Readonly<Record<string, string>> = {},
): PageTemplate {
  return messagePage(({ text }) => ({ title: text(title), message: text(message, values), link, words: text(words) }));
}

/** Shows that a sign-in link is invalid, expired or already used. */
export const linkSpentPage: PageTemplate = pageOf(({ text }) => {
  const content = `<h1>${html(text('spent.heading'))}</h1><p>${html(text('spent.message'))}</p>
<a class="button" href="/api/login">${html(text('spent.newLink'))}</a>`;
  return { title: text('spent.title'), content };
});
