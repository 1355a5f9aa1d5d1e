import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { IntlMessageFormat } from 'intl-messageformat';
import { ENGLISH_TEXTS } from '../../command-service/contract/reasons.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');

/** The texts of the console, and those of the server's pages and mails. */
const FOLDERS = ['console/languages', 'command-service/contract/languages'] as const;

function textsIn(file: string): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));
}

function filesOf(language: string): readonly string[] {
  return globSync(`{${FOLDERS.join(',')}}/${language}/*.json`, { cwd: ROOT });
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
const BY_ENGLISH: readonly string[] = ['server.json', 'checker.json', 'doctor.json'];

/** The German file of an English one. */
const germanOf = (file: string) => file.replace('/en/', '/de/');

/** The English texts by file. Those of reasons come with the code. */
const english = new Map<string, Readonly<Record<string, string>>>([
  ...filesOf('en').map((file) => [file, textsIn(file)] as const),
  ['command-service/contract/languages/en/reasons.json', ENGLISH_TEXTS],
]);

test('every room has its texts in every language', (t) => {
  for (const folder of FOLDERS)
    t.true(
      [...english.keys()].some((file) => file.startsWith(folder)),
      folder,
    );
  const german = filesOf('de').filter((file) => !BY_ENGLISH.includes(path.basename(file)));
  t.deepEqual(german.toSorted(), [...english.keys()].map(germanOf).toSorted());
});

for (const [file, texts] of english) {
  test(`German has each text of ${file}, with the same values`, (t) => {
    const german = textsIn(germanOf(file));
    t.deepEqual(Object.keys(german), Object.keys(texts));
    for (const [key, text] of Object.entries(texts)) {
      t.true(text.trim() !== '' && german[key]?.trim() !== '', key);
      const values = valuesIn(text, 'en');
      // A German verb agrees with the person, so `you` comes with every `who`.
      const known = (name: string) => name !== 'you' || !values.includes('who') || values.includes('you');
      t.deepEqual(valuesIn(german[key] ?? '', 'de').filter(known), values, key);
    }
  });
}

test('every text that is shown with values gets those that it names', (t) => {
  const values = new Map<string, Set<string>>();
  for (const file of filesOf('en').filter((name) => !BY_ENGLISH.includes(path.basename(name))))
    for (const [key, text] of Object.entries(textsIn(file)))
      values.set(key, (values.get(key) ?? new Set()).add(valuesIn(text, 'en').join(' ')));
  let calls = 0;
  for (const file of globSync('console/**/*.{ts,tsx}', {
    cwd: ROOT,
    exclude: ['console/{e2e,dist}/**', '**/*.test.ts'],
  })) {
    const source = readFileSync(path.join(ROOT, file), 'utf8');
    for (const { 0: start, 1: key = '', index } of source.matchAll(
      /\b(?:format|element)\w*\(\s*'([\w.-]+)',\s*\{(?!\s*\.\.\.)/g,
    )) {
      const names = propertyNames(source.slice(index + start.length));
      t.true(values.get(key)?.has(names.toSorted().join(' ')), `${file}: ${key} with ${names.join(', ')}`);
      calls += 1;
    }
  }
  t.true(calls > 100);
});

/** The names in an object literal whose text begins after its brace. */
function propertyNames(text: string): readonly string[] {
  const names: string[] = [];
  let depth = 0;
  let isStart = true;
  for (const [token] of text.matchAll(/\w+|[{([\])},]/g)) {
    if ('{(['.includes(token)) depth += 1;
    else if ('})]'.includes(token)) depth -= 1;
    else if (depth === 0 && isStart && token !== ',') names.push(token);
    if (depth < 0) break;
    isStart = depth === 0 && token === ',';
  }
  return names;
}
