/** Checks evidence files against their hashes in the log. */
import { hash } from 'node:crypto';
import { type BlobStore, EVIDENCE } from '../ports/storage/blob-store.ts';
import { type StoredEvent, textOf } from './chain.ts';
import type { LogProblem } from './problem.ts';

/** The files that the events name, and the events that allow their removal. */
export class EvidenceIndex {
  /** The links of each file, by its hash. */
  readonly #links = new Map<string, Set<string>>();
  readonly #purged = new Set<string>();
  readonly #removed = new Set<string>();

  take(event: StoredEvent): void {
    const type = textOf(event.type);
    if (type !== 'EvidenceKept' && type !== 'EvidenceRemoved' && type !== 'LinkPurged' && type !== 'ShareCreated')
      return;
    const data = parsed(textOf(event.data));
    if (type === 'ShareCreated') {
      // The files of a report stay for good.
      for (const { hash: file } of reportFilesOf(data)) this.#links.set(file, new Set([REPORT]));
      return;
    }
    const linkId = fieldOf(data, 'linkId');
    const file = fieldOf(data, 'hash');
    if (type === 'LinkPurged') this.#purged.add(linkId);
    else if (type === 'EvidenceRemoved') this.#removed.add(file);
    else {
      const links = this.#links.get(file) ?? new Set();
      this.#links.set(file, links.add(linkId));
      this.#removed.delete(file);
    }
  }

  get hashes(): Iterable<string> {
    return this.#links.keys();
  }

  /** Whether the product removed the file: to make room, or with the last link that refers to it. */
  mayBeGone(file: string): boolean {
    if (this.#removed.has(file)) return true;
    return [...(this.#links.get(file) ?? [])].every((linkId) => this.#purged.has(linkId));
  }
}

/** Stands for a link that is never purged. */
const REPORT = 'report';

interface CheckedFiles {
  readonly checked: number;
  /** Files that the product removed. */
  readonly removed: number;
  readonly problems: readonly LogProblem[];
}

/** Reads every existing file, and looks for every file that the log names. */
export async function checkEvidence(
  files: Pick<BlobStore, 'list' | 'get'>,
  index: EvidenceIndex,
  onProgress: (count: number, of: number) => void,
): Promise<CheckedFiles> {
  const present = await files.list(EVIDENCE);
  const found = new Set<string>();
  const problems: LogProblem[] = [];
  for (const [at, { hash: file }] of present.entries()) {
    const bytes = await files.get(EVIDENCE, file);
    if (bytes === null) continue;
    found.add(file);
    if (hash('sha256', bytes) !== file) {
      problems.push({ kind: 'file-changed', file, message: `The evidence file ${file} was changed.` });
    }
    onProgress(at + 1, present.length);
  }
  let removed = 0;
  for (const file of index.hashes) {
    if (found.has(file)) continue;
    if (index.mayBeGone(file)) removed += 1;
    else problems.push({ kind: 'file-missing', file, message: `The evidence file ${file} is missing.` });
  }
  return { checked: found.size, removed, problems };
}

function reportFilesOf(data: unknown): readonly { readonly hash: string }[] {
  const { report } = data as { readonly report?: { readonly files?: readonly { readonly hash: string }[] } };
  return report?.files ?? [];
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** '' without such a text. */
function fieldOf(data: unknown, field: string): string {
  const value: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, field) : null;
  return typeof value === 'string' ? value : '';
}
