/** Text for plain-text mails. */

const LINE = 72;

/** Wraps lines at 72 characters: longer lines would be encoded, which breaks links. */
export function wrapLines(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (lines.length > 0 && longer.length <= LINE) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.join('\n');
}

/** A name on a single line, in one writing direction. */
export function toSingleLine(text: string, most = Number.POSITIVE_INFINITY): string {
  const line = text.replaceAll(/[\s\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
  return [...line].slice(0, most).join('');
}
