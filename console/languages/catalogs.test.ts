import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { IntlMessageFormat } from 'intl-messageformat';

const HERE = import.meta.dirname;

function textsIn(file: string): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(path.join(HERE, file), 'utf8'));
}

/** The names of the values in a text. */
function valuesIn(text: string, language: string): ReadonlySet<string> {
  const names = new Set<string>();
  collect(new IntlMessageFormat(text, language).getAst());
  return names;

  function collect(part: unknown): void {
    if (Array.isArray(part)) part.forEach(collect);
    if (typeof part !== 'object' || part === null) return;
    // 0 is literal text, 7 the number of a plural.
    if ('type' in part && 'value' in part && part.type !== 0 && part.type !== 7) names.add(String(part.value));
    if ('options' in part) collect(Object.values(part.options as object));
    if ('value' in part) collect(part.value);
  }
}

const rooms = globSync('en/*.json', { cwd: HERE })
  .map((file) => path.basename(file))
  .toSorted();

test('every room has its texts in every language', (t) => {
  t.true(rooms.length > 30);
  const german = globSync('de/*.json', { cwd: HERE }).map((file) => path.basename(file));
  t.deepEqual(german.filter((name) => name !== 'server.json').toSorted(), rooms);
});

for (const room of rooms) {
  test(`German has each text of ${room}, with the same values`, (t) => {
    const [english, german] = [textsIn(`en/${room}`), textsIn(`de/${room}`)];
    t.deepEqual(Object.keys(german), Object.keys(english));
    for (const [key, text] of Object.entries(english)) {
      t.true(text.trim() !== '' && german[key]?.trim() !== '', key);
      t.deepEqual(valuesIn(german[key] ?? '', 'de'), valuesIn(text, 'en'), key);
    }
  });
}
