/** Checks security.md: it has every requirement once, and each test that it names exists. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';

const root = path.resolve(import.meta.dirname, '..', '..');
const text = readFileSync(path.join(import.meta.dirname, 'security.md'), 'utf8');

/** The requirements of levels 1 and 2: how many each section has. */
const REQUIRED: Readonly<Record<string, number>> = {
  ...{ '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2 },
  ...{ '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
};

interface Row {
  readonly number: string;
  readonly what: string;
  readonly state: string;
  readonly how: string;
  readonly shownBy: string;
}

const rows = text.split('\n').flatMap((line): Row[] => {
  const [, number = '', what = '', state = '', how = '', shownBy = ''] = line.split('|').map((cell) => cell.trim());
  return /^\d+\.\d+\.\d+$/.test(number) ? [{ number, what, state, how, shownBy }] : [];
});

const named = rows.flatMap(({ number, shownBy }) =>
  [...shownBy.matchAll(/`([^`]+)` › (.+?)(?:<br>|$)/g)].map(([, file = '', title = '']) => ({ number, file, title })),
);

test('every requirement of authentication, sessions and authorization has one row', (t) => {
  const expected = Object.entries(REQUIRED).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  );
  const numbers = rows.map(({ number }) => number);
  t.deepEqual(numbers.filter((number) => /^[678]\./.test(number)).toSorted(), expected.toSorted());
  t.is(new Set(numbers).size, numbers.length);
});

test('each row has a state and an explanation', (t) => {
  for (const { number, what, state, how, shownBy } of rows) {
    t.true(['met', 'partly', 'not met', 'n/a'].includes(state), number);
    t.true(what.length > 3 && how.length > 3, number);
    t.true(shownBy === '—' || named.some((each) => each.number === number), `${number} names no test`);
  }
});

test('each named test exists under its title', (t) => {
  t.true(named.length > 50);
  for (const { number, file, title } of named) {
    t.true(existsSync(path.join(root, file)), `${number}: ${file}`);
    const source = readFileSync(path.join(root, file), 'utf8');
    t.regex(
      source,
      new RegExp(`\\btest(?:\\.serial)?\\(\\s*(['"])${escaped(title)}\\1`),
      `${number}: ${file} › ${title}`,
    );
  }
});

function escaped(title: string): string {
  return title.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
