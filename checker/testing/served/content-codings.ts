/** Pages packed in every way a server packs them, and in some it should not. */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { answer, blogPost, live, pending, removed, type ServedPage, WITH_LINK, WITHOUT_LINK } from './served-page.ts';

const ANCHOR = 'hand-sewn shoes';

function packed(coding: string, bytes: Buffer): ServedPage['serve'] {
  return answer(bytes, { 'content-encoding': coding });
}

/** So long that what is cut off does not hold the link. */
const LONG = blogPost(`<p>${Array.from({ length: 4_000 }, (_, n) => `step ${n * 7919}`).join(', ')}</p>`);

export const servedCodings: readonly ServedPage[] = [
  { name: 'a page packed with gzip', serve: packed('gzip', gzipSync(WITH_LINK)), expected: live(ANCHOR) },
  { name: 'gzip by its old name, in capitals', serve: packed('X-GZIP', gzipSync(WITH_LINK)), expected: live(ANCHOR) },
  { name: 'a page packed with deflate', serve: packed('deflate', deflateSync(WITH_LINK)), expected: live(ANCHOR) },
  {
    name: 'deflate without its wrapper, as some old servers send it',
    serve: packed('deflate', deflateRawSync(WITH_LINK)),
    expected: live(ANCHOR),
  },
  { name: 'a page packed with brotli', serve: packed('br', brotliCompressSync(WITH_LINK)), expected: live(ANCHOR) },
  { name: 'a page packed with zstd', serve: packed('zstd', zstdCompressSync(WITH_LINK)), expected: live(ANCHOR) },
  {
    name: 'a page packed twice, with gzip and then with brotli',
    serve: packed('gzip, br', brotliCompressSync(gzipSync(WITH_LINK))),
    expected: live(ANCHOR),
  },
  { name: 'a coding that changes nothing', serve: packed('identity', Buffer.from(WITH_LINK)), expected: live(ANCHOR) },
  {
    name: 'gzip in several members',
    serve: packed('gzip', Buffer.concat([gzipSync(WITH_LINK.slice(0, 900)), gzipSync(WITH_LINK.slice(900))])),
    expected: live(ANCHOR),
  },
  {
    name: 'gzip followed by rubbish, which is damaged: nothing is claimed',
    serve: packed('gzip', Buffer.concat([gzipSync(WITH_LINK), Buffer.from('rubbish')])),
    expected: pending('server-error'),
  },
  {
    name: 'a page that says gzip and is not packed',
    serve: packed('gzip', Buffer.from(WITH_LINK)),
    expected: pending('server-error'),
  },
  {
    name: 'a page that says brotli and is packed with gzip',
    serve: packed('br', gzipSync(WITH_LINK)),
    expected: pending('server-error'),
  },
  {
    name: 'a page that is packed and does not say so',
    serve: answer(gzipSync(WITH_LINK)),
    expected: removed('not-html'),
  },
  {
    name: 'a coding nobody asked for',
    serve: packed('compress', Buffer.from(WITH_LINK)),
    expected: pending('server-error'),
  },
  {
    name: 'a page packed three times over',
    serve: packed('gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(WITH_LINK)))),
    expected: pending('server-error'),
  },
  {
    name: 'a packed page without the link that is cut off half-way',
    serve: packed('gzip', gzipSync(LONG).subarray(0, 4_000)),
    expected: pending('server-error'),
  },
  {
    name: 'a packed page without the link that was read whole',
    serve: packed('zstd', zstdCompressSync(WITHOUT_LINK)),
    expected: removed('not-on-page'),
  },
  {
    name: 'a page sent in many small pieces, cut in the middle of its tags',
    serve: (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      for (let at = 0; at < WITH_LINK.length; at += 7) response.write(WITH_LINK.slice(at, at + 7));
      response.end();
    },
    expected: live(ANCHOR),
  },
  {
    name: 'a page whose connection ends behind the link',
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
    expected: pending('refused'),
  },
];
