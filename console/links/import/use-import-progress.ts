/** How far an import is: the file that was sent, and the links that its list has got. */
import { useAnswer } from '../../platform/api/use-answer.ts';
import { countsOf, type ImportDraft } from './import-store.ts';

/** Milliseconds between two counts. */
const PAUSE_MS = 1_000;
/** The part of the bar that stands for sending the file; the rest stands for adding its links. */
const SENDING = 0.1;

interface ImportProgress {
  /** From 0 to 1; null: the file was sent, and nobody knows how many links were added. */
  readonly share: number | null;
  /** The links in the list so far; null before the file was sent. */
  readonly added: number | null;
}

/** Counts the links where the person sees them, so that the bar and the list agree. */
export function useImportProgress({ phase, sent, before, found, ...list }: ImportDraft): ImportProgress {
  const isCounted = phase === 'importing' && before !== null;
  const { data } = useAnswer(isCounted ? countsOf(list) : null, {
    refreshInterval: PAUSE_MS,
    dedupingInterval: PAUSE_MS / 2,
  });
  if (phase !== 'importing') return { share: sent < 1 ? sent : null, added: null };
  const wanted = found?.imported ?? 0;
  const added = data === undefined ? null : Math.min(wanted, Math.max(0, data.total - (before ?? 0)));
  if (sent < 1 && (added ?? 0) === 0) return { share: sent * SENDING, added: null };
  return added === null ? { share: null, added } : { share: SENDING + (1 - SENDING) * (added / wanted), added };
}
