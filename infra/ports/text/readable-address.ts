/** Addresses in the letters that people read, and in ASCII. Pure. */

/** Escapes of one character in UTF-8, complete; the decoder refuses those that are no character. */
const ESCAPED =
  /%[0-7][0-9a-f]|%[cd][0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-7](?:%[89ab][0-9a-f]){3}/gi;
/** A label of a host in Punycode: at most 63 characters with its prefix. */
const LABEL = /\bxn--([a-z0-9-]{1,59})(?![a-z0-9-])/gi;

/** The text with its percent-encoded characters decoded. Escapes that are not UTF-8, or cut off, stay. */
export function decodeEscapes(text: string): string {
  if (!text.includes('%')) return text;
  return decodedWhole(text) ?? text.replace(ESCAPED, (escapes) => decodedWhole(escapes) ?? escapes);
}

/** Null if an escape is invalid. */
function decodedWhole(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** The text with all that is not ASCII percent-encoded. @throws URIError for text that is not well-formed. */
export function encodeBeyondAscii(text: string): string {
  return text.replace(/[\u0080-\uffff]+/g, encodeURIComponent);
}

/** The text with the hosts in it in Unicode: `xn--bcher-kva.example` as `bücher.example`. Invalid Punycode stays. */
export function decodeHosts(text: string): string {
  return text.replace(LABEL, (label, encoded: string) => decodePunycode(encoded.toLowerCase()) ?? label);
}

const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const FIRST_BIAS = 72;
const FIRST_CODE = 0x80;
const LAST_CODE = 0x10_ffff;

/** A label without its prefix, in lower case, in Unicode (RFC 3492, 6.2); null if it is invalid. */
function decodePunycode(encoded: string): string | null {
  const basic = Math.max(0, encoded.lastIndexOf('-'));
  const codes = Array.from(encoded.slice(0, basic), (letter) => letter.charCodeAt(0));
  let code = FIRST_CODE;
  let bias = FIRST_BIAS;
  let index = 0;
  for (let at = basic === 0 ? 0 : basic + 1; at < encoded.length; ) {
    const start = index;
    for (let weight = 1, step = BASE; ; step += BASE) {
      const digit = digitOf(encoded.charCodeAt(at));
      at += 1;
      if (digit === null) return null;
      index += digit * weight;
      const threshold = Math.min(T_MAX, Math.max(T_MIN, step - bias));
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const length = codes.length + 1;
    bias = nextBias(index - start, length, start === 0);
    code += Math.floor(index / length);
    index %= length;
    if (code > LAST_CODE) return null;
    codes.splice(index, 0, code);
    index += 1;
  }
  return String.fromCodePoint(...codes);
}

/** The value of a digit: a to z, then 0 to 9; null for any other character, and after the end. */
function digitOf(unit: number): number | null {
  if (unit >= 97 && unit <= 122) return unit - 97;
  return unit >= 48 && unit <= 57 ? unit - 22 : null;
}

function nextBias(delta: number, length: number, isFirst: boolean): number {
  let left = Math.floor(delta / (isFirst ? DAMP : 2));
  left += Math.floor(left / length);
  let bias = 0;
  for (; left > ((BASE - T_MIN) * T_MAX) / 2; bias += BASE) left = Math.floor(left / (BASE - T_MIN));
  return bias + Math.floor(((BASE - T_MIN + 1) * left) / (left + SKEW));
}
