/** Pages compressed in every valid way, and in some invalid ones. */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import {
  answer,
  blogPost,
  live,
  pending,
  removed,
  rendered,
  type ServedPage,
  WITH_LINK,
  WITHOUT_LINK,
} from './served-page.ts';

const ANCHOR = 'hand-sewn shoes';

function compressed(coding: string, bytes: Buffer): ServedPage['serve'] {
  return answer(bytes, { 'content-encoding': coding });
}

/** Long enough that the part before the cut has no link. */
const LONG = blogPost(`<p>${Array.from({ length: 4_000 }, (_, n) => `step ${n * 7919}`).join(', ')}</p>`);

export const servedCodings: readonly ServedPage[] = [
  { name: 'a page compressed with gzip', serve: compressed('gzip', gzipSync(WITH_LINK)), expected: live(ANCHOR) },
  {
    name: 'gzip by its old name, in upper case',
    serve: compressed('X-GZIP', gzipSync(WITH_LINK)),
    expected: live(ANCHOR),
  },
  {
    name: 'a page compressed with deflate',
    serve: compressed('deflate', deflateSync(WITH_LINK)),
    expected: live(ANCHOR),
  },
  {
    name: 'raw deflate, which some old servers send',
    serve: compressed('deflate', deflateRawSync(WITH_LINK)),
    expected: live(ANCHOR),
  },
  {
    name: 'a page compressed with brotli',
    serve: compressed('br', brotliCompressSync(WITH_LINK)),
    expected: live(ANCHOR),
  },
  {
    name: 'a page compressed with zstd',
    serve: compressed('zstd', zstdCompressSync(WITH_LINK)),
    expected: live(ANCHOR),
  },
  {
    name: 'a page compressed with gzip, then with brotli',
    serve: compressed('gzip, br', brotliCompressSync(gzipSync(WITH_LINK))),
    expected: live(ANCHOR),
  },
  { name: 'the identity coding', serve: compressed('identity', Buffer.from(WITH_LINK)), expected: live(ANCHOR) },
  {
    name: 'gzip in several members',
    serve: compressed('gzip', Buffer.concat([gzipSync(WITH_LINK.slice(0, 900)), gzipSync(WITH_LINK.slice(900))])),
    expected: live(ANCHOR),
  },
  {
    name: 'gzip followed by garbage',
    serve: compressed('gzip', Buffer.concat([gzipSync(WITH_LINK), Buffer.from('rubbish')])),
    expected: rendered(ANCHOR),
  },
  {
    name: 'a page marked as gzip that is not compressed',
    serve: compressed('gzip', Buffer.from(WITH_LINK)),
    expected: pending('invalid-response'),
  },
  {
    name: 'a page marked as brotli that is compressed with gzip',
    serve: compressed('br', gzipSync(WITH_LINK)),
    expected: pending('invalid-response'),
  },
  {
    name: 'a compressed page that is not marked',
    serve: answer(gzipSync(WITH_LINK)),
    expected: removed('not-html'),
  },
  {
    name: 'a coding that was not requested',
    serve: compressed('compress', Buffer.from(WITH_LINK)),
    expected: live(ANCHOR),
  },
  ...['UTF-8', 'none', 'utf-8, text/html'].map(
    (coding): ServedPage => ({
      name: `a plain page with the link whose coding is “${coding}”`,
      serve: compressed(coding, Buffer.from(WITH_LINK)),
      expected: live(ANCHOR),
    }),
  ),
  {
    name: 'a plain page without the link whose coding is “UTF-8”',
    serve: compressed('UTF-8', Buffer.from(WITHOUT_LINK)),
    expected: removed('not-on-page'),
  },
  {
    name: 'a page in a coding that nobody can read',
    serve: compressed('x-secret', Buffer.from([1, 2, 3, 200, 201, 202, 9, 8, 7])),
    expected: pending('unknown-encoding'),
  },
  {
    name: 'a page compressed three times',
    serve: compressed('gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(WITH_LINK)))),
    expected: rendered(ANCHOR),
  },
  {
    name: 'a compressed page without the link that is cut off half-way',
    serve: compressed('gzip', gzipSync(LONG).subarray(0, 4_000)),
    expected: pending('cut-off'),
  },
  {
    name: 'a compressed page without the link that was read whole',
    serve: compressed('zstd', zstdCompressSync(WITHOUT_LINK)),
    expected: removed('not-on-page'),
  },
  {
    name: 'a page sent in many small chunks, cut inside its tags',
    serve: (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      for (let at = 0; at < WITH_LINK.length; at += 7) response.write(WITH_LINK.slice(at, at + 7));
      response.end();
    },
    expected: live(ANCHOR),
  },
  {
    name: 'a page whose connection ends after the link',
    serve: (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '100000' });
      response.write(WITH_LINK, () => response.destroy());
    },
    expected: live(ANCHOR),
  },
  {
    name: 'a page without the link whose connection ends before the page does',
    serve: (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '100000' });
      response.write(WITHOUT_LINK, () => response.destroy());
    },
    expected: pending('cut-off'),
  },
];
