/** Scores how well an entry matches a search. Pure. */
import { searchable, sought } from '../../../query-service/contract/search-text.ts';

/** Removes accents: 'gradde' finds 'Grädde'. */
function withoutMarks(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '');
}

/**
 * The score of a name: 0 for no match, higher is better. Each typed word must be in the name or the keywords; the start
 * of the name counts most, then the start of a word.
 */
export function matchScore(typed: string, name: string, keywords = ''): number {
  const needle = withoutMarks(sought(typed)).trim();
  const [title = '', words = ''] = [name, keywords].map((text) => withoutMarks(searchable(text)));
  const pieces = needle.split(/\s+/).filter((piece) => piece !== '');
  if (!pieces.every((piece) => title.includes(piece) || words.includes(piece))) return 0;
  if (title.startsWith(needle)) return 4;
  const begins = (text: string) => ` ${text}`.includes(` ${pieces[0] ?? ''}`);
  if (begins(title)) return 3;
  return begins(words) ? 2 : 1;
}

interface SearchableEntry {
  readonly title: string;
  readonly keywords?: string | undefined;
}

/** The matching entries, best first; all of them in their order for an empty search. */
export function bestMatches<Entry extends SearchableEntry>(typed: string, entries: readonly Entry[]): readonly Entry[] {
  if (typed.trim() === '') return entries;
  return entries
    .map((entry) => ({ entry, match: matchScore(typed, entry.title, entry.keywords) }))
    .filter(({ match }) => match > 0)
    .sort((one, other) => other.match - one.match)
    .map(({ entry }) => entry);
}
