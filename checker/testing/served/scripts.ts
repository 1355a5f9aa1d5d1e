/** Pages that only a browser sees whole, and what it must not be taken in by. */

import { bare, magazine } from '../corpus/page-layouts.ts';
import { html } from '../test-site.ts';
import {
  answer,
  blogPost,
  folderOf,
  linkSentence,
  live,
  pending,
  removed,
  rendered,
  type ServedPage,
  WITH_LINK,
} from './served-page.ts';

/** The link in script text, so that no search of the source finds the address whole. */
const ADDED = `'<a href="https://www.client' + '.example/shoes/">the shop</a>'`;
const shell = (script: string) =>
  bare(
    `<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script>${script}</script>`,
  );
const frameOf = (source: string) => blogPost(`<iframe src="${source}" title="More"></iframe>`);
const FRAGMENT = bare('<p><a href="https://www.client.example/shoes/">the shop</a></p>');

export const servedScripts: readonly ServedPage[] = [
  {
    name: 'an application that fills its shell at once',
    serve: shell(`root.innerHTML = ${ADDED}`),
    expected: rendered('the shop'),
  },
  {
    name: 'an application that takes 300 ms',
    serve: shell(`setTimeout(() => { root.innerHTML = ${ADDED} }, 300)`),
    expected: rendered('the shop'),
  },
  {
    name: 'an application whose script is a file',
    serve: bare('<div id="root"></div><script type="module" src="app.js"></script>'),
    also: { 'app.js': answer(`root.innerHTML = ${ADDED}`, { 'content-type': 'text/javascript' }) },
    expected: rendered('the shop'),
  },
  {
    name: 'an application that asks for its content as JSON',
    serve: shell(`fetch('post.json').then((r) => r.json()).then(({ body }) => { root.innerHTML = body })`),
    also: { 'post.json': answer(JSON.stringify({ body: linkSentence() }), { 'content-type': 'application/json' }) },
    expected: rendered('hand-sewn shoes'),
  },
  {
    name: 'an application that shows what the fragment names',
    serve: shell(`if (location.hash === '#/posts/7') root.innerHTML = ${ADDED}`),
    suffix: '#/posts/7',
    expected: rendered('the shop'),
  },
  {
    name: 'an application that shows nothing for another fragment',
    serve: shell(`if (location.hash === '#/posts/7') root.innerHTML = ${ADDED}`),
    suffix: '#/posts/8',
    expected: removed('not-on-page'),
  },
  {
    name: 'a link that is written while the page is parsed',
    serve: blogPost(`<script>document.write(${ADDED})</script>`),
    expected: rendered('the shop'),
  },
  {
    name: 'a link in an open shadow root',
    serve: shell(`root.attachShadow({ mode: 'open' }).innerHTML = ${ADDED}`),
    expected: rendered('the shop', { where: 'shadow-root' }),
  },
  {
    name: 'a link in a shadow root that the source declares',
    serve: blogPost(`<section><template shadowrootmode="open">${linkSentence()}</template></section>`),
    expected: rendered('hand-sewn shoes', { where: 'shadow-root' }),
  },
  {
    name: 'a link in a frame of the same site',
    serve: frameOf('inner'),
    also: { inner: FRAGMENT },
    expected: rendered('the shop', { where: 'frame' }),
  },
  {
    name: 'a link in a frame whose document is an attribute',
    serve: blogPost(`<iframe srcdoc='${linkSentence('the shop')}'></iframe>`),
    expected: rendered('the shop', { where: 'frame' }),
  },
  {
    name: 'a link in a frame of another site is not on the page',
    serve: (request, response) => {
      html(response, frameOf(`http://localhost:${request.headers.host?.split(':')[1]}${folderOf(request)}inner`));
    },
    also: { inner: FRAGMENT },
    expected: removed('not-on-page'),
  },
  {
    name: 'a link that a script adds where nobody sees it',
    serve: shell(`root.style.display = 'none'; root.innerHTML = ${ADDED}`),
    expected: rendered('the shop', { hidden: true }),
  },
  {
    name: 'a link that a style sheet makes invisible',
    serve: magazine({
      title: 'Unseen',
      head: '<style>.x { visibility: hidden }</style>',
      body: `<p class="x" id="root"></p><script>root.innerHTML = ${ADDED}</script>`,
    }),
    expected: rendered('the shop', { hidden: true }),
  },
  {
    name: 'a link in the source that its style hides is live all the same',
    serve: blogPost(`<div style="display:none">${linkSentence()}</div>`),
    expected: live('hand-sewn shoes'),
  },
  {
    name: 'a link that a script takes away again stands in the source',
    serve: blogPost(`<div id="x">${linkSentence()}</div><script>x.remove()</script>`),
    expected: live('hand-sewn shoes'),
  },
  {
    name: 'a link for visitors without scripts',
    serve: blogPost(`<noscript>${linkSentence()}</noscript>`),
    expected: live('hand-sewn shoes'),
  },
  {
    name: 'a link that a script puts into a noscript is none',
    serve: blogPost(`<div id="x"></div><script>
      const n = document.createElement('noscript'); n.textContent = ${ADDED}; x.append(n)</script>`),
    expected: removed('not-on-page'),
  },
  {
    name: 'a template that a script never uses',
    serve: blogPost(`<template id="t">${linkSentence()}</template>`),
    expected: removed('not-on-page'),
  },
  {
    name: 'a template that a script puts on the page',
    serve: blogPost(
      `<template id="t">${linkSentence()}</template><script>document.body.append(t.content.cloneNode(true))</script>`,
    ),
    expected: rendered('hand-sewn shoes'),
  },
  {
    name: 'a button that leads to the client is no link',
    serve: blogPost(`<button onclick="location.href='https://www.client.example/shoes/'">hand-sewn shoes</button>`),
    expected: removed('not-on-page'),
  },
  {
    name: 'a link that has no address until somebody clicks it',
    serve: blogPost(`<a onclick="this.href='https://www.client.example/shoes/'">hand-sewn shoes</a>`),
    expected: removed('not-on-page'),
  },
  {
    name: 'a check of the browser that a browser passes',
    serve: (request, response) => {
      if (request.headers.cookie?.includes('clearance=1')) html(response, WITH_LINK);
      else {
        const wall = bare(
          `<p>Checking your browser before you may go on.</p><script>window._cf_chl_opt = {};
           document.cookie = 'clearance=1'; location.reload()</script>`,
          '<title>Just a moment...</title>',
        );
        answer(wall, {}, 403)(request, response);
      }
    },
    expected: rendered('hand-sewn shoes', { challenge: false }),
  },
  {
    name: 'a check of the browser that nobody passes, under a 503',
    serve: answer(
      bare(
        '<h1>Checking your browser</h1><p>Please enable JavaScript and cookies to continue.</p><div id="challenge-form"></div>',
        '<title>Just a moment...</title>',
      ),
      {},
      503,
    ),
    expected: pending('blocked', { challenge: true, httpStatus: 503 }),
  },
];
