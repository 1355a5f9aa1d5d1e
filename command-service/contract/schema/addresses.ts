/**
 * Addresses as people type and paste them. Add, Edit and Import tidy addresses with this module, and the schemas refuse
 * them with it, so that all agree. Pure.
 */

const QUOTES = `"'\`“”„‟‘’‚«»‹›`;
const SPACE = String.raw`\s\u200B\u2060`;
const SPACES = new RegExp(`[${SPACE}]`, 'u');
/** White space and invisible marks, which come along with copied text. Inside an address some of the marks are letters. */
const EDGE = String.raw`[${SPACE}\u00AD\u180E\u200C-\u200F\u202A-\u202E]+`;
const EDGES = new RegExp(`^${EDGE}|${EDGE}$`, 'gu');
/** Pairs of brackets around an address; other opening brackets at its start have no closing bracket. */
const BRACKETS: Readonly<Record<string, string>> = { '<': '>', '[': ']', '(': ')', '{': '}' };
/** Characters that no address ends with unescaped; a closing bracket or an apostrophe may belong to it. */
const STRAY_END = /["`“”„‟«»‹›>]+$/;
const SCHEME = /^https?:\/\//i;
const TWO_SCHEMES = /^https?:[/\\]*(https?):[/\\]/i;
/** Most addresses need no tidying. */
const PLAIN = /^https?:\/\/[\w./%~?=&#+-]+$/i;
/** Where the next address begins: after white space, or after a separator or a letter, directly before a scheme. */
const NEXT = new RegExp(
  `[,;|]*[${SPACE}]+(?:[,;|]+[${SPACE}]+)*|[,;|]+(?=["'<(]?https?://)|(?<=[\\p{L}\\p{N}])(?=https?://)`,
  'iu',
);

/**
 * The address without the white space, quotes and brackets around it, and with https:// if it has no scheme. A text
 * that is not an address, or holds several, is only trimmed. Normalizing twice changes nothing more.
 */
export function normalizeAddress(typed: string): string {
  if (PLAIN.test(typed)) return typed;
  const [address, ...more] = addressesIn(typed);
  return address !== undefined && more.length === 0 && SCHEME.test(address) ? address : typed.replace(EDGES, '');
}

/**
 * All addresses in a text, in order, each normalized: the lines of a pasted list, or two addresses pasted into a field
 * of one line. A text that is not a list has one entry; a blank text has no entry.
 */
export function addressesIn(text: string): readonly string[] {
  const bare = unwrapped(text);
  if (bare === '') return [];
  const parts = split(bare).map((part) => withScheme(unwrapped(part)));
  const areAddresses = parts.length > 1 && parts.every((part) => part === '' || addressProblem(part) === null);
  return areAddresses ? parts.filter((part) => part !== '') : [withScheme(bare)];
}

/**
 * What is wrong with an address, as the end of a sentence ("must be on one line"); null if the address is valid. It
 * must be http or https and complete: nothing is corrected here. WHATWG URL parsing.
 */
export function addressProblem(value: string): string | null {
  if (/[\r\n\t]/.test(value)) return 'must be on one line';
  if (SPACES.test(value)) {
    const found = addressesIn(value).length;
    if (found > 1) return `has ${found} URLs: enter one`;
    if (SCHEME.test(value)) return 'must not have spaces: write %20 for a space';
  }
  const twice = TWO_SCHEMES.exec(value)?.[1];
  if (twice !== undefined) return `starts with ${twice.toLowerCase()}:// twice: remove one`;
  const url = URL.parse(value);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    return 'must be a web address that starts with http:// or https://';
  }
  if (url.username !== '' || url.password !== '') return 'can’t include a user name or password';
  if (!/^(?:[a-z0-9._~-]+|\[[0-9a-f:.]+\])$/.test(url.hostname)) {
    return `has a host that cannot exist: ${shortened(url.hostname)}`;
  }
  return null;
}

/** Whether a cell of a file contains a web address, with or without its scheme. */
export function looksLikeAddress(cell: string): boolean {
  const address = normalizeAddress(cell);
  return SCHEME.test(address) && addressProblem(address) === null;
}

/** The text without quotes and brackets around it, in any nesting. */
function unwrapped(text: string): string {
  let bare = text.replace(EDGES, '');
  for (let before = ''; bare !== before; ) {
    before = bare;
    const first = bare.charAt(0);
    const closing = BRACKETS[first];
    const isQuote = first !== '' && QUOTES.includes(first);
    if (closing !== undefined || isQuote) {
      // A list copied from code has a comma or semicolon after the quote.
      bare = bare.slice(1).replace(/[,;]+$/, '');
      const last = bare.charAt(bare.length - 1);
      if (isQuote ? last !== '' && QUOTES.includes(last) : last === closing) bare = bare.slice(0, -1);
    }
    bare = bare.replace(STRAY_END, '').replace(EDGES, '');
  }
  return bare;
}

function split(text: string): readonly string[] {
  const parts: string[] = [];
  let rest = text;
  for (let match = NEXT.exec(rest); match !== null; match = NEXT.exec(rest)) {
    const part = rest.slice(0, match.index);
    // The query of an address may contain another address after a comma or a letter.
    if (!SPACES.test(match[0]) && part.includes('?')) break;
    parts.push(part);
    rest = rest.slice(match.index + match[0].length);
  }
  return [...parts, rest];
}

/** Adds https:// to a host without a scheme: 'example.com/a', 'localhost:8080', '//host'. */
function withScheme(bare: string): string {
  if (bare.startsWith('//')) {
    const address = withScheme(bare.slice(2));
    return SCHEME.test(address) ? address : bare;
  }
  if (/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(bare)) return bare;
  const host = /^[^/?#:]*/.exec(bare)?.[0] ?? '';
  const isHost = host.includes('.') ? isNamed(host) : host.toLowerCase() === 'localhost' || /^[^/?#:@]+:\d/.test(bare);
  return isHost && !SPACES.test(bare) ? `https://${bare}` : bare;
}

/** Whether a text with dots can be a host: not a number, a date or an e-mail address. */
function isNamed(host: string): boolean {
  if (host.includes('@') || host.startsWith('.') || host.includes('..')) return false;
  return /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host) || /\.\p{L}[\p{L}\p{N}-]*\.?$/u.test(host);
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
