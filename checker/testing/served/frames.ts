/** Pages whose article is in a frame that they may not look into, and articles beside such frames. */
import { bare } from '../corpus/page-layouts.ts';
import { html, type TestPage } from '../test-site.ts';
import { answer, blogPost, linkSentence, pending, removed, rendered, type ServedPage } from './served-page.ts';

const PROSE = `<p>${'Old paths are kept open by the feet that use them, and by nothing else at all. '.repeat(8)}</p>`;
const SIZE = 'width="800" height="600"';
const ARTICLE = bare(PROSE + linkSentence());
const IN_FRAME = { ...rendered('hand-sewn shoes', { where: 'frame' }), warnings: ['only-in-frame'] };

/** A page with frames from another site of this machine. */
const foreign =
  (page: (folder: string) => string): TestPage =>
  (request, response) =>
    html(response, page(`http://localhost:${request.headers.host?.split(':')[1]}${request.url}`));

/** Frames that show no article. */
const UNREADABLE: Readonly<Record<string, TestPage>> = {
  'may not be shown in it': answer(ARTICLE, { 'x-frame-options': 'DENY' }),
  'answers 500': answer(ARTICLE, {}, 500),
  'is empty': bare(''),
  'asks for a proof that the visitor is human': bare(
    '<p>Verify you are human to go on.</p><div class="g-recaptcha"></div>',
  ).replace('<title>', '<title>Just a moment… '),
};

export const servedFrames: readonly ServedPage[] = [
  {
    name: 'a link in the frame of another site, which is all that a page has',
    serve: foreign((folder) => bare(`<iframe src="${folder}inner" ${SIZE}></iframe>`)),
    also: { inner: ARTICLE },
    expected: IN_FRAME,
  },
  {
    name: 'a page that is nothing but the frame of another site, without the link',
    serve: foreign((folder) => bare(`<iframe src="${folder}inner" ${SIZE}></iframe>`)),
    also: { inner: bare(PROSE) },
    expected: removed('not-on-page'),
  },
  {
    name: 'a link that a script adds to the frame of another site',
    serve: foreign((folder) =>
      bare(`<div id="x"></div><script>x.innerHTML = '<iframe src="${folder}inner" ${SIZE}></iframe>'</script>`),
    ),
    also: {
      inner: bare(
        `${PROSE}<div id="x"></div><script>setTimeout(() => { x.innerHTML = '<a href="https://www.client' + '.example/shoes/">hand-sewn shoes</a>' }, 200)</script>`,
      ),
    },
    expected: IN_FRAME,
  },
  {
    name: 'a link in a frame in the frame of another site',
    serve: foreign((folder) => `<frameset cols="20%,80%"><frame src="menu"><frame src="${folder}middle"></frameset>`),
    also: {
      menu: bare('<a href="/">Start</a>'),
      middle: (request, response) =>
        html(
          response,
          bare(
            `<iframe src="http://127.0.0.1:${request.headers.host?.split(':')[1]}${request.url?.replace('middle', 'inner')}" ${SIZE}></iframe>`,
          ),
        ),
      inner: ARTICLE,
    },
    expected: IN_FRAME,
  },
  {
    name: 'a link in a sandboxed frame',
    serve: bare(`<iframe sandbox src="inner" ${SIZE}></iframe>`),
    also: { inner: ARTICLE },
    expected: IN_FRAME,
  },
  {
    name: 'a link in an object of another site',
    serve: foreign((folder) => bare(`<object data="${folder}inner" type="text/html" ${SIZE}></object>`)),
    also: { inner: ARTICLE },
    expected: IN_FRAME,
  },
  ...Object.entries(UNREADABLE).map(
    ([what, inner]): ServedPage => ({
      name: `a page that is nothing but a frame of another site, which ${what}`,
      serve: foreign((folder) => bare(`<iframe src="${folder}inner" ${SIZE}></iframe>`)),
      also: { inner },
      expected: pending('frame-not-read', { unreadFrames: 1 }),
    }),
  ),
  {
    name: 'an article without the link beside frames of another site',
    serve: foreign((folder) =>
      blogPost(
        `${PROSE}<iframe src="${folder}inner" ${SIZE}></iframe><iframe src="${folder}inner" width="300" height="250"></iframe><iframe src="${folder}inner" width="1" height="1"></iframe>`,
      ),
    ),
    also: { inner: ARTICLE },
    expected: removed('not-on-page', { unreadFrames: 1 }),
  },
];
