/** Every HTML element name in every place where the parser may treat it differently. For tests only. */

export const ELEMENTS: readonly string[] = [
  'a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br',
  'button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed',
  'fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image',
  'img input ins isindex kbd keygen label legend li link listing main map mark marquee math menu meta meter multicol nav',
  'nextid nobr noembed noframes noscript object ol optgroup option output p param picture plaintext pre progress q rb rp',
  'rt rtc ruby s samp script search section select slot small source spacer span strike strong style sub summary sup svg',
  'table tbody td template textarea tfoot th thead time title tr track tt u ul unknown var video wbr x-element xmp',
].flatMap((line) => line.split(' '));

const FIRST = '<a href=1 rel=x>one</a>';
const SECOND = '<a href=2>two</a>';

/** Pages with an element in one place each. */
export const PLACES: Readonly<Record<string, (name: string) => string>> = {
  'the body': (name) => `<body>x<${name}>${FIRST}</${name}>${SECOND}`,
  'the body, not closed': (name) => `<body>x<${name}>${FIRST}</div>${SECOND}`,
  'the body, not opened': (name) => `<body>x${FIRST}</${name}>${SECOND}`,
  'an SVG': (name) => `<body>x<svg><${name}>${FIRST}</${name}><a href=3>t</a></svg>${SECOND}`,
  'an SVG, not closed': (name) => `<body>x<svg><${name}><img alt=i>${FIRST}</svg>${SECOND}<meta name=robots content=1>`,
  'an SVG before an area': (name) => `<body>x<svg><${name}><area href=7></svg>${SECOND}`,
  'an SVG description': (name) =>
    `<body>x<svg><desc><${name}>${FIRST}</${name}></desc><a xlink:href=4>t</a></svg>${SECOND}`,
  'a formula': (name) => `<body>x<math><mi><${name}>${FIRST}</${name}></mi><a href=5>t</a></math>${SECOND}`,
  'a cell': (name) => `<body>x<table><tr><td><${name}>${FIRST}</${name}></td></tr></table>${SECOND}`,
  'an SVG in a cell': (name) =>
    `<body>x<table><tr><td><svg><desc><${name}><a xlink:href=6>t</a>${FIRST}</table>${SECOND}`,
  // The scanner treats `</thead>` and `</tfoot>` like `</tbody>`.
  'an SVG in a cell, not opened': (name) =>
    `<body>x<table><tr><td><svg><desc></${/^t(head|foot)$/.test(name) ? 'tbody' : name}></desc><a xlink:href=8>t</a>${SECOND}`,
  'a select': (name) => `<body>x<select><${name}>${FIRST}</${name}></select>${SECOND}`,
  'a select in a cell': (name) => `<body>x<table><tr><td><select><${name}>${FIRST}</select>${SECOND}`,
  'a template': (name) => `<body>x<template><${name}>${FIRST}</${name}></template>${SECOND}`,
  'a template of columns': (name) => `<body>x<template><col><${name}>${FIRST}</template>${SECOND}`,
  'a page before a frameset': (name) => `<${name}></${name}><frameset><frame></frameset>${FIRST}`,
  'a body before a frameset': (name) => `<body><${name}></${name}><frameset><frame></frameset>${FIRST}`,
  'the head': (name) =>
    `<head><${name}></${name}><link rel=a href=k><title>t</title></head>${FIRST}<link rel=b href=k2>`,
  'a noscript of the head': (name) => `<head><noscript><${name}></noscript><link rel=a href=k></head>${FIRST}`,
  'a page after its head': (name) => `<head></head><${name}><link rel=a href=k></${name}>${FIRST}`,
};
