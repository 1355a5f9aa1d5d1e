/**
 * Sentences of the server in the reader's language. The server answers in English. A language lists these sentences in its
 * file `server.json`, by their English text, with `{name}` where a value stands; a sentence without an entry stays English.
 * A value whose name begins with a capital is a text of the server itself, such as the `{Label}` of a field.
 */
import type { Texts } from '../../languages/catalog.ts';
import { textsOf } from './translation.ts';

interface Pattern {
  readonly expression: RegExp;
  readonly names: readonly string[];
  readonly text: string;
}

/** A sentence of the server in the reader's language. */
export const translateServerText = translator('server');

/** A text of a check in the reader's language, most often a clause about a visit. Its file is `checker.json`. */
export const translateCheckerText = translator('checker');

function translator(room: string): (english: string) => string {
  const texts: Texts = textsOf(room);
  const patterns = toPatterns(texts);
  return (english) => translateWith(texts, patterns, english);
}

/** A sentence by its entry in `known`: its own text, else the first pattern that fits. Pure. */
export function translateWith(known: Texts, fitting: readonly Pattern[], english: string): string {
  const exact = known[english];
  if (exact !== undefined) return exact;
  for (const { expression, names, text } of fitting) {
    const values = expression.exec(english)?.slice(1);
    if (values === undefined) continue;
    return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[names.indexOf(name)];
      if (value === undefined) return whole;
      return /^[A-Z]/.test(name) ? translateWith(known, fitting, value) : value;
    });
  }
  return english;
}

/** The entries with values, as expressions. Pure. */
export function toPatterns(known: Texts): readonly Pattern[] {
  return Object.entries(known).flatMap(([english, text]) => {
    const names = [...english.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
    if (names.length === 0) return [];
    const parts = english.split(/\{\w+\}/).map((part) => RegExp.escape(part));
    return [{ expression: new RegExp(`^${parts.join('(.+?)')}$`, 'su'), names, text }];
  });
}
