import test from 'ava';
import { mayBeHidden, readSigns } from './hidden-signs.ts';
import { scriptFileSigns } from './script-signs.ts';
import { styleRules } from './style-rules.ts';

const PAGE = 'https://blog.example/post/';
const LINK = '<a class="k" href="https://client.example/">shop</a>';
const suspects = (before: string, after = '', link = LINK, css = '') => {
  const source = `<html><head><style>${css}</style></head><body class="post"><article><p>One<p>${before}${link}${after}</article>`;
  return mayBeHidden(readSigns(source, PAGE), link);
};

const HIDDEN: Readonly<Record<string, () => boolean>> = {
  'display of an element around it': () => suspects('<div style="display:none">', '</div>'),
  'a hidden attribute': () => suspects('<div hidden>', '</div>'),
  'visibility by a class': () => suspects('<span class="x">', '', LINK, '.y, p .x{ visibility : hidden }'),
  'opacity by an id': () => suspects('<span id="x">', '', LINK, '#x{opacity:0}'),
  'a place far away': () => suspects('<div style="position:absolute; left:-9999px">'),
  'a text indent': () => suspects('', '', LINK, 'a.k{text-indent:-100em}'),
  'no height': () => suspects('<div style="height:0;overflow:hidden">'),
  'a tiny font': () => suspects('<span style="font-size: 0">'),
  'a clip path': () => suspects('', '', LINK, '.k{clip-path:inset(100%)}'),
  'white text without a background': () => suspects('', '', LINK, '.k{color:#FFF}'),
  'the color of its background': () =>
    suspects('<div style="background:#123456">', '', LINK, '.k{color:rgb(18, 52, 86)}'),
  'a rule for screens only': () => suspects('', '', LINK, '@media screen { .k { display: none } }'),
  'opacity by a filter': () => suspects('', '', LINK, '.k{filter:opacity(0)}'),
  'declarations before a nested rule': () =>
    suspects('<p class="x">', '', LINK, '.x { display: none; & b { color: red } }'),
  'a variable': () => suspects('', '', LINK, '.k{display:var(--d)}'),
  'the scale property': () => suspects('', '', LINK, '.k{scale:0}'),
  'the translate property': () => suspects('', '', LINK, '.k{translate:-9999px 0}'),
  'a rotation': () => suspects('', '', LINK, '.k{transform:rotateY(90deg)}'),
  zoom: () => suspects('', '', LINK, '.k{zoom:0.001}'),
  'nearly the color of the page': () => suspects('', '', LINK, '.k{color:#fdfdfe}'),
  'white in OKLCH': () => suspects('', '', LINK, '.k{color:oklch(98.5% 0.002 247.8)}'),
  'white in OKLab, Lab, LCH and display-p3': () =>
    ['oklab(1 0 0)', 'lab(100 0 0)', 'lch(99% 0 none)', 'color(display-p3 1 1 1)'].every((color) =>
      suspects('', '', LINK, `.k{color:${color}}`),
    ),
  'black on a black in OKLCH': () => suspects('<div style="background:oklch(0 0 0)">', '', LINK, '.k{color:#000}'),
  'white in HSL': () => suspects('', '', LINK, '.k{color:hsl(210, 10%, 100%)}'),
  'a picture of one pixel': () => suspects('', '', '<a href="https://client.example/"><img src="x" width="1"></a>'),
  'a script that names a box around it': () =>
    suspects('<div id="offer">', '<script>document.getElementById("offer").style.display = "none"</script>'),
  'a script that names the class of a box around it': () =>
    suspects('<div class="offer new">', '<script>$(".offer").hide()</script>'),
  'a mask': () => suspects('<div style="-webkit-mask:linear-gradient(#0000,#0000)">'),
  'a place behind others': () => suspects('<div style="position:relative;z-index:-1">'),
  'a box over it': () => suspects('', '<div style="position:absolute;inset:0;background:#fff"></div>'),
  'a picture over it': () => suspects('', '<img class="x">', LINK, '.x{position:absolute;width:100%}'),
  'a popover': () => suspects('<div popover id="p">'),
  'a dialog': () => suspects('<dialog>'),
  'a box over it by a class': () => suspects('', '<i class="x"></i>', LINK, '.x{position:absolute;background:#fff}'),
  'a box that is drawn up over it': () => suspects('', '<div style="margin-top:-40px;background:#fff">y</div>'),
  'a pseudo-element over it': () =>
    suspects('<div class="x">', '', LINK, '.x::after{content:"";position:absolute;background:#fff}'),
  'a shadow root in the source': () => suspects('<div><template shadowrootmode="open">x</template>'),
  'a shadow root of an element by a script': () => suspects('<x-box>', '<script>this.attachShadow({})</script>'),
  'a script that names a custom element around it': () => suspects('<x-box>', '<script>$("x-box").hide()</script>'),
  'a script that hides links': () =>
    suspects('', '<script>document.querySelectorAll("article a").forEach((a) => { a.hidden = true })</script>'),
  'a script that hides links to its address': () =>
    suspects('', '<script>hide("[href*=\'client.example\']"); x.style.display = "none"</script>'),
  'a style sheet that a script adopts': () =>
    suspects('<p class="x">', '<script>const s = new CSSStyleSheet(); s.replaceSync(".x{display:none}")</script>'),
  'a style element that a script adds': () =>
    suspects(
      '<p class="x">',
      "<script>e = document.createElement('style'); e.textContent = `\n.x { display: none }`</script>",
    ),
  'no text': () => suspects('', '', '<a href="https://client.example/"> </a>'),
};
for (const [what, look] of Object.entries(HIDDEN)) {
  test(`a link may be hidden by ${what}`, (t) => t.true(look()));
}

