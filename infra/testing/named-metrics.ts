/** What the dashboard, the alerts and operating.md name, for tests. */

/** The metrics in a text; the series of a histogram stand for it. */
export function metricsIn(text: string): readonly string[] {
  const names = text.match(/\b(linkledger|process|nodejs)_[a-z0-9_]+/g) ?? [];
  return [...new Set(names.map((name) => name.replace(/_(bucket|sum|count)$/, '')))];
}

/** The anchors of the headings of a Markdown text. */
export function headingsOf(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.toLowerCase().replaceAll(' ', '-'));
}
