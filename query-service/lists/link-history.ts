/** The history of a link, from the ledger. */
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import {
  BEHIND_ALL,
  eventWithPersonal,
  type LedgerEntry,
  type LedgerField,
  ledger,
  ledgerEntries,
  linkSubject,
} from '../../projections/views/ledger/ledger.ts';
import type { LinkDoc } from '../../projections/views/links/link-doc.ts';
import type { Access } from '../access/access.ts';
import { HISTORY_TYPES, type HistoryLine, historyOf } from '../presenters/link-history.ts';
import { findSeen } from './find-seen.ts';
import { maySee } from './ledger.ts';
import type { ListOptions } from './list-response.ts';

type HistoryList = Pick<ListOptions<LedgerEntry, LedgerField, unknown>, 'reads' | 'view' | 'query'>;

/** The list of a link's entries that the caller may see, newest first, and their lines of the history. */
export async function linkHistory(
  reads: ReadStore,
  access: Access,
  { id: linkId, scope }: Pick<LinkDoc, 'id' | 'scope'>,
): Promise<{ readonly list: HistoryList; readonly linesOf: (entries: readonly LedgerEntry[]) => HistoryLine[] }> {
  const subject = await reads.get(ledger, linkSubject(linkId));
  const scopes = subject?.scopes ?? [];
  const where = { scope: scopes, linkId, type: HISTORY_TYPES.filter((type) => maySee(access, scope, type)) };
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

/** A moved link has an entry in both scopes. Few links are moved, so all their entries are read. */
function withoutRepeats(reads: ReadStore): HistoryList['reads'] {
  return {
    position: (view) => reads.position(view),
    find: (view, query) => findSeen(reads, view, query, (id) => !id.endsWith('+')),
  };
}
