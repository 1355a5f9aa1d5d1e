/** Links that a visitor sees or can make visible, and links that nobody sees: two pages, each with all its patterns. */
import test from 'ava';
import { type CheckResult, openChecker } from '../../check.ts';
import { article, recordingLog, startSite } from '../../testing/test-site.ts';

/** A pattern of styles and markup, in which § is the number of the pattern and LINK its link. */
type Pattern = readonly [what: string, css: string, markup: string];

const REVEALED: readonly Pattern[] = [
  [
    'the tab of a radio button',
    '.p§{display:none}.i§{position:absolute;left:-9999px}#b§:checked~.p§{display:block}',
    '<input class=i§ type=radio name=r§ id=a§ checked><label for=a§>One</label><input class=i§ type=radio name=r§ id=b§><label for=b§>Two</label><div class=p§>LINK</div>',
  ],
  [
    'a check box that is not checked',
    '#c§:not(:checked)~.p§{max-height:0;overflow:hidden}.p§{transition:max-height 1s}',
    '<input type=checkbox id=c§><label for=c§>More</label><div class=p§>LINK</div>',
  ],
  [
    'a menu in a menu that opens for a mouse',
    '.m§ ul{visibility:hidden;opacity:0;transition:all .5s .5s}@media (hover:hover){.m§ li:hover>ul{visibility:visible;opacity:1}}',
    '<ul class=m§><li>Shops<ul><li>Old<ul><li>LINK</li></ul></li></ul></li></ul>',
  ],
  [
    'a menu that opens when a button in it has the focus',
    '.m§ ul{position:absolute;left:-9999px}.m§ li:focus-within>ul{left:0}.m§ li{position:relative}',
    '<ul class=m§><li><button>Shops</button><ul><li>LINK</li></ul></li></ul>',
  ],
  [
    'a part that a jump leads to',
    '.p§{display:none}.p§:target{display:block}',
    '<a href="#p§">Show</a><div class=p§ id=p§>LINK</div>',
  ],
  [
    'styles for an open <details>',
    '.p§{display:none}details[open]+.p§{display:block}',
    '<details><summary>More</summary></details><div class=p§>LINK</div>',
  ],
  ['a popover with a button', '', '<button popovertarget=p§>More</button><div popover id=p§>LINK</div>'],
  ['a dialog with a command', '', '<button commandfor=p§ command=show-modal>More</button><dialog id=p§>LINK</dialog>'],
  [
    'a dialog with a script',
    '',
    '<button id=o§>More</button><dialog class=box§>LINK</dialog><script>o§.addEventListener("click", () => document.querySelector(".box§").showModal())</script>',
  ],
  [
    'an accordion with a script',
    '.p§{display:none}',
    '<h3 class=head§ style="cursor:pointer">More</h3><div class=p§>LINK</div><script>document.querySelector(".head§").onclick = ({ target }) => { target.nextElementSibling.style.display = "block" }</script>',
  ],
  [
    'a tab that labels its panel',
    '',
    '<button role=tab id=t§>Two</button><div role=tabpanel aria-labelledby=t§ hidden>LINK</div>',
  ],
  [
    'a drawer',
    '.p§{position:fixed;left:-300px;width:300px}',
    '<button aria-controls=p§>Menu</button><div class=p§ id=p§>LINK</div>',
  ],
  [
    'slides in a row',
    '.c§{overflow:hidden;width:400px}.t§{display:flex;transform:translateX(-400px)}.s§{flex:0 0 400px}',
    '<div class=c§><div class=t§><div class=s§>LINK</div><div class=s§>Two</div><div class=s§>Three</div></div></div><div><button>Next</button></div>',
  ],
  [
    'slides that fade',
    '.c§{position:relative;height:60px;overflow:hidden}.s§{position:absolute;inset:0;opacity:0}.s§.on{opacity:1}',
    '<div class=c§><div class="s§ on">One</div><div class=s§>Two</div><div class=s§ aria-hidden=true>LINK</div></div><div><button>Next</button></div>',
  ],
  [
    'slides of a library',
    '.s§{display:none}.s§.on{display:block}',
    '<div class="carousel"><div class="s§ on">One</div><div class=s§>LINK</div></div>',
  ],
  [
    'a cover that goes when the mouse is over it',
    '.k§{position:relative;height:60px}.z§{position:absolute;inset:0;background:#123}.k§:hover .z§{opacity:0}',
    '<div class=k§>LINK<div class=z§>Card</div></div>',
  ],
  [
    'nothing: the box over it is transparent',
    '.k§{position:relative}.z§{position:absolute;inset:0;background:linear-gradient(#0001,#0006);pointer-events:none}',
    '<div class=k§>LINK<i class=z§></i></div>',
  ],
  [
    'nothing: the link is stretched over its card',
    '.k§{position:relative}.k§ a::after{content:"";position:absolute;inset:0}.k§::before{content:"";position:absolute;inset:0;background:#eee;z-index:-1}',
    '<div class=k§>LINK</div>',
  ],
  [
    'nothing: its mask fades out',
    '.p§{-webkit-mask-image:linear-gradient(#000,transparent)}',
    '<div class=p§>LINK</div>',
  ],
  ['nothing: it is in a slot', '', '<div><template shadowrootmode=open><p><slot></slot></p></template>LINK</div>'],
  ['nothing: its box is its parent’s', '.p§ a{display:contents;z-index:-1}', '<div class=p§>LINK</div>'],
];

