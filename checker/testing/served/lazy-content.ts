/** Pages whose content loads when a person scrolls, and links that a person would not see. */
import { bare } from '../corpus/page-layouts.ts';
import { blogPost, linkSentence, live, removed, rendered, type ServedPage } from './served-page.ts';

const LINK = `'<a href="https://www.client' + '.example/shoes/">the shop</a>'`;
const tall = (px: number) => `<div style="height:${px}px">x</div>`;
const whenSeen = (px: number) =>
  bare(`${tall(px)}<div id="x"></div><script>
    new IntersectionObserver(([e], o) => { if (e.isIntersecting) { o.disconnect(); x.innerHTML = ${LINK} } }).observe(x)</script>`);

const scrolling: readonly ServedPage[] = [
  ...[3_000, 9_000, 30_000].map(
    (px): ServedPage => ({
      name: `a link that appears when ${px} pixels are scrolled`,
      serve: whenSeen(px),
      expected: rendered('the shop', { afterScrolling: true }),
    }),
  ),
  {
    name: 'a link that a scroll event adds',
    serve: bare(`${tall(8_000)}<div id="x"></div><script>
      addEventListener('scroll', () => { if (scrollY > 4000) x.innerHTML = ${LINK} })</script>`),
    expected: rendered('the shop', { afterScrolling: true }),
  },
  {
    name: 'a link in the third part of an endless list',
    serve: bare(`<div id="x"></div><script>
      let part = 0;
      const more = () => { part++; x.insertAdjacentHTML('beforeend', '<div style="height:4000px">part</div>' + (part === 3 ? ${LINK} : '')) };
      more();
      addEventListener('scroll', () => { if (part < 6 && scrollY + innerHeight > document.body.scrollHeight - 100) setTimeout(more, 50) })</script>`),
    expected: rendered('the shop', { afterScrolling: true }),
  },
  {
    name: 'a link that appears when the main part of an app is scrolled',
    serve:
      bare(`<style>html,body{height:100%;margin:0;overflow:hidden}</style><main id="m" style="height:100%;overflow:auto">${tall(9_000)}<div id="x"></div></main><script>
      m.addEventListener('scroll', () => { if (m.scrollTop > 5000) x.innerHTML = ${LINK} })</script>`),
    expected: rendered('the shop', { afterScrolling: true }),
  },
  {
    name: 'a link in a lazy frame far down on a page without scripts',
    serve: blogPost(`${tall(9_000)}<iframe src="inner" loading="lazy"></iframe>`),
    also: { inner: bare(linkSentence()) },
    expected: {
      ...rendered('hand-sewn shoes', { afterScrolling: true, where: 'frame' }),
      warnings: ['only-in-frame', 'only-after-scrolling'],
    },
  },
  {
    name: 'a link that comes a second after the first scroll',
    serve: bare(`${tall(8_000)}<div id="x"></div><script>
      addEventListener('scroll', () => setTimeout(() => { x.innerHTML = ${LINK} }, 900), { once: true })</script>`),
    expected: rendered('the shop', { afterScrolling: true }),
  },
  {
    name: 'a link that comes a second after the first scroll, on a page that has no time before',
    serve: bare(`${tall(8_000)}<div id="x"></div><script>
      addEventListener('scroll', () => {
        setTimeout(() => { const end = Date.now() + 3_000; while (Date.now() < end); }, 50);
        setTimeout(() => setTimeout(() => { x.innerHTML = ${LINK} }, 600), 400);
      }, { once: true })</script>`),
    expected: rendered('the shop', { afterScrolling: true }),
  },
  {
    name: 'a long page without the link',
    serve: blogPost(`${tall(12_000)}<script>void 0</script>`),
    expected: removed('not-on-page'),
  },
  {
    name: 'a page without the link that grows forever',
    serve: bare(`<div id="x"></div><script>
      const more = () => x.insertAdjacentHTML('beforeend', '<div style="height:3000px">more</div>'); more(); more();
      addEventListener('scroll', more)</script>`),
    expected: removed('not-on-page'),
  },
];

