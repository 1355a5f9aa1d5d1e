/** Puts results that arrive in any order into the order of their links. Pure data. */

interface PendingResult<Result> {
  readonly linkId: string;
  /** null while the link is in progress. */
  result: { readonly value: Result } | null;
}

/** Passes each result on once all links before it have their results. */
export class InOrder<Result> {
  readonly #pass: (linkId: string, result: Result) => void;
  #line: PendingResult<Result>[] = [];
  /** How many entries at the beginning of the line were passed on. */
  #passed = 0;

  constructor(pass: (linkId: string, result: Result) => void) {
    this.#pass = pass;
  }

  /** Adds the next link. Call the returned function with its result; a second call changes nothing. */
  take(linkId: string): (result: Result) => void {
    const entry: PendingResult<Result> = { linkId, result: null };
    this.#line.push(entry);
    return (value) => {
      if (entry.result !== null) return;
      entry.result = { value };
      this.#passOn();
    };
  }

  #passOn(): void {
    for (;;) {
      const entry = this.#line[this.#passed];
      if (entry === undefined || entry.result === null) break;
      this.#passed++;
      this.#pass(entry.linkId, entry.result.value);
    }
    if (this.#passed < 1_000 || this.#passed * 2 < this.#line.length) return;
    this.#line = this.#line.slice(this.#passed);
    this.#passed = 0;
  }
}
