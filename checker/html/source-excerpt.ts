/** A piece of the page's source that may reach over several chunks, of bounded length. */
export class SourceExcerpt {
  private readonly max: number;
  private start = -1;
  private kept = '';

  constructor(max: number) {
    this.max = max;
  }

  /** Begins at an absolute offset of the page; goes on when it began there already. */
  begin(at: number): void {
    if (this.start === at) return;
    this.start = at;
    this.kept = '';
  }

  /** Takes over where another excerpt began. */
  takeOver(other: SourceExcerpt): void {
    this.start = other.start;
    this.kept = other.kept;
  }

  stop(): void {
    this.start = -1;
    this.kept = '';
  }

  /** Keeps what will be gone with the chunk: `input[0..end)` stands at the absolute offset `base`. */
  keep(input: string, base: number, end: number): void {
    if (this.start < 0 || this.kept.length >= this.max) return;
    const from = this.start + this.kept.length - base;
    this.kept += input.slice(from, Math.min(from + this.max - this.kept.length, end));
  }

  /** The source up to an absolute offset, cut at the most allowed, no surrogate pair cut in two. */
  read(input: string, base: number, end: number): string {
    const length = Math.min(this.max, end - this.start);
    const text =
      this.kept.length >= length
        ? this.kept.slice(0, length)
        : this.kept + input.slice(this.start + this.kept.length - base, this.start + length - base);
    const last = text.charCodeAt(text.length - 1);
    return length === this.max && last >= 0xd800 && last < 0xdc00 ? text.slice(0, -1) : text;
  }
}
