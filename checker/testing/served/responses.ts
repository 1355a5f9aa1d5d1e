/** Responses other than 200 with text/html. */
import { CLIENT_LINK } from '../corpus/corpus-page.ts';
import type { TestPage } from '../test-site.ts';
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

/** Each status with a short page that lacks the link. */
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

/** Each type with a page that has the link. */
const TYPES: readonly Typed[] = [
  { type: 'application/xhtml+xml', expected: live(ANCHOR) },
  { type: 'TEXT/HTML', expected: live(ANCHOR) },
  { type: 'text/html;', expected: live(ANCHOR) },
  { type: 'text/html; charset=utf-8; profile="x"', expected: live(ANCHOR) },
  { type: 'text/html;charset=UTF-8;level=1', expected: live(ANCHOR) },
  ...['*/*', 'unknown/unknown', 'application/unknown', 'text/plain, text/html', 'text/html, */*'].map((type) => ({
    type,
    expected: live(ANCHOR),
  })),
  { type: 'text/html, text/plain', expected: removed('not-html') },
  { type: 'text/plain', expected: removed('not-html') },
  { type: 'application/json', expected: removed('not-html') },
  { type: 'application/pdf', expected: removed('not-html') },
  { type: 'image/png', expected: removed('not-html') },
  { type: 'application/rss+xml; charset=utf-8', expected: removed('not-html') },
  { type: 'application/octet-stream', expected: removed('not-html') },
];

/** Sloppy media types that browsers accept as HTML (WHATWG Fetch, "extract a MIME type"). */
const CARELESS = ['text/html charset=utf-8', 'text/html, text/html; charset=utf-8', 'html'];

const careless = CARELESS.flatMap((type): readonly ServedPage[] => [
  {
    name: `a page with the link with the type “${type}”`,
    serve: answer(WITH_LINK, { 'content-type': type }),
    expected: live(ANCHOR),
  },
  {
    name: `a page without the link with the type “${type}”`,
    serve: answer(WITHOUT_LINK, { 'content-type': type }),
    expected: removed('not-on-page'),
  },
  {
    name: `a page without the link with the type “${type}”, read without a browser`,
    serve: answer(WITHOUT_LINK, { 'content-type': type }),
    render: 'never',
    expected: pending('not-rendered'),
  },
]);

const types = TYPES.map(
  ({ type, expected }): ServedPage => ({
    name: `a page marked as ${type}`,
    serve: answer(WITH_LINK, { 'content-type': type }),
    expected,
  }),
);

