/** Reads the ledger: the entries that a caller may see, in the order of the log or newest first. */
import type { LinkledgerEvent } from '../../command-service/contract/events.ts';
import type { Scope } from '../../command-service/contract/scope.ts';
import { Problem } from '../../infra/http/request/problem.ts';
import type { FindQuery, ReadStore } from '../../infra/ports/storage/read-store.ts';
import {
  BEHIND_ALL,
  type LedgerEntry,
  type LedgerField,
  ledgerEntries,
} from '../../projections/views/ledger/ledger.ts';
import { type Access, may } from '../access/access.ts';
import { ACTION_OF_KIND, KIND_OF } from '../contract/ledger-kinds.ts';

type EventType = LinkledgerEvent['type'];

/** Which entries to read. */
export interface LedgerFilter {
  /** The scopes, all visible to the caller. */
  readonly scopes: readonly Scope[];
  /** null: all types. */
  readonly types: readonly EventType[] | null;
  /** Conditions on the other fields. */
  readonly where?: Omit<NonNullable<FindQuery<LedgerField>['where']>, 'scope' | 'type'>;
}

/** `after`: oldest first, after an entry. `before`: newest first, before an entry; null: from the end. */
type LedgerStart = { readonly after: string } | { readonly before: string | null };

/** The fewest entries read at once: some may be dropped afterwards. */
const CHUNK = 100;

/**
 * The entries that the caller may see, from `start` on: `limit` entries, or fewer at the end. An event that moved its
 * subject between two scopes that the caller sees comes once.
 */
export async function readLedger(
  reads: Pick<ReadStore, 'find'>,
  access: Pick<Access, 'roleIn' | 'money'>,
  { scopes, types, where = {} }: LedgerFilter,
  start: LedgerStart,
  limit: number,
): Promise<readonly LedgerEntry[]> {
  const seen: LedgerEntry[] = [];
  let order = 'after' in start ? { after: start.after } : { before: start.before ?? BEHIND_ALL };
  while (scopes.length > 0) {
    const size = Math.max(CHUNK, limit - seen.length);
    const { rows } = await reads.find(ledgerEntries, {
      where: conditionsOf({ scopes, types, where }),
      ...order,
      limit: size,
      countUpTo: 1,
    });
    for (const entry of rows) if (seen.length < limit && isShown(access, scopes, entry)) seen.push(entry);
    const last = rows.at(-1);
    if (seen.length === limit || rows.length < size || last === undefined) break;
    order = 'after' in start ? { after: last.id } : { before: last.id };
  }
  return seen;
}

/** The conditions of a filter on the entries. */
export function conditionsOf({ scopes, types, where }: LedgerFilter): NonNullable<FindQuery<LedgerField>['where']> {
  return { ...where, scope: scopes, ...(types !== null && { type: types }) };
}

/** Whether the caller may see the entry; of a move between two of the scopes, only the first entry is shown. */
export function isShown(
  access: Pick<Access, 'roleIn' | 'money'>,
  scopes: readonly Scope[],
  { id, scope, type, event }: LedgerEntry,
): boolean {
  return maySee(access, scope, type) && !(id.endsWith('+') && scopes.some((each) => each === origin(event)));
}

/** Whether the caller may see events of the type in the scope. */
export function maySee(access: Pick<Access, 'roleIn' | 'money'>, scope: Scope, type: EventType): boolean {
  const kind = KIND_OF[type];
  return kind !== null && may(access, ACTION_OF_KIND[kind], scope);
}

/** The scope before a move; null for an event that is not a move. */
function origin(event: LedgerEntry['event']): Scope | null {
  if (event.type === 'LinkMoved' || event.type === 'CampaignMoved') return event.data.from;
  return event.type === 'SavedViewEdited' ? (event.data.changes.scope?.from ?? null) : null;
}

/** The cursor of an entry. */
export function cursorOf({ id, event }: LedgerEntry): string {
  return Buffer.from(`${id} ${event.id}`).toString('base64url');
}

/** The id of the entry that a cursor names. @throws Problem 400 if it is not a cursor of this ledger. */
export async function entryAt(reads: Pick<ReadStore, 'get'>, cursor: string, name: string): Promise<string> {
  const [, id = '', eventId] = /^(\d{16}\+?) (.+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const entry = id === '' ? null : await reads.get(ledgerEntries, id);
  if (entry !== null && entry.event.id === eventId) return id;
  const message = `${name} is not a cursor of this ledger: send the cursor of an event, or omit it to start over`;
  throw new Problem(400, 'invalid', message, { fields: { [name]: message } });
}
