/** The page of the unsubscribe address in mails, and the one click of mail programs (RFC 8058). */

import { subnetOf } from '../../../infra/http/request/client-address.ts';
import { escapeHtml as html } from '../../../infra/http/request/escape-html.ts';
import { Problem } from '../../../infra/http/request/problem.ts';
import { FORM } from '../../../infra/http/request/request-body.ts';
import type { RequestContext } from '../../../infra/http/request/request-context.ts';
import { HTML_PAGE } from '../../../infra/http/request/route-facts.ts';
import { readerOf } from '../../contract/languages/reader-language.ts';
import { readerIn } from '../../contract/languages.ts';
import { RateLimitError } from '../../core/errors.ts';
import { findSubject, type SubjectState, switchMails } from '../../unsubscribe/subjects.ts';
import { UNSUBSCRIBE, type UnsubscribeSubject } from '../../unsubscribe/unsubscribe-links.ts';
import type { CommandDeps } from '../deps.ts';
import { metadataOf } from '../request.ts';
import { route } from '../route.ts';
import { type PageTemplate, sendPage } from './page-response.ts';
import { markup, pageOf } from './sign-in-pages.ts';

/** In WINDOW_MS: false addresses that a network may open, and changes that one address may make. */
const MOST_FALSE = 60;
const MOST_CHANGES = 30;
const WINDOW_MS = 15 * 60 * 1000;

const ONE_CLICK = { media: [FORM, 'multipart/form-data'], isStream: true } as const;
const PATH = `${UNSUBSCRIBE}:token` as const;
const FACTS = { action: null, secretInPath: true, answers: { 200: HTML_PAGE }, errorStatuses: [404, 429] } as const;

export const unsubscribeRoutes = [
  route({
    ...FACTS,
    method: 'GET',
    path: PATH,
    summary: 'The page of the unsubscribe address in a mail. It changes nothing: mail scanners open addresses.',
    async handle({ ctx, params }, deps) {
      const subject = await subjectOf(ctx, deps, params.token);
      return answer(ctx, params.token, await findSubject(deps.store, subject));
    },
  }),

  route({
    ...FACTS,
    method: 'POST',
    path: PATH,
    fromAnywhere: true,
    summary:
      'Ends the mails of an unsubscribe address, without a session: the one click of RFC 8058, or the page’s button.',
    rawBody: ONE_CLICK,
    handle: ({ ctx, params }, deps) => change(ctx, deps, params.token, false),
  }),

  route({
    ...FACTS,
    method: 'POST',
    path: `${PATH}/undo`,
    summary: 'Sends the mails of an unsubscribe address again.',
    rawBody: ONE_CLICK,
    handle: ({ ctx, params }, deps) => change(ctx, deps, params.token, true),
  }),
];

/** @throws Problem 404 for an address that we did not make; RateLimitError for many of them from one network. */
async function subjectOf(ctx: RequestContext, deps: CommandDeps, token: string): Promise<UnsubscribeSubject> {
  const subject = deps.unsubscribing.subjectOf(token);
  if (subject !== null) return subject;
  await count(deps, `false ${subnetOf(ctx.ip)}`, MOST_FALSE);
  throw new Problem(404, 'not-found', 'This address is not complete. Open the whole link in the email again.');
}

/** Whatever the body is: the token alone authorizes the change. A repetition changes nothing. */
async function change(ctx: RequestContext, deps: CommandDeps, token: string, isOn: boolean): Promise<undefined> {
  const { store, now } = deps;
  const subject = await subjectOf(ctx, deps, token);
  await count(deps, Object.values(subject).join(' '), MOST_CHANGES);
  const found = await findSubject(store, subject);
  if (found !== null) await switchMails(store, subject, isOn, (actor) => metadataOf(ctx, actor, now));
  return answer(ctx, token, found && { ...found, isOn }, true);
}

/** @throws RateLimitError if a key was counted more than `most` times within WINDOW_MS. */
async function count({ claims, now }: CommandDeps, key: string, most: number): Promise<void> {
  const end = new Date(now().getTime() + WINDOW_MS).toISOString();
  if ((await claims.increment('unsubscribe', key, end)) <= most) return;
  throw new RateLimitError(WINDOW_MS / 1_000, (wait) => `That was tried too often. Try again in ${wait}.`);
}

/** Answers in the language of the mails. @param isChanged whether the button was pressed. */
function answer(ctx: RequestContext, token: string, found: SubjectState | null, isChanged = false): undefined {
  const reader = found?.language ? readerIn(found.language) : readerOf(ctx);
  return sendPage(ctx, 200, found === null ? OVER : unsubscribePage(token, found, isChanged), reader);
}

const OVER: PageTemplate = pageOf(({ text }) => {
  const title = text('mails.over');
  return { title, content: `<h1>${html(title)}</h1><p>${html(text('mails.overHint'))}</p>` };
});

function unsubscribePage(token: string, { isOn, about, name }: SubjectState, isChanged: boolean): PageTemplate {
  return pageOf((texts) => {
    const { text } = texts;
    const title = text(isOn ? (isChanged ? 'mails.back' : 'mails.stop') : 'mails.stopped');
    const path = `${UNSUBSCRIBE}${token}${isOn ? '' : '/undo'}`;
    const content = `<h1>${html(title)}</h1><p>${markup(texts, `mails.${about}`, { name })}</p>
<form method="post" action="${html(path)}">
<button${isOn ? '' : ' class="button other"'}>${html(text(isOn ? 'mails.stopNow' : 'mails.undo'))}</button>
</form>`;
    return { title, content };
  });
}
