/** Pages that are reached by a detour, or never. */
import { html, redirect } from '../test-site.ts';
import {
  answer,
  blogPost,
  folderOf,
  linkSentence,
  live,
  pending,
  redirectTo,
  removed,
  rendered,
  type ServedPage,
  WITH_LINK,
  WITHOUT_LINK,
} from './served-page.ts';

const ANCHOR = 'hand-sewn shoes';
const also = { next: WITH_LINK };

const byStatus = [301, 302, 303, 307, 308].map(
  (status): ServedPage => ({
    name: `a page that moved with a ${status}`,
    serve: redirect('next', status),
    also,
    expected: live(ANCHOR, { via: [status] }),
  }),
);

/** Step n of `steps` redirects, then the page. */
function chain(steps: number): ServedPage['also'] {
  const hops = Array.from({ length: steps - 1 }, (_, n) => [
    `${n + 1}`,
    redirect(n + 2 === steps ? 'next' : `${n + 2}`),
  ]);
  return { ...also, ...Object.fromEntries(hops) };
}

const refresh = (content: string) => `<meta http-equiv="refresh" content="${content}">`;

export const servedRedirects: readonly ServedPage[] = [
  ...byStatus,
  {
    name: 'a redirect to a whole address',
    serve: redirectTo((request) => `http://${request.headers.host}${folderOf(request)}next`, 301),
    also,
    expected: live(ANCHOR, { via: [301] }),
  },
  {
    name: 'a redirect to an address without a scheme',
    serve: redirectTo((request) => `//${request.headers.host}${folderOf(request)}next`),
    also,
    expected: live(ANCHOR, { via: [302] }),
  },
  {
    name: 'a redirect to an absolute path with dots in it',
    serve: redirectTo((request) => `${folderOf(request)}a/../next`),
    also,
    expected: live(ANCHOR, { via: [302] }),
  },
  {
    name: 'a redirect whose address is UTF-8, unescaped',
    serve: (_request, response) => response.writeHead(302, { location: Buffer.from('größe').toString('latin1') }).end(),
    also: { 'gr%C3%B6%C3%9Fe': WITH_LINK },
    expected: live(ANCHOR, { via: [302] }),
  },
  {
    name: 'a redirect to another host',
    serve: redirectTo(
      (request) => `http://localhost:${request.headers.host?.split(':')[1]}${folderOf(request)}next`,
      301,
    ),
    also,
    expected: live(ANCHOR, { via: [301] }),
  },
  {
    name: 'ten redirects are followed',
    serve: redirect('1'),
    also: chain(10) ?? {},
    expected: live(ANCHOR, { via: Array.from({ length: 10 }, () => 302) }),
  },
  {
    name: 'eleven redirects are too many',
    serve: redirect('1'),
    also: chain(11) ?? {},
    expected: pending('redirect-loop'),
  },
  {
    name: 'a page that redirects to itself',
    serve: redirectTo((request) => folderOf(request), 301),
    expected: pending('redirect-loop'),
  },
  {
    name: 'two pages that redirect to each other',
    serve: redirect('next'),
    also: { next: redirect('./') },
    expected: pending('redirect-loop'),
  },
  {
    name: 'a page that sets a cookie and asks to come again',
    serve: (request, response) => {
      if (request.headers.cookie?.includes('seen=1')) html(response, WITH_LINK);
      else response.writeHead(302, { location: folderOf(request), 'set-cookie': 'seen=1; Path=/; HttpOnly' }).end();
    },
    expected: live(ANCHOR, { via: [302] }),
  },
  {
    name: 'a page that sets a cookie on the way through another one',
    serve: (request, response) => {
      if (request.headers.cookie === 'pass=a') html(response, WITH_LINK);
      else redirectTo(() => 'gate', 307)(request, response);
    },
    also: { gate: redirect('./', 303, { 'set-cookie': 'pass=a' }) },
    expected: live(ANCHOR, { via: [307, 303] }),
  },
  {
    name: 'a meta refresh at once is a redirect',
    serve: blogPost('<p>This page moved.</p>', refresh('0; url=next')),
    also,
    expected: live(ANCHOR, { via: ['meta-refresh'] }),
  },
  {
    name: 'a meta refresh in quotation marks, after three seconds, from a page without the link',
    serve: blogPost('<p>This page moved.</p>', refresh("3;URL='next'")),
    also,
    expected: live(ANCHOR, { via: ['meta-refresh'] }),
  },
  {
    name: 'a page with the link that moves on after half a minute',
    serve: blogPost(linkSentence('here already'), refresh('30; url=next')),
    also: { next: WITHOUT_LINK },
    expected: live('here already', { via: [] }),
  },
  {
    name: 'a page with the link that reloads itself every five minutes',
    serve: blogPost(linkSentence(), refresh('300')),
    expected: live(ANCHOR, { via: [] }),
  },
  {
    name: 'a redirect and then a meta refresh',
    serve: redirect('middle', 308),
    also: { ...also, middle: blogPost('', refresh('0;next')) },
    expected: live(ANCHOR, { via: [308, 'meta-refresh'] }),
  },
  {
    name: 'a refresh in a header, which browsers obey',
    serve: answer(WITHOUT_LINK, { refresh: '0; url=next' }),
    also,
    expected: rendered(ANCHOR),
  },
  {
    name: 'a page whose script moves on',
    serve: blogPost('<script>location.replace("next")</script>'),
    also,
    expected: rendered(ANCHOR),
  },
  {
    name: 'an article that redirects to the front page, where the link is not',
    serve: redirect('front', 301),
    also: { front: WITHOUT_LINK },
    expected: removed('not-on-page', { via: [301] }),
  },
  {
    name: 'an article that redirects to a page that is not there',
    serve: redirect('nothing', 301),
    expected: removed('page-gone', { via: [301], httpStatus: 404 }),
  },
  {
    name: 'a redirect to a cloud’s metadata service',
    serve: redirect('http://169.254.169.254/latest/meta-data/'),
    expected: pending('address-not-allowed', { via: [302] }),
  },
  {
    name: 'a redirect to another service of this machine',
    serve: redirect('http://127.0.0.1:1/'),
    expected: pending('address-not-allowed'),
  },
  {
    name: 'a redirect to a file',
    serve: redirect('file:///etc/passwd'),
    expected: pending('address-not-allowed'),
  },
  {
    name: 'a redirect to an address with a password',
    serve: redirectTo((request) => `http://me:secret@${request.headers.host}/`),
    expected: pending('address-not-allowed'),
  },
  {
    name: 'a redirect that does not say where to',
    serve: answer('<h1>Found</h1>', {}, 302),
    expected: pending('unexpected-status', { httpStatus: 302 }),
  },
  {
    name: 'a fragment stays through a redirect',
    serve: redirect('next', 301),
    also,
    suffix: '#comments',
    expected: live(ANCHOR, { via: [301] }),
  },
];
