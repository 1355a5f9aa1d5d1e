/**
 * The texts of a room in the reader's language. English comes with the code of each room; another language is loaded as a
 * whole before the first room reads its texts. Texts with values are ICU messages: '{count, plural, one {# link} other
 * {# links}}'.
 */
import { IntlMessageFormat } from 'intl-messageformat';
import type { Catalog, Texts } from '../../languages/catalog.ts';
import { type Language, language, locale } from './language.ts';

type Values = Readonly<Record<string, string | number>>;

type Label<Key extends string, Prefix extends string> = Key extends `${Prefix}.${infer Rest}` ? Rest : never;

interface Translation<Key extends string> {
  /** The texts without values. */
  readonly messages: Readonly<Record<Key, string>>;
  /** The texts whose keys begin with a prefix and a dot, by the rest of their keys. */
  labels<Prefix extends string>(prefix: Prefix): Readonly<Record<Label<Key, Prefix>, string>>;
  /** A text with its values, numbers as the reader's region writes them. @throws Error if a value is missing. */
  format(key: Key, values: Values): string;
}

const CATALOGS: Readonly<Record<Language, () => Promise<Catalog>>> = {
  en: async () => ({}),
  de: async () => (await import('../../languages/de.ts')).german,
};

const catalog = await CATALOGS[language]();

/** The texts that the reader's language has for a room; none in English. */
export function textsOf(room: string): Texts {
  return catalog[room] ?? {};
}

/** @param english the texts of the room's file in languages/en; a text that another language lacks stays English */
export function translation<Key extends string>(
  room: string,
  english: Readonly<Record<Key, string>>,
): Translation<Key> {
  const messages: Readonly<Record<Key, string>> = { ...english, ...textsOf(room) };
  const formats = new Map<Key, IntlMessageFormat>();
  return {
    messages,
    labels<Prefix extends string>(prefix: Prefix) {
      const start = `${prefix}.`;
      const found = Object.entries(messages).filter(([key]) => key.startsWith(start));
      return Object.fromEntries(found.map(([key, text]) => [key.slice(start.length), text])) as Record<
        Label<Key, Prefix>,
        string
      >;
    },
    format(key, values) {
      let found = formats.get(key);
      if (found === undefined) {
        // The build has parsed the messages with values already: build/compile-messages.ts.
        found = new IntlMessageFormat(messages[key], locale);
        formats.set(key, found);
      }
      return String(found.format(values));
    },
  };
}
