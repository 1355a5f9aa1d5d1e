/** Pages that only a browser renders completely, and pages with links that a browser must not count. */

import { bare, magazine } from '../corpus/page-layouts.ts';
import { html } from '../test-site.ts';
import {
  answer,
  blogPost,
  linkSentence,
  live,
  pending,
  removed,
  rendered,
  type ServedPage,
  WITH_LINK,
} from './served-page.ts';

/** The link in script text, with the address in two parts, so that a search of the source does not find the address. */
const ADDED = `'<a href="https://www.client' + '.example/shoes/">the shop</a>'`;
const shell = (script: string) =>
  bare(
    `<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script>${script}</script>`,
  );
const frameOf = (source: string) => blogPost(`<iframe src="${source}" title="More"></iframe>`);
const FRAGMENT = bare('<p><a href="https://www.client.example/shoes/">the shop</a></p>');

export const servedScripts: readonly ServedPage[] = [
  {
    name: 'an app that renders at once',
    serve: shell(`root.innerHTML = ${ADDED}`),
    expected: rendered('the shop'),
  },
  {
    name: 'an app that renders after 300 ms',
    serve: shell(`setTimeout(() => { root.innerHTML = ${ADDED} }, 300)`),
    expected: rendered('the shop'),
  },
  {
    name: 'an app whose script is a file',
    serve: bare('<div id="root"></div><script type="module" src="app.js"></script>'),
    also: { 'app.js': answer(`root.innerHTML = ${ADDED}`, { 'content-type': 'text/javascript' }) },
    expected: rendered('the shop'),
  },
  {
    name: 'an app that fetches its content as JSON',
    serve: shell(`fetch('post.json').then((r) => r.json()).then(({ body }) => { root.innerHTML = body })`),
    also: { 'post.json': answer(JSON.stringify({ body: linkSentence() }), { 'content-type': 'application/json' }) },
    expected: rendered('hand-sewn shoes'),
  },
  {
    name: 'an app that renders by the fragment',
    serve: shell(`if (location.hash === '#/posts/7') root.innerHTML = ${ADDED}`),
    suffix: '#/posts/7',
    expected: rendered('the shop'),
  },
  {
    name: 'an app that renders nothing for another fragment',
    serve: shell(`if (location.hash === '#/posts/7') root.innerHTML = ${ADDED}`),
    suffix: '#/posts/8',
    expected: pending('not-filled'),
  },
  {
    name: 'a link from document.write',
    serve: blogPost(`<script>document.write(${ADDED})</script>`),
    expected: rendered('the shop'),
  },
  {
    name: 'a link in an open shadow root',
    serve: shell(`root.attachShadow({ mode: 'open' }).innerHTML = ${ADDED}`),
    expected: rendered('the shop', { where: 'shadow-root' }),
  },
  {
    name: 'a link in a declarative shadow root',
    serve: blogPost(`<section><template shadowrootmode="open">${linkSentence()}</template></section>`),
    expected: rendered('hand-sewn shoes', { where: 'shadow-root' }),
  },
  {
    name: 'a link in a same-origin frame',
    serve: frameOf('inner'),
    also: { inner: FRAGMENT },
    expected: rendered('the shop', { where: 'frame' }),
  },
  {
    name: 'a link in a frame with srcdoc',
    serve: blogPost(`<iframe srcdoc='${linkSentence('the shop')}'></iframe>`),
    expected: rendered('the shop', { where: 'frame' }),
  },
  {
    name: 'an invisible link that a script adds',
    serve: shell(`root.style.display = 'none'; root.innerHTML = ${ADDED}`),
    expected: rendered('the shop', { hidden: true }),
  },
  {
    name: 'a link that a style sheet hides',
    serve: magazine({
      title: 'Unseen',
      head: '<style>.x { visibility: hidden }</style>',
      body: `<p class="x" id="root"></p><script>root.innerHTML = ${ADDED}</script>`,
    }),
    expected: rendered('the shop', { hidden: true }),
  },
  {
    name: 'a link in the source that its style hides',
    serve: blogPost(`<div style="display:none">${linkSentence()}</div>`),
    expected: live('hand-sewn shoes', { hidden: true }),
  },
  {
    name: 'a link in the source that a script removes',
    serve: blogPost(`<div id="x">${linkSentence()}</div><script>x.remove()</script>`),
    expected: live('hand-sewn shoes'),
  },
  {
    name: 'a link in a noscript of the body',
    serve: blogPost(`<noscript>${linkSentence()}</noscript>`),
    expected: live('hand-sewn shoes'),
  },
  {
    name: 'a link that a script puts into a noscript',
    serve: blogPost(`<div id="x"></div><script>
      const n = document.createElement('noscript'); n.textContent = ${ADDED}; x.append(n)</script>`),
    expected: removed('not-on-page'),
  },
  {
    name: 'a link in an unused template',
    serve: blogPost(`<template id="t">${linkSentence()}</template>`),
    expected: removed('not-on-page'),
  },
  {
    name: 'a link in a template that a script inserts',
    serve: blogPost(
      `<template id="t">${linkSentence()}</template><script>document.body.append(t.content.cloneNode(true))</script>`,
    ),
    expected: rendered('hand-sewn shoes'),
  },
  {
    name: 'a button that opens the client’s page',
    serve: blogPost(`<button onclick="location.href='https://www.client.example/shoes/'">hand-sewn shoes</button>`),
    expected: removed('not-on-page'),
  },
  {
    name: 'a link that gets its address on click',
    serve: blogPost(`<a onclick="this.href='https://www.client.example/shoes/'">hand-sewn shoes</a>`),
    expected: removed('not-on-page'),
  },
  {
    name: 'a challenge that a browser passes',
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
    name: 'a 503 with a challenge that no browser passes',
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
