/** Pages behind redirects, and redirects that lead nowhere. */
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
    name: 'a redirect to an absolute address',
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
    name: 'a redirect to an absolute path with dot segments',
    serve: redirectTo((request) => `${folderOf(request)}a/../next`),
    also,
    expected: live(ANCHOR, { via: [302] }),
  },
  {
    name: 'a redirect whose address is unescaped UTF-8',
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
    name: 'ten redirects',
    serve: redirect('1'),
    also: chain(10) ?? {},
    expected: live(ANCHOR, { via: Array.from({ length: 10 }, () => 302) }),
  },
  {
    name: 'eleven redirects, one too many',
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
    name: 'a page that sets a cookie and redirects to itself',
    serve: (request, response) => {
      if (request.headers.cookie?.includes('seen=1')) html(response, WITH_LINK);
      else response.writeHead(302, { location: folderOf(request), 'set-cookie': 'seen=1; Path=/; HttpOnly' }).end();
    },
    expected: live(ANCHOR, { via: [302] }),
  },
  {
    name: 'a page that sets a cookie and redirects through another page',
    serve: (request, response) => {
      if (request.headers.cookie === 'pass=a') html(response, WITH_LINK);
      else redirectTo(() => 'gate', 307)(request, response);
    },
    also: { gate: redirect('./', 303, { 'set-cookie': 'pass=a' }) },
    expected: live(ANCHOR, { via: [307, 303] }),
  },
  {
    name: 'a meta refresh without delay',
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
    name: 'a page with the link and a refresh after half a minute',
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
    name: 'a redirect, then a meta refresh',
    serve: redirect('middle', 308),
    also: { ...also, middle: blogPost('', refresh('0;next')) },
    expected: live(ANCHOR, { via: [308, 'meta-refresh'] }),
  },
  {
    name: 'a Refresh header, which only browsers follow',
    serve: answer(WITHOUT_LINK, { refresh: '0; url=next' }),
    also,
    expected: rendered(ANCHOR),
  },
  {
    name: 'a page whose script navigates',
    serve: blogPost('<script>location.replace("next")</script>'),
    also,
    expected: rendered(ANCHOR),
  },
  {
    name: 'an article that redirects to another page, which lacks the link',
    serve: redirect('front', 301),
    also: { front: WITHOUT_LINK },
    expected: pending('other-page', { via: [301] }),
  },
  {
    name: 'an article that redirects to a missing page',
    serve: redirect('nothing', 301),
    expected: removed('page-gone', { via: [301], httpStatus: 404 }),
  },
  {
    name: 'an article that redirects to the home page, which has the link',
    serve: redirect('/', 302),
    expected: pending('home-page', { via: [302] }),
  },
  {
    name: 'an article that redirects to a sign-in form, whose footer has the link',
    serve: redirect('login?next=post', 302),
    also: { login: WITH_LINK },
    expected: pending('sign-in', { via: [302] }),
  },
  {
    name: 'an article that redirects to a page that asks for consent, with the link',
    serve: redirect('consent?return=post', 302),
    also: { consent: WITH_LINK },
    expected: pending('consent', { via: [302] }),
  },
  {
    name: 'an article that moved to another folder and lost the link',
    serve: redirect('read/ten-tips-for-walks.html?from=1', 301),
    also: {
      'read/ten-tips-for-walks.html': redirect('../blog/ten-tips-for-walks/', 301),
      'blog/ten-tips-for-walks/': WITHOUT_LINK,
    },
    expected: pending('other-page', { via: [301, 301] }),
  },
  {
    name: 'a redirect to the home page with a parameter, which has the link',
    serve: redirect('/?redirected=1', 301),
    expected: pending('home-page', { via: [301] }),
  },
  {
    name: 'a redirect to a page named 404, which answers 200 and has the link',
    serve: redirect('404.html'),
    also: { '404.html': WITH_LINK },
    expected: pending('other-page', { via: [302] }),
  },
  {
    name: 'a redirect to a sign-in form at an address that does not say so',
    serve: redirect('account?back=1'),
    also: { account: answer('<form><input name="u"><input type="password"><button>OK</button></form>') },
    expected: pending('sign-in', { via: [302] }),
  },
  {
    name: 'a redirect to a script',
    serve: redirect('javascript:alert(1)', 302),
    expected: pending('redirect-not-allowed'),
  },
  {
    name: 'a redirect to a cloud metadata service',
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
    expected: pending('redirect-not-allowed'),
  },
  {
    name: 'a redirect to an address with a password',
    serve: redirectTo((request) => `http://me:secret@${request.headers.host}/`),
    expected: pending('address-not-allowed'),
  },
  {
    name: 'a redirect without a target',
    serve: answer('<h1>Found</h1>', {}, 302),
    expected: pending('unexpected-status', { httpStatus: 302 }),
  },
  {
    name: 'a page whose link goes through its own redirector',
    serve: blogPost(linkSentence('the shop', '', 'go/7')),
    also: { 'go/7': redirectTo(() => 'https://www.client.example/shoes/') },
    expected: removed('not-on-page', { nearMiss: 'redirector' }),
  },
  {
    name: 'a page whose redirector leads to another site',
    serve: blogPost(linkSentence('the shop', '', 'go/7')),
    also: { 'go/7': redirectTo(() => 'https://elsewhere.example/shoes/') },
    expected: removed('not-on-page', { nearMiss: null }),
  },
  {
    name: 'a fragment, kept through a redirect',
    serve: redirect('next', 301),
    also,
    suffix: '#comments',
    expected: live(ANCHOR, { via: [301] }),
  },
];
