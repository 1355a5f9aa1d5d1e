/** Pages whose files and scripts decide whether a person sees a link, and whether search engines list the page. */
import { answer, blogPost, linkSentence, live, type ServedPage } from './served-page.ts';

const css = (text: string) => answer(text, { 'content-type': 'text/css' });
const script = (text: string) => answer(text, { 'content-type': 'text/javascript' });
/** Longer than the part of a page in which the link is found. */
const REST = '<p>And so on, along the river and back again.</p>'.repeat(4_000);

export const servedVisibility: readonly ServedPage[] = [
  {
    name: 'a link that a style sheet hides, which another one imports',
    serve: blogPost(`<div class="h">${linkSentence()}</div>`, '<style>@import "css/first.css";</style>'),
    also: {
      'css/first.css': css('@import url("second.css") screen; p { margin: 0 }'),
      'css/second.css': css('.h { visibility: hidden }'),
    },
    expected: { ...live('hand-sewn shoes', { hiddenBy: 'visibility' }), warnings: ['hidden'] },
  },
  {
    name: 'a link that a style sheet hides, which the script of a plug-in adopts',
    serve: blogPost(`<div class="h">${linkSentence()}</div><script src="plug-in.js" type="module"></script>`),
    also: {
      'plug-in.js': script(`const sheet = new CSSStyleSheet(); sheet.replaceSync('.h{display:none}');
        document.adoptedStyleSheets = [sheet]`),
    },
    expected: { ...live('hand-sewn shoes', { hiddenBy: 'display' }), warnings: ['hidden'] },
  },
  {
    name: 'a link that the script of a plug-in makes nofollow, far below the link',
    serve: blogPost(`${linkSentence()}${REST}<script src="plug-in.js" defer></script>`),
    also: { 'plug-in.js': script('for (const a of document.querySelectorAll("p a")) a.rel = "nofollow"') },
    expected: { ...live('hand-sewn shoes'), warnings: ['changed-by-script'] },
  },
];