const SHOWN: Readonly<Record<string, () => boolean>> = {
  'no style': () => suspects(''),
  'a style of a sibling': () => suspects('<div style="display:none">x</div>'),
  'a hidden menu before it': () => suspects('<ul class="m"><li>x</li></ul>', '', LINK, '.m{display:none}'),
  'a rule for another class': () => suspects('<div class="a">', '', LINK, '.a.b{display:none} .c .a:hover{opacity:0}'),
  'white text on black': () => suspects('', '', LINK, 'body{background:#000;color:#fff} .k{color:#fff}'),
  'a gray and a blue in OKLCH': () =>
    ['oklch(0.55 0.01 250)', 'oklch(54.6% .245 262.881)', 'lch(50% 0 0)', 'lab(98 40 20)', 'color(srgb 1 1 0)'].some(
      (color) => suspects('', '', LINK, `.k{color:${color}}`),
    ),
  'white on a gray in OKLCH': () => suspects('<div style="background:oklch(0.4 0 0)">', '', LINK, '.k{color:#fff}'),
  'a gray in HSL': () => suspects('', '', LINK, '.k{color:hsl(0 0% 40%)}'),
  'a script that hides another box': () => suspects('<div id="offer">', '<script>$("#banner").hide()</script>'),
  'a script that only reads its box': () => suspects('<div id="offer">', '<script>read("#offer")</script>'),
  'a transparent box over it': () => suspects('', '<a style="position:absolute;inset:0"></a>'),
  'a box that moves and draws nothing': () => suspects('', '<i class="x"></i>', LINK, '.x{position:absolute;top:0}'),
  'a link that is stretched over its card': () =>
    suspects('', '', LINK, '.k::after{content:"";position:absolute;inset:0;background:none}'),
  'no mask': () => suspects('', '', LINK, '.k{mask:none}'),
  'a script that adds a style for another box': () =>
    suspects('', '<script>e = document.createElement("style"); e.textContent = ".y{display:none}"</script>'),
  'scale and zoom above zero': () => suspects('', '', LINK, '.k{scale:1.05;zoom:0.9}'),
  'a color': () => suspects('', '', LINK, '.k{color:#0645ad;max-width:100%}'),
  'an image without text': () => suspects('', '', '<a href="https://client.example/"><img src="x"></a>'),
};
for (const [what, look] of Object.entries(SHOWN)) {
  test(`a link is not suspected because of ${what}`, (t) => t.false(look()));
}

