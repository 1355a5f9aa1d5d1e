/** The count of a run: which of its links are done, and up to which all are. Pure data. */
import { NOTHING_DONE } from '../deciders/status-check.ts';
import type { LinkStatus } from '../events/observation.ts';
import type { RunCounts } from '../events/status-check.ts';

/** What a link came to; null: it went away before its turn, and says nothing. */
export type LinkResult = LinkStatus | null;

interface Entry {
  readonly linkId: string;
  /** undefined while it is under way. */
  came: LinkResult | undefined;
}

/** Links are taken in the order of their ids, and done in any order. */
export class Progress {
  #cursor: string;
  #settled: RunCounts;
  #counts: RunCounts;
  #line: Entry[] = [];
  /** How much of the line's beginning belongs to `settled`. */
  #passed = 0;

  /** Goes on from a cursor and what the links up to it came to. */
  constructor(cursor = '', settled = NOTHING_DONE) {
    this.#cursor = cursor;
    this.#settled = settled;
    this.#counts = settled;
  }

  /** All links up to this one are done; '' before the first. */
  get cursor(): string {
    return this.#cursor;
  }

  /** What the links up to the cursor came to. */
  get settled(): RunCounts {
    return this.#settled;
  }

  /** What all links that are done came to. */
  get counts(): RunCounts {
    return this.#counts;
  }

  /** Takes the next link; the answered function is to be called once, when it is done. */
  take(linkId: string): (came: LinkResult) => void {
    const entry: Entry = { linkId, came: undefined };
    this.#line.push(entry);
    return (came) => {
      if (entry.came !== undefined) return;
      entry.came = came;
      this.#counts = plus(this.#counts, came);
      this.#pass();
    };
  }

  #pass(): void {
    for (;;) {
      const entry = this.#line[this.#passed];
      if (entry?.came === undefined) break;
      this.#cursor = entry.linkId;
      this.#settled = plus(this.#settled, entry.came);
      this.#passed++;
    }
    if (this.#passed < 1_000 || this.#passed * 2 < this.#line.length) return;
    this.#line = this.#line.slice(this.#passed);
    this.#passed = 0;
  }
}

function plus(counts: RunCounts, came: LinkResult): RunCounts {
  const done = counts.done + 1;
  return came === null ? { ...counts, done } : { ...counts, done, [came]: counts[came] + 1 };
}
