import test from 'ava';
import fc from 'fast-check';
import { foldCase } from './case-folding.ts';

test('texts that differ only in case fold to the same text', (t) => {
  const pairs = [
    ['Live', 'lIVE'],
    ['ÄRGER', 'ärger'],
    ['Straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['ﬁn', 'FIN'],
    ['e\u0301', 'É'],
  ];
  for (const [one, other] of pairs) t.is(foldCase(one ?? ''), foldCase(other ?? ''));
});

test('a part of a text folds to a part of the folded text, in whichever case they are', (t) => {
  const letters = fc.string({ unit: fc.constantFrom(...'aBcßÄöΣσς Ωж日%_"'), maxLength: 12 });
  fc.assert(
    fc.property(letters, letters, letters, (before, part, after) => {
      t.true(foldCase(`${before}${part}${after}`.toUpperCase()).includes(foldCase(part.toLowerCase())));
    }),
  );
});

test('folding twice changes nothing more', (t) => {
  const letters = fc.string({ unit: fc.constantFrom(...'aBcßÄöΣσς Ωж日%_"'), maxLength: 12 });
  fc.assert(fc.property(letters, (text) => t.is(foldCase(foldCase(text)), foldCase(text))));
});
