/** Texts of the server's own pages and mails in the reader's language. */
import { IntlMessageFormat } from 'intl-messageformat';
import type { Language, ReaderLanguage } from '../languages.ts';

/** The values of a text. An object, such as a piece of markup, stays one of the text's parts. */
type TextValues<Item extends object> = Readonly<Record<string, string | number | Item>>;

/** The texts of a room in one language. @throws Error if a value is missing. */
export interface Texts<Key extends string> {
  readonly language: Language;
  /** The locale for dates and amounts of money among the values. */
  readonly locale: string;
  /** A text, with its numbers as the reader's region writes them. */
  readonly text: (key: Key, values?: Readonly<Record<string, string | number>>) => string;
  /** A text in parts, in their order. */
  readonly parts: <Item extends object>(key: Key, values: TextValues<Item>) => readonly (string | Item)[];
}

/**
 * Returns a function that gives each reader the texts of a room.
 * @param byLanguage the texts of each language by key. Texts with values are ICU messages: '{count, plural, one {#
 * link} other {# links}}'.
 */
export function textsOf<Key extends string>(
  byLanguage: Readonly<Record<Language, Readonly<Record<Key, string>>>>,
): (reader: ReaderLanguage) => Texts<Key> {
  return ({ language, locale }) => {
    const formats = new Map<Key, IntlMessageFormat>();
    const format = (key: Key) => {
      const found =
        formats.get(key) ?? new IntlMessageFormat(byLanguage[language][key], locale, undefined, { ignoreTag: true });
      formats.set(key, found);
      return found;
    };
    return {
      ...{ language, locale },
      text: (key, values = {}) => String(format(key).format({ ...values })),
      parts: <Item extends object>(key: Key, values: TextValues<Item>) => {
        const found = format(key).format<Item>({ ...values });
        return Array.isArray(found) ? found : [found];
      },
    };
  };
}
