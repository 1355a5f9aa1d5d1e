/** The attributes of a page that anything is decided by. */
import { isName } from './element-names.ts';

export const LONGEST_KEPT = 10;

/** The attributes anything is decided by, by their length. */
const KEPT: readonly (readonly string[])[] = Array.from({ length: LONGEST_KEPT + 1 }, (_, length) =>
  'href rel name content alt type encoding color face size http-equiv xlink:href'
    .split(' ')
    .filter((name) => name.length === length),
);

/** The attribute name at `input[from..to)` in lower case if anything is decided by it, else ''. */
export function keptAttribute(input: string, from: number, to: number): string {
  const names = KEPT[to - from];
  if (names === undefined) return '';
  const first = input.charCodeAt(from) | 32;
  for (const name of names) if (name.charCodeAt(0) === first && isName(input, from, name)) return name;
  return '';
}
