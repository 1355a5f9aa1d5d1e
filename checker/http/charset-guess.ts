/**
 * Guesses the encoding of a page that declares none. Browsers guess, too: Chromium from the part that arrives first, and
 * never UTF-8 (infra/docs/decisions/0013-guessed-encodings.md).
 */
import { createRequire } from 'node:module';

type Detector = typeof import('jschardet');

/** The encodings of old pages, as the detector names them. */
const ENCODINGS = [
  ...['windows-1250', 'windows-1251', 'windows-1252', 'windows-1253', 'windows-1254', 'windows-1255', 'windows-1256'],
  ...['windows-1257', 'windows-1258', 'koi8-r', 'koi8-u', 'ibm866', 'iso-8859-2', 'iso-8859-5', 'iso-8859-7', 'cp874'],
  ...['cp932', 'euc-jp', 'cp949', 'gb18030', 'big5'],
];
/** The WHATWG names of those with another name. */
const NAMES: Readonly<Record<string, string>> = { cp874: 'windows-874', cp932: 'shift_jis', cp949: 'euc-kr' };
const BEYOND_ASCII = /[\x80-\xff]/;
/** A page in UTF-8 may have a broken character among so many good ones. */
const GOOD_CHARACTERS = 4;

/**
 * The WHATWG name of the encoding in lower case; windows-1252 if nothing tells it.
 * @param bytes a part of a page, with at least one byte beyond ASCII. Its last character may be incomplete.
 */
export function guessEncoding(bytes: Buffer): string {
  if (isUtf8(bytes)) return 'utf-8';
  // Loaded late: its tables take 70 MB and 0.2 s, and few pages need it.
  const { detect }: Detector = createRequire(import.meta.url)('jschardet');
  const { encoding } = detect(foreignParts(bytes), { detectEncodings: ENCODINGS });
  const name = encoding?.toLowerCase() ?? 'windows-1252';
  return NAMES[name] ?? name;
}

function isUtf8(bytes: Buffer): boolean {
  const text = new TextDecoder().decode(bytes, { stream: true });
  const broken = text.split('\ufffd').length - 1;
  const good = text.match(/[\u0080-\ufffc]/g)?.length ?? 0;
  return good > 0 && good >= broken * GOOD_CHARACTERS;
}

/** The texts, attributes and comments with bytes beyond ASCII. Markup and scripts around them say nothing. */
function foreignParts(bytes: Buffer): Buffer {
  const parts = bytes.toString('latin1').split(/[<>]/);
  return Buffer.from(parts.filter((part) => BEYOND_ASCII.test(part)).join(' '), 'latin1');
}
