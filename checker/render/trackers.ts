/** The best-known trackers, which are not loaded. */

/** Trackers on most pages; they run scripts and add no links. */
const TRACKERS = [
  'google-analytics.com',
  'doubleclick.net',
  'googlesyndication.com',
  'googleadservices.com',
  'connect.facebook.net',
  'bat.bing.com',
  'clarity.ms',
  'hotjar.com',
  'scorecardresearch.com',
  'quantserve.com',
  'criteo.com',
  'criteo.net',
  'taboola.com',
  'outbrain.com',
  'amazon-adsystem.com',
  'mc.yandex.ru',
];

/** Their addresses, as patterns of `Network.setBlockedURLs`. */
export const TRACKER_URLS = TRACKERS.flatMap((host) => [`*://${host}/*`, `*://*.${host}/*`]);

/** Whether the address belongs to one of the best-known trackers. */
export function isTracker(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? '';
  return TRACKERS.some((tracker) => host === tracker || host.endsWith(`.${tracker}`));
}
