import test from 'ava';
import { readerIn } from '../languages.ts';
import { textsOf } from './texts.ts';

const texts = textsOf({
  en: {
    plain: 'Sign in',
    links: '{count, plural, one {# link} other {# links}} of {name}',
    tag: 'Write <b>{name}</b>',
  },
  de: { plain: 'Anmelden', links: '{count, plural, one {# Link} other {# Links}} von {name}', tag: '<b>{name}</b>' },
});
const english = texts(readerIn('en'));
const german = texts(readerIn('de'));

test('a text has its plural and its numbers as its language writes them', (t) => {
  t.is(english.text('links', { count: 1, name: 'Ann' }), '1 link of Ann');
  t.is(english.text('links', { count: 1_200, name: 'Ann' }), '1,200 links of Ann');
  t.is(german.text('links', { count: 1_200, name: 'Ann' }), '1.200 Links von Ann');
  t.regex(texts({ language: 'de', locale: 'de-CH' }).text('links', { count: 1_200, name: 'Ann' }), /^1['’]200 Links/);
});

test('a text without values is kept as it is, and one whose value is missing is an error', (t) => {
  t.is(german.text('plain'), 'Anmelden');
  t.throws(() => english.text('links', { count: 1 }), { message: /name/ });
});

test('values are never read as markup or as messages', (t) => {
  t.is(english.text('tag', { name: '<i>{count}' }), 'Write <b><i>{count}</b>');
});

test('an object among the values becomes one of the parts', (t) => {
  const name = { strong: 'Ann' };
  t.deepEqual(english.parts('links', { count: 2, name }), ['2 links of ', name]);
  t.deepEqual(english.parts('plain', {}), ['Sign in']);
});
