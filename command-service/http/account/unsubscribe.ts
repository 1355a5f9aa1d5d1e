/** The page of the unsubscribe address in mails, and the one click of mail programs (RFC 8058). */
import { subnetOf } from '../../../infra/http/request/client-address.ts';
import { escapeHtml as html } from '../../../infra/http/request/escape-html.ts';
import { Problem } from '../../../infra/http/request/problem.ts';
import { FORM } from '../../../infra/http/request/request-body.ts';
import type { RequestContext } from '../../../infra/http/request/request-context.ts';
import { HTML_PAGE } from '../../../infra/http/request/route-facts.ts';
import { readerOf } from '../../contract/languages/reader-language.ts';
import { readerIn } from '../../contract/languages.ts';
import { claimTry } from '../../core/claim-try.ts';
import { findMails } from '../../unsubscribe/find-mails.ts';
import { UNSUBSCRIBE } from '../../unsubscribe/unsubscribe-links.ts';
import type { CommandDeps } from '../deps.ts';
import { metadataOf } from '../request.ts';
import { route } from '../route.ts';
import { type PageTemplate, sendPage } from './page-response.ts';
import { markup, pageOf } from './sign-in-pages.ts';

/** In 15 minutes: false addresses that a network may open, and changes by the addresses of one subject. */
const MOST_TRIES = 60;

const FACTS = { action: null, secretInPath: true, answers: { 200: HTML_PAGE }, errorStatuses: [404, 429] } as const;
const ONE_CLICK = { rawBody: { media: [FORM, 'multipart/form-data'], isStream: true } } as const;

export const unsubscribeRoutes = [
  route({
    ...{ ...FACTS, method: 'GET', path: `${UNSUBSCRIBE}:token` },
    summary: 'The page of the unsubscribe address in a mail. It changes nothing: mail scanners open addresses.',
    handle: ({ ctx, params }, deps) => answer(ctx, deps, params.token, null),
  }),
  route({
    ...{ ...FACTS, ...ONE_CLICK, method: 'POST', path: `${UNSUBSCRIBE}:token`, fromAnywhere: true },
    summary: 'Ends the mails of an unsubscribe address, without a session, whatever the body is.',
    handle: ({ ctx, params }, deps) => answer(ctx, deps, params.token, false),
  }),
  route({
    ...{ ...FACTS, ...ONE_CLICK, method: 'POST', path: `${UNSUBSCRIBE}:token/undo` },
    summary: 'Sends the mails of an unsubscribe address again.',
    handle: ({ ctx, params }, deps) => answer(ctx, deps, params.token, true),
  }),
];

/**
 * Answers the page in the language of the mails. @param turned switches them on or off; null: neither.
 * @throws Problem 404 for an address that we did not make; RateLimitError
 */
async function answer(ctx: RequestContext, deps: CommandDeps, token: string, turned: boolean | null) {
  const { store, claims, unsubscribing, now } = deps;
  const subject = unsubscribing.subjectOf(token);
  if (subject === null || turned !== null) {
    const key = subject === null ? subnetOf(ctx.ip) : Object.values(subject).join(' ');
    await claimTry(claims, { kind: 'unsubscribe', key, most: MOST_TRIES }, now());
  }
  if (subject === null)
    throw new Problem(404, 'not-found', 'This address is not complete. Open the whole link in the email again.');
  const mails = await findMails(store, subject);
  if (mails === null) return sendPage(ctx, 200, OVER);
  if (turned !== null) await mails.turn(turned, metadataOf(ctx, mails.actor, now));
  const isOn = turned ?? mails.isOn;
  const page = pageOf((texts) => {
    const { text } = texts;
    const title = text(turned === true ? 'mails.back' : isOn ? 'mails.stop' : 'mails.stopped');
    const content = `<h1>${html(title)}</h1><p>${markup(texts, `mails.${mails.about}`, { name: mails.name })}</p>
<form method="post" action="${html(`${UNSUBSCRIBE}${token}${isOn ? '' : '/undo'}`)}">
<button${isOn ? '' : ' class="button other"'}>${html(text(isOn ? 'mails.stopNow' : 'mails.undo'))}</button>
</form>`;
    return { title, content };
  });
  return sendPage(ctx, 200, page, mails.language === null ? readerOf(ctx) : readerIn(mails.language));
}

const OVER: PageTemplate = pageOf(({ text }) => {
  const title = text('mails.over');
  return { title, content: `<h1>${html(title)}</h1><p>${html(text('mails.overHint'))}</p>` };
});
