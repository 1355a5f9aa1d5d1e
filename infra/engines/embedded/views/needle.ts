/** Substring search: the needle and its query for the trigram index. */
import { SEPARATOR, sought } from '../../../ports/text/searched-text.ts';

/** The characters of an entry in the index. */
const TRIGRAM = 3;
/** The most trigrams of a needle that are looked up. The text itself is compared anyway. */
const MOST_LOOKED_UP = 20;

/** The texts of `searchText`, in the order of the properties. */
export function splitSearchText(searched: string | null): readonly string[] {
  return searched?.split(SEPARATOR) ?? [];
}

/** A needle in the searched form; no character in it is special. */
export interface Needle {
  readonly text: string;
  /** The query for the trigram index; null if the needle is too short. */
  readonly match: string | null;
}

/** The needle; null if it is empty. */
export function parseNeedle(contains: string | undefined): Needle | null {
  if (contains === undefined || contains === '') return null;
  const text = sought(contains);
  const trigrams = trigramsOf(text).slice(0, MOST_LOOKED_UP);
  const quoted = trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`);
  return { text, match: quoted.length === 0 ? null : quoted.join(' ') };
}

/** Adjacent trigrams and the last one: overlapping trigrams each cost a list and hardly narrow the result. */
function trigramsOf(text: string): readonly string[] {
  const characters = [...text];
  const last = characters.length - TRIGRAM;
  if (last < 0) return [];
  const starts = Array.from({ length: Math.ceil(last / TRIGRAM) }, (_, index) => index * TRIGRAM);
  return [...new Set([...starts, last].map((start) => characters.slice(start, start + TRIGRAM).join('')))];
}
