/** The sign-in pages: plain HTML that works without JavaScript (design 7). */

/** Text made safe for HTML content and quoted attributes. */
function html(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (char) => entities[char] ?? char);
}

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

/** Asks for an e-mail address. `wrong` says what was wrong with the one given before. */
export function signInPage(
  nonce: string,
  form: { readonly returnTo: string; readonly email?: string; readonly wrong?: string },
): string {
  const wrong = form.wrong === undefined ? '' : `<p class="wrong" id="wrong" role="alert">${html(form.wrong)}</p>`;
  const described = form.wrong === undefined ? '' : ' aria-invalid="true" aria-describedby="wrong"';
  return page(
    'Sign in',
    nonce,
    `<h1>Sign in</h1>
<p>We send you a link that signs you in. The first time, it makes your account.</p>
<form method="post" action="/api/login/email">
<input type="hidden" name="returnTo" value="${html(form.returnTo)}">
<label for="email">E-mail</label>
<input id="email" name="email" type="email" autocomplete="email" required autofocus maxlength="254"
 value="${html(form.email ?? '')}"${described}>${wrong}
<button>Send sign-in link</button>
</form>`,
  );
}

/** Says that the mail is on its way. `mailed`: by a mail server; else it went to the outbox. */
export function mailSentPage(nonce: string, email: string, mailed: boolean): string {
  const where = mailed
    ? 'It works once, within ten minutes. Look in the spam folder if it does not arrive.'
    : 'No mail server is set up, so it is on the terminal and in the outbox of the data folder.';
  return page(
    'Check your mail',
    nonce,
    `<h1>Check your mail</h1><p>A sign-in link for <strong>${html(email)}</strong> was sent. ${html(where)}</p>
<p><a href="/api/login">Use another address</a></p>`,
  );
}

/** The one button of a sign-in link: opening the link is not yet signing in, because mail scanners open links too. */
export function confirmPage(nonce: string, token: string): string {
  return page(
    'Sign in',
    nonce,
    `<h1>Almost there</h1><p>Sign in to Linkledger on this device.</p>
<form method="post" action="/api/login/email/callback">
<input type="hidden" name="token" value="${html(token)}">
<button autofocus>Sign in</button>
</form>`,
  );
}

/** Says that a sign-in link does not work (any more). */
export function linkSpentPage(nonce: string): string {
  return page(
    'Link no longer works',
    nonce,
    `<h1>This link no longer works</h1><p>A sign-in link works once, within ten minutes of asking for it.</p>
<a class="button" href="/api/login">Send a new link</a>`,
  );
}
