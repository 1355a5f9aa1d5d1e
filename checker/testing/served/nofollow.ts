/** Pages, headers and links that tell robots whether to follow. */
import type { LinkType, LinkTypeCause } from '../../../command-service/contract/observation.ts';
import { answer, blogPost, linkSentence, live, rendered, type ServedPage, WITH_LINK } from './served-page.ts';

const ANCHOR = 'hand-sewn shoes';

function as(linkType: LinkType, cause: LinkTypeCause | null = null) {
  return live(ANCHOR, {}, linkType, cause);
}

const RELS: readonly (readonly [attribute: string, LinkType])[] = [
  ['rel=""', 'dofollow'],
  ['rel="noopener"', 'dofollow'],
  ['rel="noopener noreferrer external"', 'dofollow'],
  ['rel="follow"', 'dofollow'],
  ['rel="me nofollower"', 'dofollow'],
  ['rev="nofollow"', 'dofollow'],
  ['data-rel="nofollow" rel', 'dofollow'],
  ['rel="nofollow"', 'nofollow'],
  ["REL='NOFOLLOW'", 'nofollow'],
  ['rel=nofollow', 'nofollow'],
  ['rel="noopener\n\tnofollow"', 'nofollow'],
  ['rel="no&#102;ollow"', 'nofollow'],
  ['rel="ugc"', 'nofollow'],
  ['rel="external UGC"', 'nofollow'],
  ['rel="sponsored"', 'sponsored'],
  ['rel="sponsored nofollow"', 'sponsored'],
  ['rel="nofollow ugc sponsored noopener"', 'sponsored'],
  ['rel="noopener" rel="nofollow"', 'dofollow'],
];

const rels = RELS.map(
  ([attribute, type]): ServedPage => ({
    name: `a link with ${JSON.stringify(attribute)}`,
    serve: blogPost(linkSentence(ANCHOR, attribute)),
    expected: as(type, type === 'dofollow' ? null : 'rel'),
  }),
);

const METAS: readonly (readonly [meta: string, LinkType])[] = [
  ['<meta name="robots" content="index, follow">', 'dofollow'],
  ['<meta name="robots" content="noindex">', 'dofollow'],
  ['<meta name="robots" content="max-snippet:-1, max-image-preview:none">', 'dofollow'],
  ['<meta name="robots" content="max-image-preview: none">', 'dofollow'],
  ['<meta name="bingbot" content="nofollow">', 'dofollow'],
  ['<meta name="description" content="nofollow">', 'dofollow'],
  ['<!-- <meta name="robots" content="nofollow"> -->', 'dofollow'],
  ['<meta name="robots" content="nofollow">', 'nofollow'],
  ['<META CONTENT="NOINDEX,NOFOLLOW" NAME="ROBOTS">', 'nofollow'],
  ['<meta name=robots content=none>', 'nofollow'],
  ['<meta name="robots" content="noindex nofollow">', 'nofollow'],
  ['<meta name=" robots " content=" follow , nofollow ">', 'nofollow'],
  ['<meta name="googlebot" content="nofollow">', 'nofollow'],
];

const metas = METAS.map(
  ([meta, type]): ServedPage => ({
    name: `a page with ${meta}`,
    serve: blogPost(linkSentence(), meta),
    expected: as(type, type === 'dofollow' ? null : 'meta-robots'),
  }),
);

const HEADERS: readonly (readonly [header: string | readonly string[], LinkType])[] = [
  ['noindex', 'dofollow'],
  ['all', 'dofollow'],
  ['bingbot: nofollow', 'dofollow'],
  ['otherbot: noindex, nofollow', 'dofollow'],
  ['max-image-preview: none', 'dofollow'],
  ['nofollow', 'nofollow'],
  ['NOINDEX, NOFOLLOW', 'nofollow'],
  ['none', 'nofollow'],
  ['googlebot: nofollow', 'nofollow'],
  ['Googlebot: noindex, nofollow', 'nofollow'],
  ['otherbot: noindex, googlebot: nofollow', 'nofollow'],
  ['googlebot: noindex, otherbot: nofollow', 'dofollow'],
  ['unavailable_after: 25 Jun 2027 15:00:00 GMT, nofollow', 'nofollow'],
  ['max-snippet: 20, none', 'nofollow'],
  [['otherbot: noindex', 'nofollow'], 'nofollow'],
  [['noarchive', 'otherbot: nofollow'], 'dofollow'],
];

const headers = HEADERS.map(
  ([header, type]): ServedPage => ({
    name: `a page sent with X-Robots-Tag ${JSON.stringify(header)}`,
    serve: answer(WITH_LINK, { 'x-robots-tag': header }),
    expected: as(type, type === 'dofollow' ? null : 'x-robots-tag'),
  }),
);

const NOFOLLOW = '<meta name="robots" content="nofollow">';

export const servedNofollow: readonly ServedPage[] = [
  ...rels,
  ...metas,
  ...headers,
  {
    name: 'a nofollow link on a nofollow page',
    serve: answer(blogPost(linkSentence(ANCHOR, 'rel="nofollow"'), NOFOLLOW), { 'x-robots-tag': 'nofollow' }),
    expected: as('nofollow', 'rel'),
  },
  {
    name: 'a sponsored link on a nofollow page',
    serve: blogPost(linkSentence(ANCHOR, 'rel="sponsored"'), NOFOLLOW),
    expected: as('sponsored', 'rel'),
  },
  {
    name: 'nofollow by the page and by the header: the cause is the page',
    serve: answer(blogPost(linkSentence(), NOFOLLOW), { 'x-robots-tag': 'nofollow' }),
    expected: as('nofollow', 'meta-robots'),
  },
  {
    name: 'a sponsored, a ugc and a followed link: the followed one counts',
    serve: blogPost(`${linkSentence('one', 'rel=sponsored')}${linkSentence('two', 'rel=ugc')}${linkSentence('three')}`),
    expected: live('three'),
  },
  {
    name: 'a sponsored and a ugc link: the ugc one counts',
    serve: blogPost(`${linkSentence('one', 'rel=sponsored')}${linkSentence('two', 'rel=ugc')}`),
    expected: live('two', {}, 'nofollow', 'rel'),
  },
  {
    name: 'two followed links: the first gives the anchor',
    serve: blogPost(`${linkSentence('one')}${linkSentence('two')}`),
    expected: live('one'),
  },
  {
    name: 'a rel that a script sets on the link it adds',
    serve: blogPost(`<div id="x"></div><script>
      const a = document.createElement('a'); a.href = 'https:' + '//client.example/shoes'; a.rel = 'sponsored';
      a.textContent = 'added'; x.append(a)</script>`),
    expected: rendered('added', {}, 'sponsored', 'rel'),
  },
  {
    name: 'a robots meta tag that a script adds with the link',
    serve: blogPost(`<div id="x"></div><script>
      document.head.insertAdjacentHTML('beforeend', '<meta name="robots" content="nofollow">');
      x.innerHTML = '<a href="//client' + '.example/shoes">added</a>'</script>`),
    expected: rendered('added', {}, 'nofollow', 'meta-robots'),
  },
  {
    name: 'an X-Robots-Tag on a page whose link a script adds',
    serve: answer(
      blogPost(`<div id="x"></div><script>x.innerHTML = '<a href="//client' + '.example/shoes">added</a>'</script>`),
      { 'x-robots-tag': ['otherbot: noindex', 'nofollow'] },
    ),
    expected: rendered('added', {}, 'nofollow', 'x-robots-tag'),
  },
];
