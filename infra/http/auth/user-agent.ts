/** Names a browser for the list of sessions. */

const UNKNOWN = 'Unknown browser';

/** The first match wins: browsers built on Chrome or Safari also name those, so they come first. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:OPR|Opera|OPT)\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bDuckDuckGo\//, 'DuckDuckGo'],
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
];

/** Android also names Linux, and an iPad usually claims to be a Mac. */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Such as 'Firefox on Windows', or 'Unknown browser'. Never contains text of the header. */
export function formatUserAgent(userAgent: string): string {
  const browser = first(BROWSERS, userAgent);
  const system = first(SYSTEMS, userAgent);
  if (system === null) return browser ?? UNKNOWN;
  return `${browser ?? UNKNOWN} on ${system}`;
}

function first(words: readonly (readonly [RegExp, string])[], text: string): string | null {
  return words.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
