/** How what people type finds what has a name. Pure. */

/** Without case and accents: 'Grädde' is found by 'gradde'. */
function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/**
 * How well a name answers what was typed: 0 not at all, more the better. Each typed word has to stand somewhere in the
 * name, or in the other words it goes by; the beginning of the name counts most, then the beginning of a word.
 */
export function matchScore(typed: string, name: string, keywords = ''): number {
  const sought = fold(typed).trim();
  const [title, others] = [fold(name), fold(keywords)];
  const pieces = sought.split(/\s+/).filter((piece) => piece !== '');
  if (!pieces.every((piece) => title.includes(piece) || others.includes(piece))) return 0;
  if (title.startsWith(sought)) return 4;
  const begins = (text: string) => ` ${text}`.includes(` ${pieces[0] ?? ''}`);
  if (begins(title)) return 3;
  return begins(others) ? 2 : 1;
}

interface Named {
  readonly title: string;
  readonly keywords?: string | undefined;
}

/** Those that answer what was typed, the best first; all of them, as they came, where nothing was typed. */
export function bestMatches<Entry extends Named>(typed: string, entries: readonly Entry[]): readonly Entry[] {
  if (typed.trim() === '') return entries;
  return entries
    .map((entry) => ({ entry, match: matchScore(typed, entry.title, entry.keywords) }))
    .filter(({ match }) => match > 0)
    .sort((one, other) => other.match - one.match)
    .map(({ entry }) => entry);
}