const HIDDEN: readonly Pattern[] = [
  [
    'a part that only its own hovering would show',
    '.p§{display:none}.p§:hover{display:block}',
    '<div class=p§>LINK</div>',
  ],
  ['a box that shows nothing to point at', '.p§ a{opacity:0}.p§:hover a{opacity:1}', '<div class=p§>LINK</div>'],
  [
    'a menu that is hidden itself',
    '.m§,.m§ ul{display:none}.m§ li:hover>ul{display:block}',
    '<ul class=m§><li>Shops<ul><li>LINK</li></ul></li></ul>',
  ],
  [
    'a check box without a visible label',
    '.p§,#c§,.l§{display:none}#c§:checked~.p§{display:block}',
    '<input type=checkbox id=c§><label class=l§ for=c§>More</label><div class=p§>LINK</div>',
  ],
  [
    'a place that only the tab key leads to',
    '.p§ a{position:absolute;left:-9999px}.p§ a:focus{left:0}',
    '<div class=p§>LINK</div>',
  ],
  ['a part that no jump leads to', '.p§{display:none}.p§:target{display:block}', '<div class=p§ id=p§>LINK</div>'],
  ['a popover without a button', '', '<div popover id=p§>LINK</div>'],
  [
    'a popover whose button is hidden',
    '',
    '<button hidden popovertarget=p§>More</button><div popover id=p§>LINK</div>',
  ],
  ['a dialog without an opener', '', '<dialog id=p§>LINK</dialog>'],
  [
    'a box in a closed <details>',
    '.p§{display:none}',
    '<details><summary>More</summary><div class=p§>LINK</div></details>',
  ],
  ['a box after a button that opens nothing', '.p§{display:none}', '<button>Share</button><div class=p§>LINK</div>'],
  [
    'a place far from its siblings',
    '.p§{position:absolute;left:-9999px}',
    '<div style="overflow:hidden"><div>One</div><div>Two</div><div class=p§>LINK</div></div><button>Next</button>',
  ],
  [
    'the current slide',
    '.p§{opacity:0}',
    '<div class=carousel><div>One <span class=p§>LINK</span></div><div style="display:none">Two</div></div>',
  ],
  ['an indent in a box that cuts it off', '.p§{text-indent:-9999px;overflow:hidden}', '<div class=p§>LINK</div>'],
  [
    'a box over it',
    '.k§{position:relative}.z§{position:absolute;inset:0;background:#fff}',
    '<div class=k§>LINK<div class=z§></div></div>',
  ],
  [
    'a box over it that lets clicks through',
    '.k§{position:relative}.z§{position:absolute;inset:0;background:#fff;pointer-events:none}',
    '<div class=k§>LINK<div class=z§></div></div>',
  ],
  [
    'a pseudo-element over it',
    '.k§{position:relative}.k§::after{content:"";position:absolute;inset:0;background:#fff}',
    '<div class=k§>LINK</div>',
  ],
  [
    'a picture over it',
    '.k§{position:relative}.k§ img{position:absolute;inset:0;width:100%;height:100%}',
    '<div class=k§>LINK<img src=x.png></div>',
  ],
  [
    'the background that it lies behind',
    '.k§{background:#fff}.p§{position:relative;z-index:-1}',
    '<div class=k§><div class=p§>LINK</div></div>',
  ],
  ['a transparent mask', '.p§{-webkit-mask:linear-gradient(#0000,#0000)}', '<div class=p§>LINK</div>'],
  ['a mask without size', '.p§{mask:linear-gradient(#000,#000) 0 0/0 0 no-repeat}', '<div class=p§>LINK</div>'],
  ['a shadow root without a slot', '', '<div><template shadowrootmode=open><p>Other</p></template>LINK</div>'],
  [
    'a hidden slot',
    '',
    '<div><template shadowrootmode=open><div style="display:none"><slot></slot></div></template>LINK</div>',
  ],
];

const addressOf = (number: number) => `https://client.example/${number}`;

/** A cookie notice stands over the whole page: a visitor closes it. */
const COOKIES =
  '<div class=cookies style="position:fixed;inset:0;background:#fff">We use cookies.</div><script>void 0</script>';

function pageOf(patterns: readonly Pattern[]): string {
  const css = patterns.map(([, rules], n) => rules.replaceAll('§', `${n}`)).join('\n');
  const parts = patterns.map(([, , markup], n) => {
    const link = `<a href="${addressOf(n)}">shoes ${n}</a>`;
    return `<section style="position:relative;z-index:0">${markup.replaceAll('§', `${n}`).replace('LINK', link)}</section>`;
  });
  return article(`${parts.join('\n')}${COOKIES}`, `<style>${css}</style>`);
}

const results: ReadonlyMap<string, CheckResult>[] = [];

test.before(async () => {
  const pages = [REVEALED, HIDDEN];
  const site = await startSite(Object.fromEntries(pages.map((page, n) => [`/${n}`, pageOf(page)])));
  const patience = { dwellMs: 300, quietMs: 200, settleMs: 5_000 };
  const options = { logger: recordingLog(), allowHosts: [site.host], timeoutMs: 300_000, tabs: 1, patience };
  const checker = openChecker(options);
  try {
    for (const [n, page] of pages.entries()) {
      const links = page.map((_, at) => addressOf(at));
      results.push(await checker.check(site.url(`/${n}`), links, undefined, true));
    }
  } finally {
    await checker.close();
    await site.close();
  }
});

const warningsOf = (page: number, pattern: number) => {
  const verdict = results[page]?.get(addressOf(pattern))?.verdict;
  return verdict?.status === 'live' ? (verdict.warnings ?? []).map(({ code }) => code) : [verdict?.reason];
};

for (const [n, [what]] of REVEALED.entries()) {
  test(`a link that is revealed by ${what} is not hidden`, (t) => t.deepEqual(warningsOf(0, n), []));
}

for (const [n, [what]] of HIDDEN.entries()) {
  test(`a link that is hidden by ${what} is hidden`, (t) => t.deepEqual(warningsOf(1, n), ['hidden']));
}