const XHTML = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Walks</title></head><body><p>Dig in: it is a long way, and the
shoes that we wore were <a href="${CLIENT_LINK}">${ANCHOR}</a>, which came up again and again.</p></body></html>`;

/** XML that browsers show as a page, and XML that they show as a tree of its elements. */
const xml: readonly ServedPage[] = [
  ...['text/xml', 'application/xml'].flatMap((type): readonly ServedPage[] => [
    { name: `XHTML with the link as ${type}`, serve: answer(XHTML, { 'content-type': type }), expected: live(ANCHOR) },
    {
      name: `XHTML without the link as ${type}`,
      serve: answer(XHTML.replace(CLIENT_LINK, '/shoes'), { 'content-type': type }),
      expected: removed('not-on-page'),
    },
  ]),
  {
    name: 'a feed with an element named like a link',
    serve: answer(`<rss><channel><item><a href="${CLIENT_LINK}">${ANCHOR}</a></item></channel></rss>`, {
      'content-type': 'text/xml',
    }),
    expected: removed('not-html'),
  },
];

/** What some servers send to everybody who is no browser. */
const TO_PROGRAMS: Readonly<Record<string, TestPage>> = {
  ...Object.fromEntries(
    [401, 402, 404, 405, 410, 429, 503].map((status) => [`a ${status}`, answer(SORRY, {}, status)]),
  ),
  Markdown: answer('# Walks', { 'content-type': 'text/markdown' }),
  JSON: answer('{"blocked":true}', { 'content-type': 'application/json' }),
  'a closed connection': (_request, response) => response.socket?.destroy(),
};

const toPrograms = Object.entries(TO_PROGRAMS).flatMap(([name, answerToPrograms]): readonly ServedPage[] => [
  {
    name: `a page with the link that sends ${name} to programs`,
    serve: byVisitor(WITH_LINK, answerToPrograms),
    expected: rendered(ANCHOR),
  },
]);

function untyped(body: string): ServedPage['serve'] {
  return (_request, response) => response.writeHead(200).end(body);
}

/** Sends bytes unchanged, as servers with bad HTTP do. */
function raw(head: readonly string[], end: string, body = WITH_LINK): ServedPage['serve'] {
  return (_request, response) => response.socket?.end(`${['HTTP/1.1 200 OK', ...head].join(end)}${end}${end}${body}`);
}
const HTML = 'Content-Type: text/html; charset=utf-8';
const LENGTH = `Content-Length: ${Buffer.byteLength(WITH_LINK)}`;

const malformed: readonly ServedPage[] = [
  { name: 'a head whose lines end with a bare line feed', serve: raw([HTML], '\n'), expected: rendered(ANCHOR) },
  {
    name: 'a page without the link and with bare line feeds',
    serve: raw([HTML], '\n', WITHOUT_LINK),
    expected: removed('not-on-page'),
  },
  { name: 'a doubled Content-Length', serve: raw([HTML, LENGTH, LENGTH], '\r\n'), expected: rendered(ANCHOR) },
  {
    name: 'an answer that is no HTTP',
    serve: (_request, response) => response.socket?.end('220 mail.example ESMTP ready\r\n'),
    expected: pending('invalid-response'),
  },
  {
    name: 'two Content-Lengths that differ',
    serve: raw([HTML, LENGTH, 'Content-Length: 7'], '\r\n'),
    expected: pending('invalid-response'),
  },
  {
    name: 'a head of 40 kB',
    serve: answer(WITH_LINK, { 'x-filler': Array.from({ length: 40 }, () => 'x'.repeat(1_000)) }),
    expected: live(ANCHOR),
  },
  {
    name: 'a head of 40 kB on a page without the link',
    serve: answer(WITHOUT_LINK, { 'x-filler': Array.from({ length: 40 }, () => 'x'.repeat(1_000)) }),
    expected: removed('not-on-page'),
  },
];

export const servedResponses: readonly ServedPage[] = [
  ...malformed,
  ...statuses,
  ...types,
  ...careless,
  ...xml,
  ...toPrograms,
  { name: 'a page without a content type', serve: untyped(WITH_LINK), expected: live(ANCHOR) },
  {
    name: 'a plain text without a content type',
    serve: untyped('Dear reader,\nwww.client.example/shoes/'),
    expected: removed('not-html'),
  },
  { name: 'a page that answers 203', serve: answer(WITH_LINK, {}, 203), expected: live(ANCHOR, { httpStatus: 203 }) },
  {
    name: 'a 206 with the link',
    serve: answer(WITH_LINK, { 'content-range': 'bytes 0-4000/9000' }, 206),
    expected: live(ANCHOR, { httpStatus: 206 }),
  },
  {
    name: 'the link among the choices of a 300',
    serve: answer(WITH_LINK, { location: '/elsewhere' }, 300),
    expected: pending('unexpected-status', { httpStatus: 300, via: [] }),
  },
  {
    name: 'the link on the error page of a page that is gone',
    serve: answer(WITH_LINK, {}, 404),
    expected: removed('page-gone', { httpStatus: 404 }),
  },
  ...[401, 403, 429].map(
    (status): ServedPage => ({
      name: `the link in the footer of a page that answers ${status}`,
      serve: answer(WITH_LINK, {}, status),
      expected: pending('blocked', { httpStatus: status }),
    }),
  ),
  ...[500, 503].map(
    (status): ServedPage => ({
      name: `the link in the footer of a page that answers ${status}`,
      serve: answer(WITH_LINK, {}, status),
      expected: pending('server-error', { httpStatus: status }),
    }),
  ),
  ...[402, 451].map(
    (status): ServedPage => ({
      name: `the link in the footer of a page that answers ${status}`,
      serve: answer(WITH_LINK, {}, status),
      expected: pending('unexpected-status', { httpStatus: status }),
    }),
  ),
  { name: 'an answer without a body', serve: answer(''), expected: pending('empty-page') },
  {
    name: 'a page without content',
    serve: answer('<html><head></head><body> </body></html>'),
    expected: pending('empty-page'),
  },
  {
    name: 'a 429 with a Retry-After in the past',
    serve: answer(SORRY, { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }, 429),
    expected: pending('blocked', { httpStatus: 429, retryAfter: 0 }),
  },
  {
    name: 'a site that answers 403 to all but browsers',
    serve: byVisitor(WITH_LINK, answer(SORRY, {}, 403)),
    expected: rendered(ANCHOR, { httpStatus: 200 }),
  },
  {
    name: 'a page without the link that answers 406 to all but browsers',
    serve: byVisitor(WITHOUT_LINK, answer(SORRY, {}, 406)),
    expected: pending('unexpected-status', { httpStatus: 200 }),
  },
  {
    name: 'a page without the link that answers 403 to all but browsers',
    serve: byVisitor(WITHOUT_LINK, answer(SORRY, {}, 403)),
    expected: pending('blocked', { httpStatus: 200 }),
  },
  {
    name: 'a site that shows the link only to programs',
    serve: byVisitor(WITHOUT_LINK, WITH_LINK),
    expected: live(ANCHOR),
  },
  {
    name: 'a PDF marked as HTML',
    serve: answer('%PDF-1.7\n1 0 obj\n<</URI(https://www.client.example/shoes/)>>\n%%EOF'),
    expected: removed('not-html'),
  },
  { name: 'an image marked as HTML', serve: answer('GIF89a\x01\x00'), expected: removed('not-html') },
  {
    name: 'a page with the link, sent as a download',
    serve: answer(WITH_LINK, { 'content-disposition': 'attachment; filename=page.html' }),
    expected: live(ANCHOR),
  },
];
