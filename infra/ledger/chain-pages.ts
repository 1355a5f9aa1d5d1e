/**
 * The chain of a log, stored apart from the log in durable state: a page for every 1,000 events, with the first 8 bytes
 * of each hash, to name the first event that differs, and the whole hash of its last event.
 */
import { type DurableStore, NEVER } from '../ports/storage/durable-store.ts';
import { toHex } from './chain.ts';

/** The kind of the entries in durable state. */
export const CHAIN = 'log-chain';
const HEAD = 'head';
/** Events of one page. */
export const PAGE_EVENTS = 1_000;
/** Bytes of each hash in a page. */
const MARK_BYTES = 8;

/** The end of the chain: `hash` is that of event `count`, at `position`. */
export interface ChainHead {
  readonly count: number;
  readonly position: number;
  /** In hexadecimal. */
  readonly hash: string;
}

/** The head, and the position before it: a start checks that the last event is still the hashed one. */
export interface SavedHead extends ChainHead {
  readonly before: { readonly position: number; readonly hash: string };
}

export interface ChainPage {
  /** The hash of the page's last event. */
  readonly hash: string;
  /** The first 8 bytes of the hash of each event, base64. */
  readonly marks: string;
}

/** Reads what `ChainWriter` saved. */
export interface ChainReader {
  /** null before the first event is hashed. */
  head(): Promise<SavedHead | null>;
  /** Page n has the events 1,000 n + 1 to 1,000 (n + 1). */
  page(number: number): Promise<ChainPage | null>;
}

/** The chain in durable state. */
export function chainReader(state: Pick<DurableStore, 'get'>): ChainReader {
  return {
    head: () => state.get<SavedHead>(CHAIN, HEAD),
    page: (number) => state.get<ChainPage>(CHAIN, pageKey(number)),
  };
}

/** The page of an event, and its index in that page. Events count from 1. */
export function placeOf(event: number): { readonly page: number; readonly index: number } {
  return { page: Math.floor((event - 1) / PAGE_EVENTS), index: (event - 1) % PAGE_EVENTS };
}

/** The mark of a hash. */
export function markOf(hash: Uint8Array): Uint8Array {
  return hash.subarray(0, MARK_BYTES);
}

/** The marks of a page by the index of their event. */
export function marksOf(page: ChainPage): readonly Uint8Array[] {
  const bytes = Buffer.from(page.marks, 'base64');
  const count = Math.floor(bytes.byteLength / MARK_BYTES);
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * MARK_BYTES, (index + 1) * MARK_BYTES));
}

/** Saves a page, then the head that refers to it. A crash in between leaves a page longer than the head says. */
export async function saveChain(
  state: Pick<DurableStore, 'put'>,
  page: { readonly number: number; readonly marks: readonly Uint8Array[]; readonly hash: Uint8Array },
  head: SavedHead,
): Promise<void> {
  const saved: ChainPage = { hash: toHex(page.hash), marks: Buffer.concat(page.marks).toString('base64') };
  await state.put(CHAIN, pageKey(page.number), saved, NEVER);
  await state.put(CHAIN, HEAD, head, NEVER);
}

/** Deletes the chain: it begins anew with the present log. Not while a server runs. Seals in the log stay. */
export function forgetChain(state: Pick<DurableStore, 'remove'>): Promise<void> {
  return state.remove(CHAIN, HEAD);
}

function pageKey(number: number): string {
  return `page ${number}`;
}
