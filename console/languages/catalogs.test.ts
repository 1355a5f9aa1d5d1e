import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { IntlMessageFormat } from 'intl-messageformat';
import { ENGLISH_TEXTS } from '../../command-service/reasons.ts';

const HERE = import.meta.dirname;

function textsIn(file: string): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(path.join(HERE, file), 'utf8'));
}

/** The names of the values in a text, in order. */
function valuesIn(text: string, language: string): readonly string[] {
  const names = new Set<string>();
  collect(new IntlMessageFormat(text, language).getAst());
  return [...names].toSorted();

  function collect(part: unknown): void {
    if (Array.isArray(part)) part.forEach(collect);
    if (typeof part !== 'object' || part === null) return;
    // 0 is literal text, 7 the number of a plural.
    if ('type' in part && 'value' in part && part.type !== 0 && part.type !== 7) names.add(String(part.value));
    if ('options' in part) collect(Object.values(part.options as object));
    if ('value' in part) collect(part.value);
  }
}

/** Files of texts by their English: an entry may be missing. */
const BY_ENGLISH: readonly string[] = ['server.json', 'checker.json'];

/** The English texts by file. Those of reasons come with the code, which the server shares. */
const english = new Map<string, Readonly<Record<string, string>>>([
  ...globSync('en/*.json', { cwd: HERE }).map((file) => [path.basename(file), textsIn(file)] as const),
  ['links.reasons.json', ENGLISH_TEXTS],
]);

test('every room has its texts in every language', (t) => {
  t.true(english.size > 30);
  const german = globSync('de/*.json', { cwd: HERE }).map((file) => path.basename(file));
  t.deepEqual(german.filter((name) => !BY_ENGLISH.includes(name)).toSorted(), [...english.keys()].toSorted());
});

for (const [room, texts] of english) {
  test(`German has each text of ${room}, with the same values`, (t) => {
    const german = textsIn(`de/${room}`);
    t.deepEqual(Object.keys(german), Object.keys(texts));
    for (const [key, text] of Object.entries(texts)) {
      t.true(text.trim() !== '' && german[key]?.trim() !== '', key);
      t.deepEqual(valuesIn(german[key] ?? '', 'de'), valuesIn(text, 'en'), key);
    }
  });
}
