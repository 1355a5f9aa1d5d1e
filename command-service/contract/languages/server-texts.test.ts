import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';

const ROOT = path.join(import.meta.dirname, '..', '..', '..');

/** The code of the server and of the schemas that it shares with the console. */
const sources = globSync('{command-service,query-service,projections,infra/{http,mail,main,network}}/**/*.ts', {
  cwd: ROOT,
})
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(path.join(ROOT, file), 'utf8'))
  .join('\n');

/** Matches a text in the code, with any value in the place of `{name}`. */
function expressionFor(text: string): RegExp {
  const parts = text.split(/\{\w+\}/).map((part) => RegExp.escape(part));
  return new RegExp(`['\`]${parts.join('\\$\\{[^`]{1,80}?\\}')}['\`]`);
}

function isInSources(text: string): boolean {
  // The rule of an address follows the label of its field: '${label} ${problem}'.
  const rule = text.replace(/^\{Label\} /, '');
  return [text, rule].some((each) => expressionFor(each).test(sources));
}

for (const [language, file, most] of [
  ['de', 'server.json', 100],
  ['de', 'doctor.json', 25],
] as const) {
  const known: Readonly<Record<string, string>> = JSON.parse(
    readFileSync(path.join(import.meta.dirname, language, file), 'utf8'),
  );

  test(`each text of ${language}/${file} is one that the server still sends`, (t) => {
    t.true(Object.keys(known).length > most);
    t.deepEqual(
      Object.keys(known).filter((text) => !isInSources(text)),
      [],
    );
  });

  test(`each text of ${language}/${file} is translated with the same values`, (t) => {
    const valuesIn = (text: string) => new Set(text.match(/\{\w+\}/g));
    for (const [english, translated] of Object.entries(known)) {
      t.not(translated.trim(), '', english);
      t.true(valuesIn(translated).isSubsetOf(valuesIn(english)), english);
    }
  });
}
