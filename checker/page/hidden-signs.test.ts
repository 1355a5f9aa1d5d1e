import test from 'ava';
import { hasLinkScript, mayBeHidden, readSigns, styleRules } from './hidden-signs.ts';

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

test('only scripts that change links are a sign, and data is not a script', (t) => {
  const changesLinks = (source: string) => hasLinkScript(readSigns(source, PAGE));
  t.true(changesLinks('<script>for (const a of document.links) a.rel = "nofollow"</script>'));
  t.true(changesLinks(`<script>x.setAttribute('href', '/go')</script>`));
  t.false(changesLinks('<script>location.href = "/x"</script>'));
  t.false(changesLinks('<script type="application/ld+json">{"x": "a.rel = b"}</script>'));
});

test('a hostile sheet is read like any other', (t) => {
  const css = `${'.a{'.repeat(50_000)}${'}'.repeat(50_000)}${'.x:not('.repeat(20_000)}{}.k{display:none}${'/*'.repeat(50_000)}`;
  t.true(mayBeHidden(readSigns(LINK, PAGE), LINK, styleRules(css)));
});
