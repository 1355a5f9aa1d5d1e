/** A browser in words, for people who look at a list of their sessions. */

const UNKNOWN = 'Unknown browser';

/** The first that matches names the browser: those built on Chrome or Safari say so too, and come before them. */
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

/** Android says Linux too, and an iPad as a rule says that it is a Mac. */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** 'Firefox on Windows'; 'Unknown browser' where the header does not say. Only words of our own come out. */
export function formatUserAgent(userAgent: string): string {
  const browser = first(BROWSERS, userAgent);
  const system = first(SYSTEMS, userAgent);
  if (system === null) return browser ?? UNKNOWN;
  return `${browser ?? UNKNOWN} on ${system}`;
}

function first(words: readonly (readonly [RegExp, string])[], text: string): string | null {
  return words.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
