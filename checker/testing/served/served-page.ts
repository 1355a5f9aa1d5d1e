/** What a served page is: how it is answered over HTTP, and what a check of it must come to. */
import type { IncomingMessage } from 'node:http';
import type {
  FoundLink,
  LinkStatus,
  LinkType,
  LinkTypeCause,
  ReasonCode,
} from '../../../command-service/events/observation.ts';
import { CLIENT_LINK } from '../corpus/corpus-page.ts';
import { blog } from '../corpus/page-layouts.ts';
import { html, type TestPage } from '../test-site.ts';

export interface ServedPage {
  /** A sentence about what is special. */
  readonly name: string;
  /** How the address itself is answered. */
  readonly serve: TestPage;
  /** What is answered beneath it, by relative path. */
  readonly also?: Readonly<Record<string, TestPage>>;
  /** Default `CLIENT_LINK`. */
  readonly clientLink?: string;
  /** Put behind the address: a fragment or a query. */
  readonly suffix?: string;
  /** 'never': what HTTP alone makes of it is the point. Default 'auto'. */
  readonly render?: 'auto' | 'never';
  readonly expected: ServedExpectation;
}

/** A page that is answered by a function. */
export type Responder = Exclude<TestPage, string>;

/** The verdict, and those facts of the last visit that the page is about. */
export interface ServedExpectation {
  readonly status: LinkStatus;
  readonly reason: ReasonCode;
  readonly anchor: string | null;
  readonly linkType: LinkType | null;
  readonly cause: LinkTypeCause | null;
  readonly facts?: ServedFacts;
}

export interface ServedFacts {
  /** How each hop led on. */
  readonly via?: readonly (number | 'meta-refresh')[];
  readonly httpStatus?: number;
  readonly charset?: string;
  readonly retryAfter?: number;
  readonly challenge?: boolean;
  /** The first near miss, resolved. */
  readonly nearest?: string | null;
  readonly where?: FoundLink['where'];
  readonly hidden?: boolean;
}

/** Live from the source, followed unless said otherwise. */
export function live(
  anchor: string | null,
  facts: ServedFacts = {},
  linkType: LinkType = 'dofollow',
  cause: LinkTypeCause | null = null,
): ServedExpectation {
  return { status: 'live', reason: 'found-static', anchor, linkType, cause, facts };
}

/** Live, but only once the page's scripts have run. */
export function rendered(
  anchor: string | null,
  facts: ServedFacts = {},
  linkType: LinkType = 'dofollow',
  cause: LinkTypeCause | null = null,
): ServedExpectation {
  return { ...live(anchor, facts, linkType, cause), reason: 'found-rendered' };
}

export function removed(reason: ReasonCode, facts: ServedFacts = {}): ServedExpectation {
  return { status: 'removed', reason, anchor: null, linkType: null, cause: null, facts };
}

export function pending(reason: ReasonCode, facts: ServedFacts = {}): ServedExpectation {
  return { ...removed(reason, facts), status: 'pending' };
}

/** A link to the client in the middle of a sentence. */
export function linkSentence(anchor = 'hand-sewn shoes', attributes = '', href = CLIENT_LINK): string {
  return `<p>We asked around, and <a href="${href}"${attributes === '' ? '' : ` ${attributes}`}>${anchor}</a> came up again and again.</p>`;
}

/** A blog post around some markup. */
export function blogPost(body: string, head = ''): string {
  return blog({ title: 'Ten walks and a good pair of shoes', body: `<p>Dig in: it is a long way.</p>\n${body}`, head });
}

/** A blog post that carries the link, and one that does not. */
export const WITH_LINK = blogPost(linkSentence());
export const WITHOUT_LINK = blogPost('<p>We asked around, and nobody knew.</p>');

/** Answers with a status and headers of its own; text/html in UTF-8 unless they say otherwise. */
export function answer(
  markup: string | Buffer,
  headers: Readonly<Record<string, string | readonly string[]>> = {},
  status = 200,
): Responder {
  return (_request, response) => {
    for (const [name, value] of Object.entries({ 'content-type': 'text/html; charset=utf-8', ...headers })) {
      response.setHeader(name, typeof value === 'string' ? value : [...value]);
    }
    response.writeHead(status).end(markup);
  };
}

/** Redirects to what a function makes of the request. */
export function redirectTo(to: (request: IncomingMessage) => string, status = 302): Responder {
  return (request, response) => response.writeHead(status, { location: to(request) }).end();
}

/** The folder a request is in, with a slash at both ends. */
export function folderOf(request: IncomingMessage): string {
  return /^\/[^/?]*\//.exec(request.url ?? '')?.[0] ?? '/';
}

/** Answers people's browsers and what calls itself something else in two ways. */
export function byVisitor(toBrowsers: string, toOthers: TestPage): TestPage {
  return (request, response) => {
    if (/Chrome\//.test(request.headers['user-agent'] ?? '')) html(response, toBrowsers);
    else if (typeof toOthers === 'string') html(response, toOthers);
    else toOthers(request, response);
  };
}
