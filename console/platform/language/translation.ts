/**
 * The texts of a room in the reader's language. English comes with the code of each room; another language is loaded as a
 * whole before the first room reads its texts. Texts with values are ICU messages: '{count, plural, one {# link} other
 * {# links}}'.
 */
import { IntlMessageFormat } from 'intl-messageformat';
import { createElement, Fragment, type ReactElement } from 'react';
import type { Language } from '../../../command-service/contract/languages.ts';
import type { LanguagePack, TextsByKey } from '../../languages/catalog.ts';
import { language, locale } from './language.ts';

type TextValues = Readonly<Record<string, string | number>>;

type Label<Key extends string, Prefix extends string> = Key extends `${Prefix}.${infer Rest}` ? Rest : never;

interface Translation<Key extends string> {
  /** The texts without values. */
  readonly messages: Readonly<Record<Key, string>>;
  /** The texts whose keys begin with a prefix and a dot, by the rest of their keys. */
  labels<Prefix extends string>(prefix: Prefix): Readonly<Record<Label<Key, Prefix>, string>>;
  /** A text with its values, numbers as the reader's region writes them. @throws Error if a value is missing. */
  format(key: Key, values: TextValues): string;
  /** A text with elements among its values, such as a time with a tooltip. @throws Error if a value is missing. */
  element(key: Key, values: Readonly<Record<string, string | number | ReactElement>>): ReactElement;
}

const PACKS: Readonly<Record<Language, () => Promise<LanguagePack>>> = {
  en: async () => ({ texts: {}, components: {} }),
  de: async () => (await import('../../languages/de.ts')).german,
};

const { texts: catalog, components } = await PACKS[language]();

/** The words of MUI's components that are not ours; none in English, which they have themselves. */
export { components as componentWords };

/** The texts that the reader's language has for a room; none in English. */
export function textsOf(room: string): TextsByKey {
  return catalog[room] ?? {};
}

/** @param english the texts of the room's file in languages/en; a text that another language lacks stays English */
export function translation<Key extends string>(
  room: string,
  english: Readonly<Record<Key, string>>,
): Translation<Key> {
  const messages: Readonly<Record<Key, string>> = { ...english, ...textsOf(room) };
  const formats = new Map<Key, IntlMessageFormat>();
  // In the build a message with values is parsed already: build/compile-messages.ts.
  const message = (key: Key) => {
    const found = formats.get(key) ?? new IntlMessageFormat(messages[key], locale);
    formats.set(key, found);
    return found;
  };
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
    format: (key, values) => (isPlain(messages[key]) ? messages[key] : String(message(key).format(values))),
    element: (key, values) => {
      const parts = isPlain(messages[key]) ? messages[key] : message(key).format<ReactElement>(values);
      return createElement(Fragment, null, ...[parts].flat());
    },
  };
}

/** A text without values. The build keeps it as it is, and has no parser for it. */
function isPlain(text: unknown): boolean {
  return typeof text === 'string' && !text.includes('{');
}
