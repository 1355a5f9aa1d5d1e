/** Text of a page: character references resolved, white space folded. */
import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';

/** A string in which only ASCII letters are lowered, as HTML compares names (the Kelvin sign is not a k). */
export function asciiLower(text: string): string {
  const lower = text.toLowerCase();
  if (lower === text) return text;
  return lower.length === text.length && isAscii(text)
    ? lower
    : text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}

/** The text of a text node or a title (WHATWG HTML 13.2.5.72, "named character reference", in data). */
export function decodeText(raw: string): string {
  return raw.includes('&') ? decodeHTML(raw) : raw;
}

/** What an attribute value must have to be anything but what it looks like. */
const SPECIAL_IN_VALUE = /[&\r\0]/;

/**
 * The value of an attribute as the tokenizer yields it: references resolved with the attribute rule (`&copy=` stays),
 * NUL replaced, line ends normalised.
 */
export function decodeAttribute(raw: string): string {
  if (!SPECIAL_IN_VALUE.test(raw)) return raw;
  let value = raw;
  if (value.includes('\0')) value = value.replaceAll('\0', '\ufffd');
  if (value.includes('\r')) value = value.replace(/\r\n?/g, '\n');
  if (!value.includes('&')) return value;
  return hasOnlyAmpersands(value) ? value.replaceAll('&amp;', '&') : decodeHTMLAttribute(value);
}

/** Whether every reference is `&amp;`: nearly all in addresses are. */
function hasOnlyAmpersands(value: string): boolean {
  for (let at = value.indexOf('&'); at >= 0; at = value.indexOf('&', at + 5)) {
    if (!value.startsWith('&amp;', at)) return false;
  }
  return true;
}

/** White space of any kind folded to single spaces, none at the ends, at most `max` characters, no pair cut in two. */
export function foldText(text: string, max: number): string {
  const folded = text.replace(/\s+/g, ' ').trim();
  if (folded.length <= max) return folded;
  const last = folded.charCodeAt(max - 1);
  return folded.slice(0, last >= 0xd800 && last < 0xdc00 ? max - 1 : max).trimEnd();
}

/** ASCII white space as the tokenizer knows it, CR included: it is a line feed before the tokenizer sees it. */
export function isSpace(code: number): boolean {
  return code <= 32 && (code === 32 || code === 10 || code === 9 || code === 13 || code === 12);
}

/** The tokens of a space-separated attribute (`rel`), lower case, each once, in order. */
export function tokensOf(value: string | null): readonly string[] {
  return value === null
    ? []
    : [
        ...new Set(
          asciiLower(value)
            .split(/[\t\n\f\r ]+/)
            .filter((token) => token !== ''),
        ),
      ];
}

/** What ends the name of a tag: white space, `/` or `>`. */
export function endsName(code: number): boolean {
  return code <= 62 && (code === 62 || code === 47 || isSpace(code));
}
