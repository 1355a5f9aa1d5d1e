import test from 'ava';
import { bestMatches, matchScore } from './match-score.ts';

test('every typed word must be in the name or the keywords', (t) => {
  t.true(matchScore('add', 'Add Link') > 0);
  t.true(matchScore('link new', 'Add Link', 'new create') > 0);
  t.is(matchScore('link old', 'Add Link', 'new create'), 0);
});

test('case and accents make no difference', (t) => {
  t.true(matchScore('GRADDE', 'Blåbär & grädde') > 0);
  t.true(matchScore('grädde', 'Blabar & Gradde') > 0);
});

test('a client is found in Unicode and in Punycode', (t) => {
  for (const typed of ['büch', 'bücher'.normalize('NFD'), 'xn--bch'])
    t.true(matchScore(typed, 'xn--bcher-kva.example') > 0);
  t.true(matchScore('%C5%BDi%C5', 'example.com/wiki/%C5%BDi%C5%BEek') > 0);
});

test('a match at the start of the name ranks first, then at the start of a word, then in the keywords', (t) => {
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

test('an empty search keeps all entries in their order', (t) => {
  const entries = [{ title: 'b' }, { title: 'a' }];
  t.is(bestMatches('  ', entries), entries);
});
