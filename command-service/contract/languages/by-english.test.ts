import test from 'ava';
import { byEnglish } from './by-english.ts';

const translate = byEnglish({
  'Choose a team.': 'Wähle ein Team.',
  'Try again in {count} minutes.': 'Versuche es in {count} Minuten noch einmal.',
  'Slow down. Try again in {Wait}.': 'Langsamer. Warte {Wait}.',
  '{count} hours': '{count} Stunden',
  '1 hour': 'eine Stunde',
  'No team member “{name}” (line {line})': 'Zeile {line}: kein Teammitglied „{name}“',
});

test('a sentence of the server is translated by its English text', (t) => {
  t.is(translate('Choose a team.'), 'Wähle ein Team.');
});

test('values of a sentence are carried over, in the order of the other language', (t) => {
  t.is(translate('Try again in 12 minutes.'), 'Versuche es in 12 Minuten noch einmal.');
  t.is(translate('No team member “a.b (c)” (line 4)'), 'Zeile 4: kein Teammitglied „a.b (c)“');
});

test('a value with a capital name is a text of the server, and is translated in turn', (t) => {
  t.is(translate('Slow down. Try again in 1 hour.'), 'Langsamer. Warte eine Stunde.');
  t.is(translate('Slow down. Try again in 5 hours.'), 'Langsamer. Warte 5 Stunden.');
  t.is(translate('Slow down. Try again in 3 days.'), 'Langsamer. Warte 3 days.');
});

test('a sentence without an entry stays English', (t) => {
  t.is(translate('Try again in 12 minutes'), 'Try again in 12 minutes');
  t.is(translate('Something else.'), 'Something else.');
});
