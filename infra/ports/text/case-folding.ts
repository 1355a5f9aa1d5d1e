/** Case-insensitivity in every read store: the same key is stored, sorted by and searched in. */

const BEYOND_ASCII = /\P{ASCII}/u;

/**
 * Text without its case: two texts that differ only in upper and lower case fold to the same text, in every script.
 * Upper-casing in between joins what lower-casing alone separates (ß, ẞ and SS, ﬁ and FI); the final sigma, which
 * lower-casing writes by context, becomes the plain one, so that a word still matches as part of a longer one; NFC
 * joins the two spellings of an accented letter.
 */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  // For ASCII, as in most texts, this suffices.
  if (!BEYOND_ASCII.test(lower)) return lower;
  return lower.toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}
