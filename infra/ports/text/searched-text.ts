/** The text that `contains` searches, in every engine. */
import { foldCase } from './case-folding.ts';

/** Separates the texts, so that no needle matches across two of them. */
export const SEPARATOR = '\u001f';
/** SQLite's tokenizer stops at this character, and a pattern of MongoDB cannot hold it. */
const NUL = '\u0000';

/** The search properties of a document, folded; '' for anything but text. */
export function searchText(doc: Readonly<Record<string, unknown>>, properties: readonly string[]): string {
  const texts = properties.map((property) => doc[property]);
  return texts.map((text) => (typeof text === 'string' ? searchable(text) : '')).join(SEPARATOR);
}

/** A text or a needle as it is compared: folded, well-formed, without the characters that mean something else here. */
export function searchable(text: string): string {
  return foldCase(text).replaceAll(SEPARATOR, ' ').replaceAll(NUL, ' ').toWellFormed();
}
