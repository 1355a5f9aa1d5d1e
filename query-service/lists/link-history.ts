/** The history of a link, from the ledger. */
import type { FindQuery, FindResult, ReadStore, ViewDoc, ViewRef } from '../../infra/ports/read-store.ts';
import {
  BEHIND_ALL,
  eventWithPersonal,
  type LedgerEntry,
  type LedgerField,
  ledger,
  ledgerEntries,
  linkSubject,
} from '../../projections/views/ledger/ledger.ts';
import { HISTORY_TYPES, type HistoryLine, historyOf } from '../presenters/link-history.ts';
import type { ListOptions } from './list-response.ts';

type HistoryList = Pick<ListOptions<LedgerEntry, LedgerField, unknown>, 'reads' | 'view' | 'query'>;

/** The list of a link's entries, newest first, and the lines that they mean. */
export async function linkHistory(
  reads: ReadStore,
  linkId: string,
): Promise<{ readonly list: HistoryList; readonly linesOf: (entries: readonly LedgerEntry[]) => HistoryLine[] }> {
  const subject = await reads.get(ledger, linkSubject(linkId));
  const scopes = subject?.scopes ?? [];
  const where = { scope: scopes, linkId, type: HISTORY_TYPES };
  const subjects = new Map(subject === null ? [] : [[subject.id, subject]]);
  return {
    list: {
      reads: scopes.length > 1 ? withoutRepeats(reads) : reads,
      view: ledgerEntries,
      query: { where, before: BEHIND_ALL },
    },
    linesOf: (entries) => entries.flatMap((entry) => historyOf(eventWithPersonal(entry, subjects)) ?? []),
  };
}

/** A link that was moved has an entry in both scopes. Few links are: their entries are all read. */
function withoutRepeats(reads: ReadStore): HistoryList['reads'] {
  return {
    position: (view) => reads.position(view),
    async find<Doc extends ViewDoc, Field extends string>(
      view: ViewRef<Doc, Field>,
      { skip = 0, limit, ...query }: FindQuery<NoInfer<Field>>,
    ): Promise<FindResult<Doc>> {
      const { rows } = await reads.find(view, query);
      const once = rows.filter(({ id }) => !id.endsWith('+'));
      return { rows: once.slice(skip, limit === undefined ? undefined : skip + limit), total: once.length };
    },
  };
}
