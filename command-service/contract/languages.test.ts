import test from 'ava';
import { chooseLanguage, htmlAttributes } from './languages.ts';

test('the first of the browser’s languages that exists is taken, with its region for dates and numbers', (t) => {
  t.deepEqual(chooseLanguage(null, ['fr-CH', 'de-AT', 'en-US']), { language: 'de', locale: 'de-AT' });
  t.deepEqual(chooseLanguage(null, ['en-GB']), { language: 'en', locale: 'en-GB' });
});

test('a saved language is preferred to the browser’s, and keeps a region the browser names for it', (t) => {
  t.deepEqual(chooseLanguage('de', ['en-US', 'de-CH']), { language: 'de', locale: 'de-CH' });
  t.deepEqual(chooseLanguage('de', ['en-US']), { language: 'de', locale: 'de' });
});

test('an unknown language falls back to English', (t) => {
  t.deepEqual(chooseLanguage(null, ['fr', 'xx-XX', '']), { language: 'en', locale: 'en-US' });
  t.deepEqual(chooseLanguage(null, ['en-US@posix', 'C']), { language: 'en', locale: 'en-US' });
  t.deepEqual(chooseLanguage('klingon', []), { language: 'en', locale: 'en-US' });
  t.deepEqual(chooseLanguage('constructor', []), { language: 'en', locale: 'en-US' });
});

test('a page says in which language and direction it is written', (t) => {
  t.is(htmlAttributes('de'), 'lang="de" dir="ltr"');
  t.is(htmlAttributes('ar'), 'lang="ar" dir="rtl"');
});
