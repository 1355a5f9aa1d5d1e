/**
 * Checks the records of an evidence pack against its seals. The functions run in the page of the pack, too, by their source
 * text: they use nothing that a browser lacks, and no name outside of this file and of sha256.ts.
 */
import type { ProofRun, ProvenEvent } from '../../infra/ports/storage/event-proof.ts';
import type { PackManifest } from './pack-format.ts';

/** A part of the pack that does not match its proof. */
export type PackProblem =
  /** The record with this index differs from the recorded event. */
  | { readonly kind: 'record'; readonly index: number }
  /** No run has the record with this index, so nothing proves it. */
  | { readonly kind: 'unproven'; readonly index: number }
  /** The records and digests of a run do not lead to the hash at its end. */
  | { readonly kind: 'run'; readonly index: number }
  /** The file with this index differs from the file that its record names. */
  | { readonly kind: 'file'; readonly index: number }
  /** The file with this index is missing from the pack. */
  | { readonly kind: 'file-absent'; readonly index: number };

export type Sha256 = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;

/**
 * Checks all records, and now and then yields the part that is done, from 0 to 1. A changed record is reported by
 * itself; the others are still checked, with the digest that the pack states for it.
 */
export function* checkRecords(
  { events, runs, seals }: Pick<PackManifest, 'events' | 'runs' | 'seals'>,
  sha256: Sha256,
): Generator<number, readonly PackProblem[]> {
  const problems: PackProblem[] = [];
  for (const [index, event] of events.entries()) {
    if (hexOf(digestOf(event, sha256)) !== event.digest) problems.push({ kind: 'record', index });
    if (index % 200 === 199) yield index / events.length / 2;
  }
  const proven = new Set(runs.flatMap(({ steps }) => steps));
  for (const [index, run] of runs.entries()) {
    const seal = seals.find(({ day }) => day === run.sealed);
    const isSealed = run.sealed === null || (seal?.count === run.count && seal.hash === run.hash);
    if (!isSealed || !runFits(run, events, sha256)) problems.push({ kind: 'run', index });
    yield (1 + index / runs.length) / 2;
  }
  for (const index of events.keys()) if (!proven.has(index)) problems.push({ kind: 'unproven', index });
  return problems;
}

/** Whether the hashes of a run lead from its beginning to its end. */
export function runFits(run: ProofRun, events: readonly ProvenEvent[], sha256: Sha256): boolean {
  const both = new Uint8Array(64);
  both.set(bytesOfHex(run.before));
  let count = run.after;
  for (const step of run.steps) {
    const event = typeof step === 'number' ? events[step] : undefined;
    if (typeof step === 'number' && event?.n !== count + 1) return false;
    const digests = typeof step === 'string' ? bytesOfBase64(step) : bytesOfHex(event?.digest ?? '');
    if (digests.length === 0 || digests.length % 32 !== 0) return false;
    for (let at = 0; at < digests.length; at += 32) {
      both.set(digests.subarray(at, at + 32), 32);
      both.set(sha256(both));
      count += 1;
    }
  }
  return count === run.count && hexOf(both.subarray(0, 32)) === run.hash;
}

/** The digest of an event: SHA-256 of its parts as netstrings. */
export function digestOf(event: ProvenEvent, sha256: Sha256): Uint8Array {
  const encoder = new TextEncoder();
  const parts = [event.stream, event.revision, event.id, event.type, event.metadata, event.data].flatMap((part) => {
    const bytes = encoder.encode(part);
    return [encoder.encode(`${bytes.length}:`), bytes, encoder.encode(',')];
  });
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return sha256(whole);
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The bytes; empty if the text is not a hash. */
export function bytesOfHex(text: string): Uint8Array {
  if (!/^[0-9a-f]{64}$/.test(text)) return new Uint8Array(0);
  return Uint8Array.from({ length: 32 }, (_, at) => Number.parseInt(text.slice(2 * at, 2 * at + 2), 16));
}

/** The bytes; empty if the text is not base64. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
    return bytes;
  } catch {
    return new Uint8Array(0);
  }
}
