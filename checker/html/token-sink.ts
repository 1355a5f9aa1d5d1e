/** The interface between the tokenizer and its listener. */
import type { Mode } from './element-names.ts';

/** Receives the tokens in page order. Offsets are absolute in the page; `from` and `to` are indexes of `input`. */
export interface TokenSink {
  /** While true, the tokenizer skips tags that `isIrrelevantStartTag` or `isIrrelevantEndTag` accepts. */
  readonly plain: boolean;
  /** CDATA sections exist at this place. */
  readonly inForeign: boolean;
  /** The chunk ends in the name of a tag that begins at `start`. */
  tagStart(start: number): void;
  /** A tag was skipped; `bucket` is the bucket of its name. */
  skipped(bucket: number, isEnd: boolean): void;
  /** The name of a tag was read. Returns whether its attributes are needed. */
  tagName(name: string, isEnd: boolean, start: number): boolean;
  /** The tag is complete; `end` is the offset after `>`. Returns how to read the text after a start tag. */
  tag(tag: Tag, end: number): Mode;
  /** A part of a text with its references unresolved. The text continues until `textBreak`. */
  text(input: string, from: number, to: number): void;
  /** The text is over: no reference continues in the next one. */
  textBreak(): void;
  /** A part of a CDATA section: text without references. */
  cdata(input: string, from: number, to: number): void;
  /** A part of the content of the last text element. */
  raw(input: string, from: number, to: number): void;
  /** The content of the text element is over: its end tag came, or the end of the page. */
  rawEnd(): void;
  /** `input[0..end)`, whose offset is `base`, is dropped. */
  chunkEnd(input: string, base: number, end: number): void;
  /** The following tokens are in `input`, whose offset is `base`. */
  chunkStart(input: string, base: number): void;
}

/** The current tag. */
export interface Tag {
  readonly name: string;
  readonly isEnd: boolean;
  readonly selfClosing: boolean;
  /** The offset of its `<`. */
  readonly start: number;
  /** The raw value of a relevant attribute (`tag-reader.ts`), the first of equal names; null without it. */
  attribute(name: string): string | null;
}
