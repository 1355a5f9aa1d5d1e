/** A page served over HTTP, with the expected result of its check; and helpers to write such pages. */
import type { IncomingMessage } from 'node:http';
import type {
  FoundLink,
  LinkStatus,
  LinkType,
  LinkTypeCause,
  ReasonCode,
} from '../../../command-service/contract/observation.ts';
import { CLIENT_LINK } from '../corpus/corpus-page.ts';
import { blog } from '../corpus/page-layouts.ts';
import { html, type TestPage } from '../test-site.ts';

export interface ServedPage {
  /** A noun phrase for what is special about the page. */
  readonly name: string;
  /** The response at the address itself. */
  readonly serve: TestPage;
  /** Responses below the address, by relative path. */
  readonly also?: Readonly<Record<string, TestPage>>;
  /** Default `CLIENT_LINK`. */
  readonly clientLink?: string;
  /** Appended to the address: a fragment or a query. */
  readonly suffix?: string;
  /** 'never' checks only over HTTP. Default 'auto'. */
  readonly render?: 'auto' | 'never';
  readonly expected: ServedExpectation;
}

/** A page served by a function. */
type Responder = Exclude<TestPage, string>;

/** The expected verdict, and the expected facts of the last visit. */
export interface ServedExpectation {
  readonly status: LinkStatus;
  readonly reason: ReasonCode;
  readonly anchor: string | null;
  readonly linkType: LinkType | null;
  readonly cause: LinkTypeCause | null;
  readonly facts?: ServedFacts;
  /** The codes of all warnings; absent: any. */
  readonly warnings?: readonly string[];
}

export interface ServedFacts {
  /** The kind of each redirect. */
  readonly via?: readonly (number | 'meta-refresh')[];
  readonly httpStatus?: number;
  readonly charset?: string;
  readonly retryAfter?: number;
  readonly challenge?: boolean;
  /** The first near miss, resolved. */
  readonly nearest?: string | null;
  readonly where?: FoundLink['where'];
  readonly hidden?: boolean;
  readonly hiddenBy?: string | null;
  readonly afterScrolling?: boolean;
  /** How many frames were not read. */
  readonly unreadFrames?: number;
  /** The cause of the most likely near miss. */
  readonly nearMiss?: string | null;
}

/** Live from the source; dofollow by default. */
export function live(
  anchor: string | null,
  facts: ServedFacts = {},
  linkType: LinkType = 'dofollow',
  cause: LinkTypeCause | null = null,
): ServedExpectation {
  return { status: 'live', reason: 'found-static', anchor, linkType, cause, facts };
}

/** Live after the page's scripts have run. */
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

/** A link to the client in a sentence. */
export function linkSentence(anchor = 'hand-sewn shoes', attributes = '', href = CLIENT_LINK): string {
  return `<p>We asked around, and <a href="${href}"${attributes === '' ? '' : ` ${attributes}`}>${anchor}</a> came up again and again.</p>`;
}

/** A blog post around some markup. */
export function blogPost(body: string, head = ''): string {
  return blog({ title: 'Ten walks and a good pair of shoes', body: `<p>Dig in: it is a long way.</p>\n${body}`, head });
}

/** A blog post with the link, and a blog post without it. */
export const WITH_LINK = blogPost(linkSentence());
export const WITHOUT_LINK = blogPost('<p>We asked around, and nobody knew.</p>');

/** Responds with a status and headers; text/html in UTF-8 by default. */
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

/** Redirects to the address that `to` returns for the request. */
export function redirectTo(to: (request: IncomingMessage) => string, status = 302): Responder {
  return (request, response) => response.writeHead(status, { location: to(request) }).end();
}

/** The first folder of the request path, with a slash at both ends. */
export function folderOf(request: IncomingMessage): string {
  return /^\/[^/?]*\//.exec(request.url ?? '')?.[0] ?? '/';
}

/** Responds differently to browsers and to other clients. */
export function byVisitor(toBrowsers: string, toOthers: TestPage): TestPage {
  return (request, response) => {
    if (/Chrome\//.test(request.headers['user-agent'] ?? '')) html(response, toBrowsers);
    else if (typeof toOthers === 'string') html(response, toOthers);
    else toOthers(request, response);
  };
}
