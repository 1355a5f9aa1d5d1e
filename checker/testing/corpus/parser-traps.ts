/** Pages on which a careless parser finds a link that does not exist, or misses a link. */

import { absent, type CorpusPage, dofollow, nofollow } from './corpus-page.ts';
import { bare } from './page-layouts.ts';

const C = 'https://www.client.example/shoes/';
const LINK = `<a href="${C}">shoes</a>`;

export const traps: readonly CorpusPage[] = [
  {
    name: 'unquoted values that contain equals signs and slashes',
    html: bare(`<p><a href=https://www.client.example/shoes/?a=b=c/d class=x=y>query</a> <a href=${C}>plain</a></p>`),
    expected: dofollow('plain'),
  },
  {
    name: 'an unquoted address that ends in a slash before the bracket',
    html: bare(`<p><a class=x href=${C}>shoes</a></p>`),
    expected: dofollow('shoes'),
  },
  {
    name: 'stray quotes between attributes',
    html: bare(`<p><a class="x"" href="${C}" '>shoes</a></p>`),
    expected: dofollow('shoes'),
  },
  {
    name: 'a quote left open swallows the next link',
    html: bare(`<p><a href="/one>one</a> <a href="${C}">two</a> <a href="/three">three</a></p>`),
    expected: absent,
  },
  {
    name: 'attributes without space between them and slashes in the tag',
    html: bare(`<p><a/href="${C}"rel='nofollow'/title=x / >shoes</a></p>`),
    expected: nofollow('shoes'),
  },
  {
    name: 'end tags with attributes that look like links',
    html: bare(`<p></p href="${C}"><div></div title="<a href='${C}'>">${LINK}</a href="${C}"></p>`),
    expected: dofollow('shoes'),
  },
  {
    name: 'the first of two href attributes wins',
    html: bare(`<p><a href="/first" href="${C}">no</a> <a href="${C}" href="/second">yes</a></p>`),
    expected: dofollow('yes'),
  },
  {
    name: 'an attribute name that begins with an equals sign',
    html: bare(`<p><a ="x" =href="/no" href="${C}">shoes</a></p>`),
    expected: dofollow('shoes'),
  },
  {
    name: 'upper case names and line breaks inside the tag',
    html: bare(`<P><A\r\n\tTITLE=x\n\fHREF\n=\n"${C}"\n>shoes</A\n></P>`),
    expected: dofollow('shoes'),
  },
  {
    name: 'character references in the address',
    clientLink: 'https://client.example/s?a=1&copy=2&lt=3&b=é',
    html: bare(`<p><a href="https:&#47;&#x2F;client.example&sol;s?a=1&copy=2&lt=3&amp;b=&eacute;">refs</a></p>`),
    expected: dofollow('refs'),
  },
  {
    name: 'character references in the text: without semicolon, numbered, from windows-1252, unknown',
    html: bare(
      `<p><a href="${C}">A&ampB &copy2026 &#147;q&#x94; &#0;&#xD800;&#x110000; &bogus; &notit; &CounterClockwiseContourIntegral;</a></p>`,
    ),
    expected: dofollow('A&B ©2026 “q” ��� &bogus; ¬it; ∳'),
  },
  {
    name: 'a line break and a tab inside the address',
    html: bare(`<p><a href="https://www.client\n.example/sho\tes/ ">shoes</a></p>`),
    expected: dofollow('shoes'),
  },
  {
    name: 'comments that end at once, with an exclamation mark, or unexpectedly',
    html: bare(
      `<!--><p>${LINK}</p><!---><p><a href=/1>1</a></p><!-- --!><a href=/2>2</a><!--- -><a href="${C}">no</a>--><!-- a -- > b --><a href=/3>3</a>`,
    ),
    expected: dofollow('shoes'),
  },
  {
    name: 'bogus comments: question marks, stray declarations, invalid end tags',
    html: bare(
      `<?php echo '<a href="/x">' ?>${LINK}<!DOCTYPE x "<a>"><! ><a href=/1>1</a></ <a href=/no>><//><a href=/2>2</a></>`,
    ),
    expected: { ...dofollow('shoes') },
    wellFormed: false,
  },
  {
    name: 'a conditional comment',
    html: bare(`<!--[if lt IE 9]><a href="${C}">old</a><![endif]--><!--[if !IE]><!-->${LINK}<!--<![endif]-->`),
    expected: dofollow('shoes'),
  },
  {
    name: 'a link in a comment',
    html: bare(`<p>Text <!-- <a href="${C}">was here</a> --> goes on.</p>`),
    expected: absent,
  },
  {
    name: 'a comment that never ends',
    html: `${bare(`<p>${LINK}</p>`).slice(0, -14)}<!-- <a href="/no">no</a>`,
    expected: dofollow('shoes'),
    wellFormed: false,
  },
  {
    name: 'scripts with escaped and doubly escaped content',
    html: bare(
      `<script><!-- if (a<b) document.write('<script src=x><\\/script>'); --></script><script><!--<script>"</script><a href='${C}'>"--></script>${LINK}`,
    ),
    expected: dofollow('shoes'),
  },
  {
    name: 'a script that contains its end tag in parts',
    html: bare(
      `<script>var a="</scr"+"ipt><a href='${C}'>";</script ><p>none</p><script>"</scripty><a href='${C}'>"</SCRIPT/>`,
    ),
    expected: absent,
  },
  {
    name: 'elements whose content is text',
    html: bare(
      `<style>a::after{content:"<a href='${C}'>"}</style><textarea><a href="${C}">t</a></textarea><xmp><a href="${C}">x</a></xmp><iframe><a href="${C}">i</a></iframe><noembed><a href="${C}">n</a></noembed><noframes><a href="${C}">f</a></noframes><title><a href="${C}">late</a></title>`,
    ),
    expected: { ...absent, title: 'Bare' },
  },
  {
    name: 'everything after plaintext is text',
    html: bare(`${LINK}<plaintext><a href="/no">no</a></plaintext>`),
    expected: dofollow('shoes'),
  },
  {
    name: 'a title with markup in it',
    html: bare(LINK, '<title>A <b>bold</b> &lt;title&gt; <a href="/x"></title >'),
    expected: { ...dofollow('shoes'), title: 'A <b>bold</b> <title> <a href="/x">' },
  },
  {
    name: 'a title that never ends takes the whole page with it',
    html: `<!DOCTYPE html><html><head><title>Oh no</head><body>${LINK}</body></html>`,
    expected: { ...absent, unread: 'empty-page' },
  },
  {
    name: 'links in nested templates',
    html: bare(
      `<template><a href="${C}">t</a><template><a href="${C}">t</a></template><table><tr><td><a href="${C}">t</a></template><p><a href="/real">real</a></p>`,
    ),
    expected: absent,
  },
  {
    name: 'a template inside a link',
    html: bare(`<a href="${C}">shoes<template><b>not</b><a href="/no">this</a></template> and more</a>`),
    expected: dofollow('shoes and more'),
  },
  {
    name: 'a link in a noscript',
    html: bare(`<noscript><p>Please see <a href="${C}">shoes</a></p></noscript>`),
    expected: dofollow('shoes'),
  },
  {
    name: 'a noscript in the head with body content',
    html: `<!DOCTYPE html><html><head><title>T</title><noscript><img src="/pixel?a=1" alt=""><a href="${C}">px</a></noscript><link rel="canonical" href="/too-late"></head><body><p>x</p></body></html>`,
    expected: dofollow('px'),
    wellFormed: false,
  },
  {
    name: 'links in SVG, by href and by xlink:href',
    html: bare(
      `<svg viewBox="0 0 9 9"><a xlink:href="${C}"><text x="1">drawn</text></a><a href="/first" xlink:href="${C}"><text>two</text></a></svg>`,
    ),
    expected: dofollow('drawn'),
  },
  {
    name: 'style, script and CDATA in SVG',
    html: bare(
      `<svg><style><a href="${C}">styled</a></style><![CDATA[<a href="/no">]]></svg><![CDATA[<a href="/yes">y</a>]]><p>end</p>`,
    ),
    expected: dofollow('styled'),
    wellFormed: false,
  },
  {
    name: 'HTML inside SVG inside HTML',
    html: bare(
      `<svg><title><b>An</b> icon</title><foreignObject width="9" height="9"><div><style>/*<a href="/no">*/</style><p>${LINK}</p></div></foreignObject><path d="M0 0"/></svg>`,
    ),
    expected: dofollow('shoes'),
  },
  {
    name: 'an SVG that HTML breaks out of',
    html: bare(`<svg><g><path d="M0"><p>${LINK}</p><style>/*<a href="/no">*/</style></svg>`),
    expected: dofollow('shoes'),
    wellFormed: false,
  },
  {
    name: 'links in MathML, and HTML links in its text',
    html: bare(
      `<math><a href="/no"><mi>x</mi></a><mtext>${LINK}</mtext><annotation-xml encoding="Text/HTML"><style>/*<a href="/no">*/</style></annotation-xml></math>`,
    ),
    expected: dofollow('shoes'),
    wellFormed: false,
  },
  {
    name: 'a link in a select',
    html: bare(`<select><option>one<a href="${C}">no</a><style><option>two</select><p><a href="/yes">y</a></p>`),
    // Chromium's parser accepts links in a select, because selects can be styled.
    expected: { ...absent, anchorInBrowser: 'no' },
    wellFormed: false,
  },
  {
    name: 'a select that a table cell ends',
    html: bare(`<table><tr><td><select><option>one<td>${LINK}</table>`),
    expected: dofollow('shoes'),
    wellFormed: false,
  },
  {
    name: 'a link inside a link ends the first one',
    html: bare(`<p><a href="/outer">outer ${LINK} rest</a></p>`),
    expected: dofollow('shoes'),
    wellFormed: false,
  },
  {
    name: 'a link that is never closed',
    html: bare(`<div><a href="${C}">shoes<p>and</p><p>boots</p></div>`),
    expected: dofollow('shoes and boots'),
    wellFormed: false,
  },
  {
    name: 'links in tables that the parser moves out',
    html: bare(`<table><a href="/fostered">f</a><tr><td>${LINK}</td></tr><a href="/two">t</a></table>`),
    expected: dofollow('shoes'),
    wellFormed: false,
  },
  {
    name: 'formatting that overlaps',
    html: bare(`<p><b><i><a href="${C}">sh<b>oe</i>s</a></b></p><p><a href="/x">x<div>y</div></p>`),
    expected: dofollow('shoes'),
    wellFormed: false,
  },
  {
    name: 'NUL characters in text, names and values',
    html: bare(
      `<p>a\0b <a\0 href="${C}">no</a> <a hr\0ef="${C}">no</a> <a href="${C}">sh\0oes</a> <a href="/\0">z</a></p>`,
    ),
    expected: dofollow('shoes'),
    wellFormed: false,
  },
  {
    name: 'less-than signs that begin no tag',
    html: bare(`<p>1 < 2 <3 <=> << ${LINK} <<a href="/x">x</a> < a href="${C}"></p>`),
    expected: dofollow('shoes'),
  },
  {
    name: 'a tag that the end of the page cuts off',
    html: `<!DOCTYPE html><title>Cut</title><p><a href="/whole">whole</a> <a href="${C}"`,
    expected: absent,
    wellFormed: false,
  },
  {
    name: 'a base in the body that applies to the whole page',
    html: bare(
      `<p><a href="../shoes/">before</a></p><base href="https://client.example/x/"><base href="/ignored/"><p><a href="../shoes">after</a></p>`,
    ),
    expected: dofollow('before', 2),
  },
  {
    name: 'a base with an invalid address',
    html: bare(`<a href="//client.example/shoes">shoes</a>`, '<base href="https://[/"><title>Base</title>'),
    expected: dofollow('shoes'),
  },
  {
    name: 'an image map',
    html: bare(
      `<img usemap="#m" src="/m.png" alt="map"><map name="m"><area shape="rect" coords="0,0,9,9" href="${C}" alt="Shoe wall"><area nohref></map>`,
    ),
    expected: dofollow('Shoe wall'),
  },
  {
    name: 'a frameset page',
    html: `<html><head><title>Frames</title></head><frameset cols="20%,80%"><frame src="/menu"><frame src="/main"><noframes><body><a href="${C}">no frames</a></body></noframes></frameset></html>`,
    expected: { ...absent, title: 'Frames' },
    wellFormed: false,
  },
  {
    name: 'a frameset that replaces the body before it',
    html: `<html><head><title>F</title></head><a href="${C}"></a><link rel=x href=y> <frameset><frame src="/a"></frameset></html>`,
    expected: absent,
    wellFormed: false,
  },
  {
    name: 'a frameset that comes too late',
    html: bare(`<p>${LINK}</p><frameset><frame src="/a"></frameset>`),
    expected: dofollow('shoes'),
    wellFormed: false,
  },
  {
    name: 'elements with the address that are not links',
    html: bare(
      `<form action="${C}"><button formaction="${C}">b</button></form><link rel="prefetch" href="${C}"><div href="${C}">d</div><area alt="x"><blockquote cite="${C}">q</blockquote><a name="${C}">n</a><a data-href="${C}">d</a><img src="${C}" alt="">`,
    ),
    expected: absent,
  },
  {
    name: 'addresses that only resemble the client link',
    html: bare(
      `<a href="https://client.example.evil.example/shoes/">1</a><a href="https://evil.example/?u=https://www.client.example/shoes/">2</a><a href="https://www.client.example@evil.example/shoes/">3</a><a href="https://notclient.example/shoes">4</a><a href="javascript:open('${C}')">5</a><a href="mailto:x@client.example">6</a>`,
    ),
    expected: absent,
  },
  {
    name: 'near misses: another path, another case, an encoded slash, another query',
    html: bare(
      `<a href="https://client.example/Shoes/">1</a><a href="https://client.example/shoes%2F">2</a><a href="https://client.example/shoes/?size=42">3</a><a href="https://client.example/">4</a>`,
    ),
    expected: { matches: 0, nearest: 'https://client.example/shoes%2F' },
  },
  {
    name: 'a head with body content',
    html: `${LINK}<title>Late</title><meta name=robots content=nofollow><link rel=canonical href=/c>`,
    expected: { ...nofollow('shoes', 'meta-robots'), title: 'Late', metaRobots: 'nofollow' },
    wellFormed: false,
  },
  {
    name: 'a fragment without html, head and body',
    html: `shoes: ${LINK}`,
    expected: { ...dofollow('shoes'), title: null },
  },
  { name: 'an empty page', html: '', expected: { ...absent, title: null, unread: 'empty-page' } },
  { name: 'a page of white space', html: ' \n\t\r\n ', expected: { ...absent, title: null, unread: 'empty-page' } },
];
