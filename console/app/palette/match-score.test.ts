import test from 'ava';
import { bestMatches, matchScore } from './match-score.ts';

test('every typed word has to stand in the name or in the words it goes by', (t) => {
  t.true(matchScore('add', 'Add Link') > 0);
  t.true(matchScore('link new', 'Add Link', 'new create') > 0);
  t.is(matchScore('link old', 'Add Link', 'new create'), 0);
});

test('case and accents make no difference', (t) => {
  t.true(matchScore('GRADDE', 'Blåbär & grädde') > 0);
  t.true(matchScore('grädde', 'Blabar & Gradde') > 0);
});

test('the beginning of the name comes first, then that of a word, then the other words', (t) => {
  const entries = [
    { title: 'Resettle' },
    { title: 'Profile', keywords: 'settings' },
    { title: 'Open settings' },
    { title: 'Settings' },
  ];
  t.deepEqual(
    bestMatches('sett', entries).map(({ title }) => title),
    ['Settings', 'Open settings', 'Profile', 'Resettle'],
  );
});

test('nothing typed leaves all of them as they came', (t) => {
  const entries = [{ title: 'b' }, { title: 'a' }];
  t.is(bestMatches('  ', entries), entries);
});
