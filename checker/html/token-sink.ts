/** What a page's tokenizer tells, and to whom. */
import type { Mode } from './element-names.ts';

/** What the tokenizer tells, in page order. Offsets are absolute in the page; `input` holds `base` and on. */
export interface TokenSink {
  /** Names that `isBoring` says cannot matter are skipped while this is true. */
  readonly plain: boolean;
  /** CDATA sections exist here. */
  readonly inForeign: boolean;
  /** The chunk ends in the name of a tag that begins at `start`. */
  tagStart(start: number): void;
  /** A tag was skipped, because its name cannot matter here: the bucket of its name. */
  skipped(bucket: number, isEnd: boolean): void;
  /** A tag has begun, its name is known. Answers whether its attributes are of interest. */
  tagName(name: string, isEnd: boolean, start: number): boolean;
  /** The tag is complete. Answers how the text after a start tag is read. `end` is the offset after `>`. */
  tag(tag: Tag, end: number): Mode;
  /** A piece of text; character references are not resolved. Pieces follow each other until `textBreak`. */
  text(input: string, from: number, to: number): void;
  /** The text run is over: a reference cannot go on in the next one. */
  textBreak(): void;
  /** A piece of a CDATA section: text in which `&` means nothing. */
  cdata(input: string, from: number, to: number): void;
  /** A piece of the content of the text element opened last. */
  raw(input: string, from: number, to: number): void;
  /** The content of the text element is over: its end tag was read, or the page ended. */
  rawEnd(): void;
  /** A part of the input is about to be forgotten: `input[0..end)` at `base`. */
  chunkEnd(input: string, base: number, end: number): void;
  /** The input that offsets refer to from here on. */
  chunkStart(input: string, base: number): void;
}

/** The tag at hand. */
export interface Tag {
  readonly name: string;
  readonly isEnd: boolean;
  readonly selfClosing: boolean;
  /** Absolute offset of its `<`. */
  readonly start: number;
  /** The raw value of one of the attributes kept (`scan-attributes.ts`), first one wins; null when the tag does not have it. */
  attribute(name: string): string | null;
}
