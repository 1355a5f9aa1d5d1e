/** Mutates pages; the same seed gives the same mutants. */

/** The number of mutants in `npm test`; `infra/bench/check/html-scanner.ts` can run more. */
export const MUTANTS_IN_TEST = 2000;

/** Markup to insert into pages: everything that changes how the rest is parsed. */
const FRAGMENTS: readonly string[] = [
  ...[
    '<',
    '>',
    '"',
    "'",
    '=',
    '/',
    '&',
    ';',
    '-',
    '!',
    '\0',
    ' ',
    '\r',
    '\n',
    '<!--',
    '-->',
    '--!>',
    '<!-->',
    '</',
    '<?',
  ],
  ...[
    '<a href=/m1>',
    '<a href="/m2" rel="x ugc">',
    "<A HREF='/m3'",
    '</a>',
    '<a>',
    '<area href=/m4>',
    '<![CDATA[',
    ']]>',
  ],
  ...[
    '<script>',
    '</script>',
    '<!--<script',
    '<style>',
    '</style>',
    '<title>',
    '</title>',
    '<textarea>',
    '</textarea>',
  ],
  ...[
    '<template>',
    '</template>',
    '<noscript>',
    '</noscript>',
    '<svg>',
    '</svg>',
    '<math>',
    '</math>',
    '<mi>',
    '<desc>',
  ],
  ...[
    '<foreignObject>',
    '</foreignObject>',
    '<select>',
    '</select>',
    '<option>',
    '<table>',
    '</table>',
    '<tr>',
    '<td>',
  ],
  ...[
    '</td>',
    '<p>',
    '</p>',
    '<div>',
    '</div>',
    '<b>',
    '</b>',
    '<li>',
    '<h2>',
    '<br>',
    '</br>',
    '<frameset>',
    '<body>',
  ],
  ...['</body>', '</html>', '<head>', '</head>', '<iframe>', '</iframe>', '<noframes>', '<xmp>', '<button>', '<form>'],
  ...[
    '<base href=/b/>',
    '<meta name=robots content=x>',
    '<link rel=canonical href=/k>',
    '<input type=hidden>',
    '<path/>',
  ],
  ...[
    '&amp',
    '&#x41;',
    '&notin',
    ' href=/m5 ',
    ' rel=z',
    '<font color=x>',
    '<annotation-xml encoding=text/html>',
    '<span>',
  ],
];

/** A random number generator (mulberry32) with numbers in [0, 1). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A mutant of a page: one to five times, a part is cut, copied, changed or inserted. */
export function mutate(page: string, random: () => number): string {
  let text = page;
  const below = (limit: number): number => Math.floor(random() * limit);
  for (let rounds = 1 + below(5); rounds > 0; rounds--) {
    const at = random() < 0.5 ? edgeNear(text, below(text.length + 1)) : below(text.length + 1);
    const to = Math.min(text.length, at + 1 + below(random() < 0.7 ? 12 : 200));
    switch (below(6)) {
      case 0:
        text = text.slice(0, at) + text.slice(to);
        break;
      case 1: {
        const target = edgeNear(text, below(text.length + 1));
        text = text.slice(0, target) + text.slice(at, to) + text.slice(target);
        break;
      }
      case 2:
        text =
          random() < 0.2 ? text.slice(0, at) : text.slice(0, at) + text.slice(at, to).toUpperCase() + text.slice(to);
        break;
      default:
        text = text.slice(0, at) + (FRAGMENTS[below(FRAGMENTS.length)] ?? '') + text.slice(at);
    }
  }
  return text;
}

/** The next begin or end of a tag, where mutations have the most effect. */
function edgeNear(text: string, at: number): number {
  const begin = text.indexOf('<', at);
  const end = text.indexOf('>', at);
  if (begin < 0 || end < 0) return at;
  return begin < end ? begin : end + 1;
}