test('the style sheets of a page are resolved, and those for print are skipped', (t) => {
  const source =
    '<link rel="stylesheet" href="/a.css?x=1&amp;y=2"><link rel=stylesheet media="print" href=b.css><link rel="icon" href="c.ico">';
  t.deepEqual(readSigns(source, PAGE).sheets, ['https://blog.example/a.css?x=1&y=2']);
});

test('style sheets that are imported, or applied once they are loaded, count too', (t) => {
  const source = `<style>@import "a.css"; @import url(b.css) print; @import url('/c.css') screen; .x{color:red}</style>
    <link rel="stylesheet" media="print" onload="this.media='all'" href="d.css">
    <link rel="preload" as="style" onload="this.rel='stylesheet'" href="e.css"><link rel="preload" as="font" href="f.css">
    <script>load('/g.css?v=1')</script>`;
  const sheets = ['d', 'e', 'a'].map((name) => `${PAGE}${name}.css`);
  t.deepEqual(readSigns(source, PAGE).sheets, [
    ...sheets,
    'https://blog.example/c.css',
    'https://blog.example/g.css?v=1',
  ]);
});

test('the scripts of the page’s own site are read, without known libraries', (t) => {
  const files = [
    '/plug-in.js',
    '//static.blog.example/theme.js',
    '/jquery-3.7.1.min.js',
    '/js/jquery.hide.js',
    '//cdn.example/x.js',
  ];
  const source = files.map((file) => `<script src="${file}"></script>`).join('');
  t.deepEqual(readSigns(source, PAGE).scriptFiles, [
    'https://blog.example/plug-in.js',
    'https://static.blog.example/theme.js',
    'https://blog.example/js/jquery.hide.js',
  ]);
});

test('only scripts that change links are a sign, and data is not a script', (t) => {
  const changesLinks = (source: string) => readSigns(source, PAGE).scripts.some((script) => script.changesLinks);
  t.true(changesLinks('<script>for (const a of document.links) a.rel = "nofollow"</script>'));
  t.true(changesLinks(`<script>x.setAttribute('href', '/go')</script>`));
  t.true(changesLinks('<script>$("article a").attr("rel", "nofollow")</script>'));
  t.true(changesLinks('<script>document.querySelector("p a").href = "/go"</script>'));
  t.true(changesLinks('<script>meta.name = "robots"; meta.content = "noindex"</script>'));
  t.false(changesLinks('<script>l.rel = "stylesheet"; l.rel="preload"; if (a.rel == "x") b.href = c</script>'));
  t.false(changesLinks('<script>location.href = "/x"</script>'));
  t.false(changesLinks('<script type="application/ld+json">{"x": "a.rel = b"}</script>'));
});

test('a hostile sheet is read like any other', (t) => {
  const css = `${'.a{'.repeat(50_000)}${'}'.repeat(50_000)}${'.x:not('.repeat(20_000)}{}.k{display:none}${'/*'.repeat(50_000)}`;
  t.true(mayBeHidden({ ...readSigns(LINK, PAGE), rules: styleRules(css) }, LINK));
});

test('in the long file of a script, what it names and what it hides stand close together', (t) => {
  const filler = `;function f(e){return e.classList.add("k"),e.setAttribute("class",x),e.rel=y}`.repeat(100);
  const looks = (script: string) => {
    const page = readSigns(`<div class="offer">${LINK}`, PAGE);
    const file = scriptFileSigns(script, PAGE);
    return file.changesLinks || mayBeHidden({ ...page, scripts: [file] }, LINK);
  };
  t.false(looks(`$(".offer").show()${filler}$("#top").hide()`));
  t.true(looks(`${filler}$(".offer").hide()${filler}`));
  t.true(looks(`${filler}for(const a of document.links)a.rel="nofollow"`));
  t.true(looks(`${filler}m.name="robots",m.content="noindex"`));
  t.true(looks('document.querySelector(".offer").classList.add("gone")'));
});
