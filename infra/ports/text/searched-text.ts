/** The text that `contains` searches, in every engine. */
import { foldCase } from './case-folding.ts';

/** Separates the texts, so that no needle matches across two of them. */
export const SEPARATOR = '\u001f';
/** SQLite's tokenizer stops at this character, and MongoDB's patterns cannot contain it. */
const NUL = '\u0000';

/** The search properties of a document, folded; '' for anything but text. */
export function searchText(doc: Readonly<Record<string, unknown>>, properties: readonly string[]): string {
  const texts = properties.map((property) => doc[property]);
  return texts.map((text) => (typeof text === 'string' ? searchable(text) : '')).join(SEPARATOR);
}

/** A text or a needle in the compared form: folded, well-formed, without characters with a special meaning here. */
export function searchable(text: string): string {
  return foldCase(text).replaceAll(SEPARATOR, ' ').replaceAll(NUL, ' ').toWellFormed();
}
