/** What servers answer besides 200 and text/html. */
import {
  answer,
  byVisitor,
  live,
  pending,
  removed,
  rendered,
  type ServedExpectation,
  type ServedPage,
  WITH_LINK,
  WITHOUT_LINK,
} from './served-page.ts';

const ANCHOR = 'hand-sewn shoes';
const SORRY = '<!doctype html><title>Sorry</title><h1>Sorry</h1><p><a href="/">Home</a></p>';

interface Status {
  readonly status: number;
  readonly expected: ServedExpectation;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Each answered with a short page without the link. */
const STATUSES: readonly Status[] = [
  { status: 204, expected: pending('unexpected-status') },
  { status: 205, expected: pending('unexpected-status') },
  { status: 304, expected: pending('unexpected-status') },
  { status: 400, expected: pending('unexpected-status') },
  { status: 401, expected: pending('blocked'), headers: { 'www-authenticate': 'Basic realm="x"' } },
  { status: 402, expected: pending('unexpected-status') },
  { status: 403, expected: pending('blocked') },
  { status: 404, expected: removed('page-gone') },
  { status: 405, expected: pending('unexpected-status'), headers: { allow: 'POST' } },
  { status: 406, expected: pending('unexpected-status') },
  { status: 410, expected: removed('page-gone') },
  { status: 418, expected: pending('unexpected-status') },
  { status: 429, expected: pending('blocked', { retryAfter: 120 }), headers: { 'retry-after': '120' } },
  { status: 451, expected: pending('unexpected-status') },
  { status: 500, expected: pending('server-error') },
  { status: 502, expected: pending('server-error') },
  { status: 503, expected: pending('server-error', { retryAfter: 3_600 }), headers: { 'retry-after': '3600' } },
  { status: 504, expected: pending('server-error') },
  { status: 520, expected: pending('server-error') },
  { status: 999, expected: pending('unexpected-status') },
];

const statuses = STATUSES.map(
  ({ status, expected, headers }): ServedPage => ({
    name: `a page that answers ${status}`,
    serve: answer([204, 205, 304].includes(status) ? '' : SORRY, headers, status),
    expected: { ...expected, facts: { ...expected.facts, httpStatus: status } },
  }),
);

interface Typed {
  readonly type: string;
  readonly expected: ServedExpectation;
}

/** Each with a page that carries the link as its body. */
const TYPES: readonly Typed[] = [
  { type: 'application/xhtml+xml', expected: live(ANCHOR) },
  { type: 'TEXT/HTML', expected: live(ANCHOR) },
  { type: 'text/html;', expected: live(ANCHOR) },
  { type: 'text/html; charset=utf-8; profile="x"', expected: live(ANCHOR) },
  { type: 'text/html;charset=UTF-8;level=1', expected: live(ANCHOR) },
  { type: 'text/plain', expected: removed('not-html') },
  { type: 'application/json', expected: removed('not-html') },
  { type: 'application/pdf', expected: removed('not-html') },
  { type: 'image/png', expected: removed('not-html') },
  { type: 'application/rss+xml; charset=utf-8', expected: removed('not-html') },
  { type: 'application/octet-stream', expected: removed('not-html') },
];

/** Said so carelessly that only a tolerant reader sees HTML in it, as browsers do (WHATWG Fetch, "extract a MIME type"). */
const CARELESS = ['text/html charset=utf-8', 'text/html, text/html; charset=utf-8', 'html'];

const careless = CARELESS.flatMap((type): readonly ServedPage[] => [
  {
    name: `a page with the link whose type is written as “${type}”`,
    serve: answer(WITH_LINK, { 'content-type': type }),
    expected: live(ANCHOR),
  },
  {
    name: `a page without the link whose type is written as “${type}”`,
    serve: answer(WITHOUT_LINK, { 'content-type': type }),
    expected: removed('not-on-page'),
  },
  {
    name: `a page without the link whose type is written as “${type}”, read without a browser`,
    serve: answer(WITHOUT_LINK, { 'content-type': type }),
    render: 'never',
    expected: pending('not-rendered'),
  },
]);

const types = TYPES.map(
  ({ type, expected }): ServedPage => ({
    name: `a page that calls itself ${type}`,
    serve: answer(WITH_LINK, { 'content-type': type }),
    expected,
  }),
);

function untyped(body: string): ServedPage['serve'] {
  return (_request, response) => response.writeHead(200).end(body);
}

export const servedAnswers: readonly ServedPage[] = [
  ...statuses,
  ...types,
  ...careless,
  { name: 'a page without a content type', serve: untyped(WITH_LINK), expected: live(ANCHOR) },
  {
    name: 'a text without a content type',
    serve: untyped('Dear reader,\nwww.client.example/shoes/'),
    expected: removed('not-html'),
  },
  { name: 'a page that answers 203', serve: answer(WITH_LINK, {}, 203), expected: live(ANCHOR, { httpStatus: 203 }) },
  {
    name: 'a part of a page that carries the link',
    serve: answer(WITH_LINK, { 'content-range': 'bytes 0-4000/9000' }, 206),
    expected: live(ANCHOR, { httpStatus: 206 }),
  },
  {
    name: 'a choice of several pages, one of which is the link',
    serve: answer(WITH_LINK, { location: '/elsewhere' }, 300),
    expected: live(ANCHOR, { httpStatus: 300, via: [] }),
  },
  {
    name: 'the link on an error page of one that is gone keeps no promise',
    serve: answer(WITH_LINK, {}, 404),
    expected: removed('page-gone', { httpStatus: 404 }),
  },
  {
    name: 'the link on a page that its server calls an error',
    serve: answer(WITH_LINK, {}, 500),
    expected: live(ANCHOR, { httpStatus: 500 }),
  },
  {
    name: 'too many requests until a date that has passed',
    serve: answer(SORRY, { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }, 429),
    expected: pending('blocked', { httpStatus: 429, retryAfter: 0 }),
  },
  {
    name: 'a site that answers 403 to what is no browser',
    serve: byVisitor(WITH_LINK, answer(SORRY, {}, 403)),
    expected: rendered(ANCHOR, { httpStatus: 200 }),
  },
  {
    name: 'a site that answers 406 to what is no browser, on a page without the link',
    serve: byVisitor(WITHOUT_LINK, answer(SORRY, {}, 406)),
    expected: pending('unexpected-status', { httpStatus: 200 }),
  },
  {
    name: 'a site that answers 403 to what is no browser, on a page without the link',
    serve: byVisitor(WITHOUT_LINK, answer(SORRY, {}, 403)),
    expected: pending('blocked', { httpStatus: 200 }),
  },
  {
    name: 'a site that shows the link to programs only',
    serve: byVisitor(WITHOUT_LINK, WITH_LINK),
    expected: live(ANCHOR),
  },
  {
    name: 'a PDF that is called a web page',
    serve: answer('%PDF-1.7\n1 0 obj\n<</URI(https://www.client.example/shoes/)>>\n%%EOF'),
    expected: removed('not-html'),
  },
  { name: 'a picture that is called a web page', serve: answer('GIF89a\x01\x00'), expected: removed('not-html') },
  {
    name: 'a page to be downloaded as a file that carries the link',
    serve: answer(WITH_LINK, { 'content-disposition': 'attachment; filename=page.html' }),
    expected: live(ANCHOR),
  },
];
