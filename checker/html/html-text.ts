/** Decodes and folds the text of a page. */
import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';

/** Lowers only ASCII letters, as HTML does to compare names: the Kelvin sign is not a k. */
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

/** Resolves the character references of a text or a title (WHATWG HTML 13.2.5.72). */
export function decodeText(raw: string): string {
  return raw.includes('&') ? decodeHTML(raw) : raw;
}

/** Characters that make an attribute value differ from its source. */
const SPECIAL_IN_VALUE = /[&\r\0]/;

/**
 * The decoded value of an attribute: references resolved by the rule for attributes (`&copy=` is unchanged), NUL
 * replaced, line ends normalized.
 */
export function decodeAttribute(raw: string): string {
  if (!SPECIAL_IN_VALUE.test(raw)) return raw;
  let value = raw;
  if (value.includes('\0')) value = value.replaceAll('\0', '\ufffd');
  if (value.includes('\r')) value = value.replace(/\r\n?/g, '\n');
  if (!value.includes('&')) return value;
  return hasOnlyAmpersands(value) ? value.replaceAll('&amp;', '&') : decodeHTMLAttribute(value);
}

/** Whether every reference is `&amp;`, as nearly all in addresses are. */
function hasOnlyAmpersands(value: string): boolean {
  for (let at = value.indexOf('&'); at >= 0; at = value.indexOf('&', at + 5)) {
    if (!value.startsWith('&amp;', at)) return false;
  }
  return true;
}

/** Trims and folds white space; at most `max` characters, without half a surrogate pair at the end. */
export function foldText(text: string, max: number): string {
  const folded = text.replace(/\s+/g, ' ').trim();
  if (folded.length <= max) return folded;
  const last = folded.charCodeAt(max - 1);
  return folded.slice(0, last >= 0xd800 && last < 0xdc00 ? max - 1 : max).trimEnd();
}

/** ASCII white space of the tokenizer, with CR, which the standard turns into a line feed before tokenizing. */
export function isSpace(code: number): boolean {
  return code <= 32 && (code === 32 || code === 10 || code === 9 || code === 13 || code === 12);
}

/** The unique tokens of a space-separated attribute (`rel`), in lower case and in order. */
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

/** The unique tokens of `rel`. Commas separate them, too: search engines read `ugc,nofollow` as two tokens. */
export function relTokens(value: string | null): readonly string[] {
  return tokensOf(value === null ? null : value.replaceAll(',', ' '));
}

/** Whether the character ends a tag name: white space, `/` or `>`. */
export function endsName(code: number): boolean {
  return code <= 62 && (code === 62 || code === 47 || isSpace(code));
}
