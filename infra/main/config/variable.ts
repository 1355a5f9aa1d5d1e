/** The kinds of variables. A declaration is the schema of the values, with the default and what the variable means. */
import * as yup from 'yup';

declare module 'yup' {
  interface CustomSchemaMetadata {
    /** What a setting means and what to write. */
    readonly meaning?: string;
    /** What `.env.example` shows for a setting without default. */
    readonly shown?: string;
  }
}

/** The values of declared variables, as they were read. */
export type VariableValues<Declared extends yup.ObjectShape> = yup.MakePartial<
  yup.TypeFromShape<Declared, yup.AnyObject>
>;

/** Without a comma before “or”. */
const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Any text. */
export const text = (meaning: string) => yup.string().meta({ meaning });

/** One of a few words. */
export const choice = <const Word extends string>(meaning: string, words: readonly Word[]) =>
  text(meaning).oneOf(words, `must be ${OR.format(words)}`);

const between = (meaning: string, low: number, high: number, must: string) =>
  yup.number().typeError(must).min(low, must).max(high, must).meta({ meaning });

/** A number between two others. */
export const number = (meaning: string, low: number, high: number, example: number) =>
  between(meaning, low, high, `must be a number from ${low} to ${high}, such as ${example}`);

/** A whole number between two others. */
export function whole(meaning: string, low: number, high: number) {
  const must = `must be a whole number from ${low} to ${high}`;
  return between(meaning, low, high, must).integer(must);
}

/** An address that `isAllowed` accepts; `must` says which. */
export const address = (meaning: string, must: string, isAllowed: (url: URL) => boolean) =>
  text(meaning).test('address', must, (value) => {
    const url = URL.parse(value ?? '');
    return value === undefined || (url !== null && isAllowed(url));
  });

/** A host and its port. */
export const hostPort = (meaning: string) =>
  text(meaning).matches(/^(\[[0-9a-fA-F:.]+\]|[^\s:,/@]+):\d{1,5}$/, 'must be host:port');

/** Several entries with commas; none by default. It means what the entry says. */
export const list = <Entry extends string | undefined>(entry: yup.StringSchema<Entry>) =>
  yup
    .array(entry.required())
    .transform((_, raw: string) => raw.split(',').flatMap((each) => each.trim() || []))
    .meta({ ...entry.spec.meta })
    .default([]);
