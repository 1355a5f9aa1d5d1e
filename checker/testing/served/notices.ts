/** Notices that a site shows instead of the article, and articles that resemble them. */
import { bare } from '../corpus/page-layouts.ts';
import type { TestPage } from '../test-site.ts';
import { answer, pending, removed, type ServedPage } from './served-page.ts';

const PROSE = `<p>${'Old paths are kept open by the feet that use them, and by nothing else at all. '.repeat(8)}</p>`;
/** A notice in words that no list knows, with this many letters of prose. */
const NOTICE = `<h1>Itxaron</h1><p>${'Une honetan jende asko dago hemen, eta zure txanda laster iritsiko da, mesedez. '.repeat(6)}</p>`;
const SHORT_NOTICE = '<h1>Itxaron</h1><p>Une batez itxaron.</p>';
const NOINDEX = '<meta name="robots" content="noindex">';
const HEADER = `<header>${[1, 2, 3, 4, 5, 6].map((n) => `<a href="/part/${n}">Part ${n}</a>`).join(' ')}</header>`;

/** Notices that a site shows instead of the article, with status 200. */
const NOTICES: Readonly<Record<string, TestPage>> = {
  'is to be asked for again later': answer(bare(NOTICE), { 'retry-after': '120' }),
  'a Refresh header loads again': answer(bare(NOTICE), { refresh: '60' }),
  'a <meta> loads again': bare(NOTICE, '<meta http-equiv="refresh" content="60">'),
  'is for no search engine': bare(SHORT_NOTICE, NOINDEX),
  'is for no search engine by its header': answer(bare(SHORT_NOTICE), { 'x-robots-tag': 'noindex, nofollow' }),
  'has one button': bare(`${SHORT_NOTICE}<button onclick="location.reload()">Berriro</button>`),
  'has a form with two buttons': bare(
    `${SHORT_NOTICE}<form method="post"><input type="hidden" name="t"><button>Bai</button><input type="submit" value="Ez"></form>`,
  ),
  'links to itself': bare(`${SHORT_NOTICE}<p><a href="">Berriro</a></p>`),
  'links to itself with a parameter': bare(`${SHORT_NOTICE}<p><a href="?again=1">Berriro</a></p>`),
  'WordPress shows for an error': bare(
    '<div id="error-page"><div class="wp-die-message"><p>Errore larri bat gertatu da webgune honetan.</p><p><a href="https://wordpress.org/documentation/article/faq-troubleshooting/">WordPress</a></p></div></div>',
  ),
  'speaks of a critical error': bare(
    `${HEADER}<p>There has been a critical error on this website.</p><p><a href="https://wordpress.org/support/">Learn more</a></p>`,
  ),
  'speaks of maintenance in Russian': bare('<h1>Технические работы</h1><p>Мы скоро вернёмся.</p>'),
  'speaks of maintenance in Japanese': bare('<h1>ただいまメンテナンス中です</h1><p>ご迷惑をおかけします。</p>'),
};

/** Pages with signs of a notice that were nevertheless read. */
const NO_NOTICES: Readonly<Record<string, TestPage>> = {
  'is for no search engine and has prose': bare(`<h1>Walks</h1>${PROSE}`, NOINDEX),
  'is for no search engine and has the menu of a site': bare(`${HEADER}<h1>Walks</h1><p>Dig in.</p>`, NOINDEX),
  'has a menu and loads itself again': bare(`${HEADER}${NOTICE}`, '<meta http-equiv="refresh" content="300">'),
  'has prose and loads itself again': bare(`<h1>Walks</h1>${PROSE}`, '<meta http-equiv="refresh" content="300">'),
  'has a button and a field': bare(`<h1>Walks</h1><p>Dig in.</p><form><input name="q"><button>Search</button></form>`),
  'has a button and links to other pages': bare(`<h1>Walks</h1><p>Dig <a href="/in">in</a>.</p><button>More</button>`),
  'links only to the home page': bare('<h1>Not found</h1><p>This walk is over. <a href="/">Home</a></p>'),
  'links only to a part of itself': bare('<h1 id="top">Walks</h1><p>Dig in. <a href="#top">Up</a></p>'),
  'asks for cookies in a dialog with two buttons': bare(
    '<h1>Walks</h1><p>Dig in.</p><div role="dialog"><p>Cookies?</p><button>Yes</button><button>No</button></div>',
  ),
};

export const servedNotices: readonly ServedPage[] = [
  ...Object.entries(NOTICES).map(
    ([what, serve]): ServedPage => ({ name: `a notice that ${what}`, serve, expected: pending('not-filled') }),
  ),
  ...Object.entries(NO_NOTICES).map(
    ([what, serve]): ServedPage => ({ name: `a page that ${what}`, serve, expected: removed('not-on-page') }),
  ),
];
