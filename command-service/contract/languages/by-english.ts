/**
 * Sentences by their English text. The server answers in English; a language lists the sentences in a file, with `{name}`
 * where a value stands. A value whose name begins with a capital is a sentence of the file itself, such as the `{Label}` of
 * a field. Contract: the console translates answers with it. Pure.
 */

type TextsByKey = Readonly<Record<string, string>>;

interface Pattern {
  readonly expression: RegExp;
  readonly names: readonly string[];
  readonly text: string;
}

/** Translates a sentence by its own entry in `texts`, else by the first entry with values that fits, else not at all. */
export function byEnglish(texts: TextsByKey): (english: string) => string {
  const patterns = toPatterns(texts);
  const translate = (english: string): string => {
    const exact = texts[english];
    if (exact !== undefined) return exact;
    for (const { expression, names, text } of patterns) {
      const values = expression.exec(english)?.slice(1);
      if (values === undefined) continue;
      return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
        const value = values[names.indexOf(name)];
        if (value === undefined) return whole;
        return /^[A-Z]/.test(name) ? translate(value) : value;
      });
    }
    return english;
  };
  return translate;
}

function toPatterns(texts: TextsByKey): readonly Pattern[] {
  return Object.entries(texts).flatMap(([english, text]) => {
    const names = [...english.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
    if (names.length === 0) return [];
    const parts = english.split(/\{\w+\}/).map((part) => RegExp.escape(part));
    return [{ expression: new RegExp(`^${parts.join('(.+?)')}$`, 'su'), names, text }];
  });
}
