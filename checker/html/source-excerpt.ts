/** A part of the source of bounded length that can span several chunks. Offsets are absolute in the page. */
export class SourceExcerpt {
  private readonly max: number;
  private start = -1;
  private text = '';

  constructor(max: number) {
    this.max = max;
  }

  /** Begins at an offset; continues if it already began there. */
  begin(at: number): void {
    if (this.start === at) return;
    this.start = at;
    this.text = '';
  }

  /** Continues another excerpt. */
  takeOver(other: SourceExcerpt): void {
    this.start = other.start;
    this.text = other.text;
  }

  /** Ends the excerpt and drops its text. */
  stop(): void {
    this.start = -1;
    this.text = '';
  }

  /** Copies the part in `input[0..end)`, whose offset is `base`, before that chunk is dropped. */
  keep(input: string, base: number, end: number): void {
    if (this.start < 0 || this.text.length >= this.max) return;
    const from = this.start + this.text.length - base;
    this.text += input.slice(from, Math.min(from + this.max - this.text.length, end));
  }

  /** The source up to the offset `end`, at most `max` characters, without half a surrogate pair at the end. */
  read(input: string, base: number, end: number): string {
    const length = Math.min(this.max, end - this.start);
    const text =
      this.text.length >= length
        ? this.text.slice(0, length)
        : this.text + input.slice(this.start + this.text.length - base, this.start + length - base);
    const last = text.charCodeAt(text.length - 1);
    return length === this.max && last >= 0xd800 && last < 0xdc00 ? text.slice(0, -1) : text;
  }
}
