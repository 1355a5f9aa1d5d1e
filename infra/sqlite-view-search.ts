/** Substring search: the text that is searched, and how a needle is put to it. */
import { fold } from './fold.ts';

/** A trigram index knows no shorter needles. */
const SHORTEST_INDEXED = 3;

/** Stands between properties, so that no needle matches across two of them. */
const SEPARATOR = '\u001f';
/** The tokenizer would stop reading here. */
const NUL = '\u0000';

/** What `contains` looks through: the search properties of a document, folded. Anything but text is left out. */
export function searchText(doc: Readonly<Record<string, unknown>>, properties: readonly string[]): string {
  const texts = properties.map((property) => doc[property]).filter((value) => typeof value === 'string');
  return texts.map(searchable).join(SEPARATOR);
}

/** A needle in the form it has in the text; every character stands for itself. */
export interface Needle {
  readonly text: string;
  /** The query for the trigram index; null where the needle is too short for it. */
  readonly match: string | null;
}

/** Null where there is nothing to look for. */
export function needle(contains: string | undefined): Needle | null {
  if (contains === undefined || contains === '') return null;
  const text = searchable(contains);
  const indexed = [...text].length >= SHORTEST_INDEXED;
  return { text, match: indexed ? `"${text.replaceAll('"', '""')}"` : null };
}

function searchable(text: string): string {
  return fold(text).replaceAll(SEPARATOR, ' ').replaceAll(NUL, ' ').toWellFormed();
}