/** Each pattern hides a link in the source: the style sheet, the markup, and the reported cause. */
const HIDDEN: readonly (readonly [what: string, css: string, markup: string, by: string])[] = [
  ['display', '.h{display:none}', `<div class="h">${linkSentence()}</div>`, 'display'],
  ['visibility', '.h{visibility:hidden}', `<div class="h">${linkSentence()}</div>`, 'visibility'],
  ['opacity', '.h{opacity:0}', `<div class="h">${linkSentence()}</div>`, 'opacity'],
  ['a nearly transparent opacity', '.h{opacity:.01}', `<div class="h">${linkSentence()}</div>`, 'opacity'],
  [
    'a place to the left of the page',
    '.h{position:absolute;left:-9999px}',
    `<div class="h">${linkSentence()}</div>`,
    'off-screen',
  ],
  ['a text indent', '.h a{display:block;text-indent:-9999px}', `<div class="h">${linkSentence()}</div>`, 'off-screen'],
  ['no height', '.h{height:0;overflow:hidden}', `<div class="h">${linkSentence()}</div>`, 'clipped'],
  ['a tiny font', '.h{font-size:0}', `<div class="h">${linkSentence()}</div>`, 'no-size'],
  ['a scale of zero', '.h{transform:scale(0)}', `<div class="h">${linkSentence()}</div>`, 'no-size'],
  ['the color of the page', '.h,.h a{color:#fff}', `<div class="h">${linkSentence()}</div>`, 'same-color'],
  [
    'the color of its box',
    '.h{background:#123}.h a{color:#112233}',
    `<div class="h">${linkSentence()}</div>`,
    'same-color',
  ],
  ['a clip', '.h{position:absolute;clip:rect(0,0,0,0)}', `<div class="h">${linkSentence()}</div>`, 'clipped'],
  ['a clip path', '.h{clip-path:inset(100%)}', `<div class="h">${linkSentence()}</div>`, 'clipped'],
  ['no text', '', linkSentence('&nbsp;'), 'empty'],
  ['a filter', '.h{filter:opacity(0)}', `<div class="h">${linkSentence()}</div>`, 'opacity'],
  ['a variable', ':root{--o:0}.h{opacity:var(--o)}', `<div class="h">${linkSentence()}</div>`, 'opacity'],
  ['content-visibility', '.h{content-visibility:hidden}', `<div class="h">${linkSentence()}</div>`, 'display'],
  ['the scale property', '.h{scale:0}', `<div class="h">${linkSentence()}</div>`, 'no-size'],
  ['the translate property', '.h{translate:-9999px}', `<div class="h">${linkSentence()}</div>`, 'off-screen'],
  ['nearly the color of the page', '.h a{color:#fefefe}', `<div class="h">${linkSentence()}</div>`, 'same-color'],
  ['white in HSL', '.h a{color:hsl(0 0% 100%)}', `<div class="h">${linkSentence()}</div>`, 'same-color'],
  ['white in OKLCH', '.h a{color:oklch(0.99 0.002 250)}', `<div class="h">${linkSentence()}</div>`, 'same-color'],
  [
    'the color of its box in display-p3',
    '.h{background:oklch(1 0 0)}.h a{color:color(display-p3 1 1 1)}',
    `<div class="h">${linkSentence()}</div>`,
    'same-color',
  ],
  [
    'a script at load',
    '.gone{display:none}',
    `<div class="offer">${linkSentence()}</div><script>addEventListener('load', () => setTimeout(() => document.querySelector('.offer').classList.add('gone'), 200))</script>`,
    'display',
  ],
  [
    'white text, with a picture elsewhere',
    '.h a{color:#fff}',
    `<img src="x.png" width="300" height="100"><div class="h">${linkSentence()}</div>`,
    'same-color',
  ],
  [
    'a part whose button is hidden too',
    '.h{display:none}',
    `<button class="h" aria-controls="p1">More</button><div class="h" id="p1">${linkSentence()}</div>`,
    'display',
  ],
  [
    'a hidden box in a part that a button opens',
    '.h{display:none}',
    `<button aria-controls="p1">More</button><div class="h" id="p1"><div class="h">${linkSentence()}</div></div>`,
    'display',
  ],
];

const SEEN: readonly (readonly [what: string, css: string, markup: string])[] = [
  ['white on a dark box', '.h{background:#123}.h a{color:#fff}', `<div class="h">${linkSentence()}</div>`],
  [
    'white on a box in OKLCH',
    '.h{background:oklch(0.3 0.1 250)}.h a{color:#fff}',
    `<div class="h">${linkSentence()}</div>`,
  ],
  [
    'white on a box of two mixed colors',
    '.h{background:color-mix(in oklab, red 40%, blue)}.h a{color:#fff}',
    `<div class="h">${linkSentence()}</div>`,
  ],
  [
    'white on a shadow within its box',
    '.h{box-shadow:inset 0 0 0 999px #123}.h a{color:#fff}',
    `<div class="h">${linkSentence()}</div>`,
  ],
  ['on a picture', '.h{background:url(x.png)}.h a{color:#fff}', `<div class="h">${linkSentence()}</div>`],
  ['in a folded part', '', `<details><summary>More</summary>${linkSentence()}</details>`],
  [
    'in a closed accordion',
    '.h{display:none}',
    `<button aria-controls="p1" aria-expanded="false">More</button><div class="h" id="p1">${linkSentence()}</div>`,
  ],
  [
    'in a closed accordion without height',
    '.h{max-height:0;overflow:hidden}',
    `<h2 data-bs-target="#p1">More</h2><div class="h" id="p1">${linkSentence()}</div>`,
  ],
  [
    'behind a tab',
    '.h{display:none}',
    `<ul role="tablist"><li><a role="tab" href="#p1">Reviews</a></li></ul><div class="h" id="p1">${linkSentence()}</div>`,
  ],
  [
    'on a picture that is placed behind it',
    '.h{position:relative;height:200px}.h img{position:absolute;inset:0;width:100%;height:100%}.h a{position:relative;color:#fff}',
    `<div class="h"><img src="x.png">${linkSentence()}</div>`,
  ],
  [
    'on the box of a pseudo-element',
    '.h{position:relative;z-index:0}.h::before{content:"";position:absolute;inset:0;background:#111;z-index:-1}.h a{color:#fff}',
    `<div class="h">${linkSentence()}</div>`,
  ],
  [
    'that appears when it is scrolled into view',
    '.h{opacity:0;transition:opacity .4s}.h.on{opacity:1}',
    `${tall(7_000)}<div class="h">${linkSentence()}</div><script>new IntersectionObserver(([e]) => { if (e.isIntersecting) e.target.classList.add('on') }).observe(document.querySelector('.h'))</script>`,
  ],
  [
    'on a page that shows itself late',
    '.late{opacity:0}',
    `${linkSentence()}<script>document.body.classList.add('late'); setTimeout(() => document.body.classList.remove('late'), 400)</script>`,
  ],
  [
    'in a wide box that scrolls',
    '.h{width:300px;overflow-x:auto}.h p{width:3000px;text-align:right}',
    `<div class="h">${linkSentence()}</div>`,
  ],
  [
    'whose text a background picture replaces',
    '.h a{display:block;width:180px;height:40px;background:url(x.png);text-indent:-9999px}',
    `<div class="h">${linkSentence()}</div>`,
  ],
  ['around a picture', '', linkSentence('<img src="x.png" alt="hand-sewn shoes">')],
  [
    'that fades in',
    '.h{opacity:0;animation:f .1s forwards}@keyframes f{to{opacity:1}}',
    `<div class="h">${linkSentence()}</div>`,
  ],
];

