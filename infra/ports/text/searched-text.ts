/**
 * The text that a search compares, in every engine and list. An address is found in the letters that people read
 * (`bücher.example/wiki/Žižek`) and as browsers copy it (`xn--bcher-kva.example/wiki/%C5%BDi%C5%BEek`), and so is a part
 * of either; case and the spelling of accented letters (NFC, NFD) do not count.
 */
import { foldCase } from './case-folding.ts';
import { decodeEscapes, decodeHosts, encodeBeyondAscii } from './readable-address.ts';

/** Separates the texts, so that no needle matches across two of them. */
export const SEPARATOR = '\u001f';
/** Separates the spellings of one text. */
const SPELLING = '\u001e';
/** The separators; and NUL, at which SQLite's tokenizer stops, and which MongoDB's patterns cannot contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to replace.
const SPECIAL = /[\u0000\u001e\u001f]/g;
/** Texts in lower case without these have only one spelling: letters beyond ASCII, escapes, Punycode, and what URL parsing removes. */
const SPELLINGS = /[^\x20-\x7e]|%|xn--|\/\.|\\|:\d/;
const ADDRESS = /^https?:\/\//;
const ENCODED = /%[0-9a-f]{2}|xn--/i;
const BEYOND_ASCII = /\P{ASCII}/u;
/** The escapes of a character of which the end is missing. */
const CUT_OFF = /%[c-f][0-9a-f](?:%[89ab][0-9a-f]){0,2}(?:%[89ab]?)?$/i;

/** The search properties of a document in the searched form; '' for anything but text. */
export function searchText(doc: Readonly<Record<string, unknown>>, properties: readonly string[]): string {
  const texts = properties.map((property) => doc[property]);
  return texts.map((text) => (typeof text === 'string' ? searchable(text) : '')).join(SEPARATOR);
}

/** A text in the searched form: all its spellings. */
export function searchable(text: string): string {
  const lower = text.toLowerCase();
  if (!SPELLINGS.test(lower)) return lower;
  const encoded = (ADDRESS.test(lower) ? URL.parse(text)?.href : undefined) ?? text;
  const spellings = new Set([readable(text)]);
  if (encoded !== text) spellings.add(readable(encoded));
  // As it is, too: a part may begin or end inside an escape.
  if (ENCODED.test(encoded)) spellings.add(inAscii(encoded)).add(fold(encoded));
  const all = [...spellings];
  return all.filter((each) => !all.some((other) => other !== each && other.includes(each))).join(SPELLING);
}

/** What a person types into a search, in the form that the searched form is compared with. No character is special. */
export function sought(typed: string): string {
  const lower = typed.toLowerCase();
  if (!SPELLINGS.test(lower)) return lower;
  // ASCII may be part of an escape or of Punycode, which means nothing alone.
  return BEYOND_ASCII.test(typed) ? readable(typed.replace(CUT_OFF, '')) : inAscii(typed);
}

function readable(text: string): string {
  return fold(decodeHosts(decode(text)));
}

function inAscii(text: string): string {
  return encodeBeyondAscii(fold(decode(text))).toLowerCase();
}

/** Composed first: a letter apart from its accent could complete an escape that is cut off. */
function decode(text: string): string {
  return decodeEscapes(text.normalize('NFC'));
}

function fold(text: string): string {
  return foldCase(text.normalize('NFC')).replace(SPECIAL, ' ').toWellFormed();
}
