/** Substring search: the text that is searched, and how a needle is put to it. */
import { foldCase } from '../../../ports/case-folding.ts';

/** Characters that the index knows together. */
const TRIGRAM = 3;
/** Trigrams of a needle that are looked up: the text is looked at anyway. */
const MOST_LOOKED_UP = 20;

/** Stands between texts, so that no needle matches across two of them. */
const SEPARATOR = '\u001f';
/** The tokenizer would stop reading here. */
const NUL = '\u0000';

/** What `contains` looks through: the search properties of a document, folded, '' for anything but text. */
export function searchText(doc: Readonly<Record<string, unknown>>, properties: readonly string[]): string {
  const texts = properties.map((property) => doc[property]);
  return texts.map((text) => (typeof text === 'string' ? searchable(text) : '')).join(SEPARATOR);
}

/** The texts that were put together, in the order of the properties. */
export function splitSearchText(searched: string | null): readonly string[] {
  return searched?.split(SEPARATOR) ?? [];
}

/** A needle in the form it has in the text; every character stands for itself. */
export interface Needle {
  readonly text: string;
  /** What a text that holds the needle has in the trigram index; null where the needle is too short for it. */
  readonly match: string | null;
}

/** Null where there is nothing to look for. */
export function parseNeedle(contains: string | undefined): Needle | null {
  if (contains === undefined || contains === '') return null;
  const text = searchable(contains);
  const trigrams = trigramsOf(text).slice(0, MOST_LOOKED_UP);
  const quoted = trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`);
  return { text, match: quoted.length === 0 ? null : quoted.join(' ') };
}

/** One behind the other and the last: each one costs the index a list, and those between would hardly narrow further. */
function trigramsOf(text: string): readonly string[] {
  const characters = [...text];
  const last = characters.length - TRIGRAM;
  if (last < 0) return [];
  const starts = Array.from({ length: Math.ceil(last / TRIGRAM) }, (_, index) => index * TRIGRAM);
  return [...new Set([...starts, last].map((start) => characters.slice(start, start + TRIGRAM).join('')))];
}

function searchable(text: string): string {
  return foldCase(text).replaceAll(SEPARATOR, ' ').replaceAll(NUL, ' ').toWellFormed();
}