const hiddenLinks = HIDDEN.map(
  ([what, css, markup, hiddenBy]): ServedPage => ({
    name: `a link that is hidden by ${what}`,
    serve: blogPost(markup, `<style>${css}</style>`),
    expected: {
      ...live(what === 'no text' ? null : 'hand-sewn shoes', { hidden: true, hiddenBy }),
      warnings: ['hidden'],
    },
  }),
);

const visibleLinks = SEEN.map(
  ([what, css, markup]): ServedPage => ({
    name: `a visible link ${what}`,
    serve: blogPost(markup, `<style>${css}</style>`),
    expected: { ...live('hand-sewn shoes', { hidden: false }), warnings: [] },
  }),
);

export const servedLazyContent: readonly ServedPage[] = [
  ...scrolling,
  ...hiddenLinks,
  ...visibleLinks,
  {
    name: 'a link that a style sheet in a file hides',
    serve: blogPost(`<div class="h">${linkSentence()}</div>`, '<link rel="stylesheet" href="style.css">'),
    also: {
      'style.css': (_request, response) =>
        response.writeHead(200, { 'content-type': 'text/css' }).end('.h { display: none }'),
    },
    expected: { ...live('hand-sewn shoes', { hiddenBy: 'display' }), warnings: ['hidden'] },
  },
  {
    name: 'a link that a script makes nofollow',
    serve: blogPost(
      `${linkSentence()}<script>for (const a of document.links) a.setAttribute('rel', 'nofollow')</script>`,
    ),
    expected: { ...live('hand-sewn shoes'), warnings: ['changed-by-script'] },
  },
  {
    name: 'a link that a script points elsewhere after a while',
    serve: blogPost(
      `${linkSentence()}<script>setTimeout(() => { for (const a of document.links) a.setAttribute('href', '/go') }, 300)</script>`,
    ),
    expected: { ...live('hand-sewn shoes'), warnings: ['changed-by-script'] },
  },
  {
    name: 'a link in a frame',
    serve: blogPost('<iframe src="inner"></iframe>'),
    also: { inner: bare(linkSentence()) },
    expected: { ...rendered('hand-sewn shoes', { where: 'frame' }), warnings: ['only-in-frame'] },
  },
  {
    name: 'a link in a frame without size',
    serve: blogPost('<iframe src="inner" width="0" height="0" style="border:0"></iframe>'),
    also: { inner: bare(linkSentence()) },
    expected: { ...rendered('hand-sewn shoes', { where: 'frame' }), warnings: ['hidden', 'only-in-frame'] },
  },
  {
    name: 'a link that a script points elsewhere',
    serve: blogPost(`${linkSentence()}<script>for (const a of document.links) a.setAttribute('href', '/go')</script>`),
    expected: { ...live('hand-sewn shoes'), warnings: ['changed-by-script'] },
  },
  {
    name: 'a link whose rel is separated by a comma',
    serve: blogPost(linkSentence('hand-sewn shoes', 'rel="ugc,nofollow"')),
    expected: { ...live('hand-sewn shoes', {}, 'nofollow', 'rel'), warnings: [] },
  },
  {
    name: 'a relative link before a late base',
    serve: bare(`<p><a href="shoes/" rel="nofollow">the <b>shop</b></a></p><base href="https://www.client.example/">`),
    expected: live('the shop', {}, 'nofollow', 'rel'),
  },
];
