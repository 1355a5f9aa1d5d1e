import test from 'ava';
import fc from 'fast-check';
import { bare } from '../testing/corpus/page-layouts.ts';
import { mainContentOf } from './main-content.ts';
import { PageScanner } from './page-scanner.ts';

const CLIENT = 'https://client.example/shoes';
const LINK = `<a href="${CLIENT}">shoes</a>`;
const SIGN_IN = '<form><input name="u"><input type="password"><button>Sign in</button></form>';
const CONSENT = '<form action="/save-consent" method="post"><button>OK</button></form>';
const PROSE = `<p>${'Grease the seams in autumn, and again in spring. '.repeat(8)}</p>`;

/** What the page shows instead of an article, and whether its first match counts as content. */
function read(body: string) {
  const scanner = new PageScanner('https://journal.example/a', [CLIENT]);
  scanner.write(bare(body));
  const { look, found } = scanner.end();
  return { look, inContent: found.get(CLIENT)?.matches[0]?.inContent ?? false };
}

const BESIDE = {
  'a header': (form: string) => `<header>${form}</header>`,
  'a menu': (form: string) => `<nav><ul><li>${form}</li></ul></nav>`,
  'an aside': (form: string) => `<aside>${form}</aside>`,
  'a footer': (form: string) => `<footer><div>${form}</div></footer>`,
  'a dialog': (form: string) => `<dialog>${form}</dialog>`,
  'a part with the role of a dialog': (form: string) => `<div role="dialog"><div>${form}</div></div>`,
  'a cookie notice': (form: string) => `<div class="cookie-bar"><div>Cookies!</div>${form}</div>`,
};

for (const [place, part] of Object.entries(BESIDE)) {
  test(`a form in ${place} is no wall in front of an article`, (t) => {
    for (const form of [SIGN_IN, CONSENT]) {
      t.is(read(`${part(form)}<h1>Shoes</h1>${PROSE}`).look, null);
      t.is(read(`<main><h1>Shoes</h1>${PROSE}</main>${part(form)}`).look, null);
    }
  });

  test(`a link in the main content counts although a form is in ${place}`, (t) => {
    for (const form of [SIGN_IN, CONSENT]) {
      t.true(read(`${part(form)}<main><p>See ${LINK}.</p></main>`).inContent);
      t.true(read(`<div role="main"><header><h1>Hi</h1></header><p>${LINK}</p></div>${part(form)}`).inContent);
    }
    t.true(read(`<article><p>See ${LINK}.</p></article>${part(SIGN_IN)}`).inContent);
  });
}

test('a form with little beside it is a wall, wherever it stands', (t) => {
  for (const part of Object.values(BESIDE)) {
    t.is(read(`${part(SIGN_IN)}<main><p>Sign in to read this article.</p></main>`).look, 'sign-in');
    t.is(read(`${part(CONSENT)}<main></main>`).look, 'consent');
  }
});

test('a form in the content is a wall, and a link beside it does not count', (t) => {
  for (const [form, look] of [
    [SIGN_IN, 'sign-in'],
    [CONSENT, 'consent'],
  ] as const) {
    t.deepEqual(read(`<main>${form}<p>${LINK}</p></main>`), { look, inContent: false });
    t.deepEqual(read(`${form}<p>${LINK}</p>`), { look, inContent: false });
    t.deepEqual(read(`<main>${form}</main><footer>${LINK}</footer>`), { look, inContent: false });
    t.deepEqual(read(`<main><p>${LINK}</p><nav>${form}</main>`), { look, inContent: false });
    t.deepEqual(read(`<main><p>${LINK}</p><input id="cookie">${form}</main>`), { look, inContent: false });
  }
});

test('a link outside of the main content does not count beside a form', (t) => {
  for (const body of [
    `<header>${SIGN_IN}</header><p>${LINK}</p>`,
    `<header>${SIGN_IN}</header><main><p>Hi</p></main><footer>${LINK}</footer>`,
    `<header>${SIGN_IN}</header><main><p>Hi</p><nav>${LINK}</nav></main>`,
    `<header>${SIGN_IN}</header><script>'<main>'</script><!-- <main> --><p>${LINK}</p>`,
  ]) {
    t.deepEqual(read(body), { look: 'sign-in', inContent: false }, body);
  }
});

test('the main content is a part of the source, whatever the source is', (t) => {
  const piece = fc.constantFrom(
    ...'<main>|</main>|<nav>|</nav>|<p>x|<!--|-->|<script>|</script>|<a "|<div role=main>|</div>'.split('|'),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      t.true(mainContentOf(pieces.join('')).source.length <= pieces.join('').length);
    }),
  );
});
