/** Words of people's own, and of ours, as they can stand in a mail. */

const LINE = 72;

/** In lines of at most 72 characters where words allow it: a mail with longer ones is encoded, its link broken in two. */
export function wrapLines(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (lines.length > 0 && longer.length <= LINE) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.join('\n');
}

/** What people call themselves and their teams, as one line that reads in one direction. */
export function toSingleLine(text: string, most = Number.POSITIVE_INFINITY): string {
  const line = text.replaceAll(/[\s\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
  return [...line].slice(0, most).join('');
}
