/**
 * Whether a site's robots.txt lets Googlebot read a page (RFC 9309). Read once per host and cached for some hours. It
 * is a fact for people and does not bind the checker, which never crawls and visits only pages that a person named.
 */
import { createRequire } from 'node:module';
import type { RobotsTxt } from '../../command-service/contract/observation.ts';
import type { SendAuxRequest } from '../http/aux-request.ts';
import { LruCache } from '../http/lru-cache.ts';

/** The package's own types declare a default export that it does not have. */
const robotsParser: (
  robotsUrl: string,
  text: string,
) => { isAllowed(pageUrl: string, robot: string): boolean | undefined } = createRequire(import.meta.url)(
  'robots-parser',
);

/** RFC 9309 2.5: a crawler reads at least 500 KiB; Google ignores the rest. 2.3.1.2: it follows at least five redirects. */
const REQUEST = { method: 'GET', accept: 'text/plain,*/*;q=0.1', maxHops: 5, maxBytes: 500 * 1024 } as const;

const TIMEOUT_MS = 4_000;
/** RFC 9309 2.4 allows a day. A file that could not be read is requested again sooner. */
const CACHED_MS = 6 * 3_600_000;
const UNREADABLE_CACHED_MS = 600_000;

/** Most characters of rules cached for all hosts together; each host counts for `HOST_WEIGHT` more. */
const CACHE_SIZE = 8_000_000;
const HOST_WEIGHT = 500;

/** Most steps for matching wildcards against one page: a file that needs more is an attack. */
const MAX_STEPS = 5_000_000;

/** The result of reading a robots.txt: its rules, or why it has none. */
type Rules =
  | { readonly state: 'none' | 'unreadable' }
  | { readonly state: 'read'; readonly text: string; readonly wildcardLength: number };

/** Whether the robots.txt of the page's host lets Googlebot read the page; null if it could not be requested. */
type RobotsTxtLookup = (pageUrl: string, stop: AbortSignal) => Promise<RobotsTxt | null>;

/** Opens the lookup and its cache. It requests nothing from a host that `maySend` excludes. */
export function openRobotsTxt(send: SendAuxRequest, maySend: (host: string) => boolean): RobotsTxtLookup {
  const cache = new LruCache<Rules>(CACHE_SIZE, CACHED_MS);
  const pending = new Map<string, Promise<Rules>>();

  async function read(robotsUrl: string, stop: AbortSignal): Promise<Rules> {
    const { httpStatus, text, error } = await send(
      robotsUrl,
      REQUEST,
      AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]),
    );
    const rules = rulesOf(httpStatus, text, error !== null);
    const weight = HOST_WEIGHT + (rules.state === 'read' ? rules.text.length : 0);
    cache.set(robotsUrl, rules, weight, rules.state === 'unreadable' ? UNREADABLE_CACHED_MS : CACHED_MS);
    return rules;
  }

  return async (pageUrl, stop) => {
    const page = URL.parse(pageUrl);
    if (page === null || !/^https?:$/.test(page.protocol)) return null;
    const robotsUrl = `${page.origin}/robots.txt`;
    let rules = cache.get(robotsUrl);
    if (rules === undefined) {
      let reading = pending.get(robotsUrl);
      if (reading === undefined) {
        if (!maySend(page.host)) return null;
        reading = read(robotsUrl, stop).finally(() => pending.delete(robotsUrl));
        pending.set(robotsUrl, reading);
      }
      rules = await reading;
    }
    return applyRules(rules, robotsUrl, page);
  };
}

/** RFC 9309 2.3.1: a missing file means no rules; any other failure means that the rules are unknown. */
function rulesOf(httpStatus: number | null, text: string, failed: boolean): Rules {
  if (failed || httpStatus === null) return { state: 'unreadable' };
  if (httpStatus >= 400 && httpStatus < 500 && httpStatus !== 429) return { state: 'none' };
  if (httpStatus < 200 || httpStatus > 299) return { state: 'unreadable' };
  const lines = text.split(/[\r\n]+/).filter((line) => /^\s*(user-agent|allow|disallow)\s*:/i.test(line));
  const wildcardLength = lines.reduce((sum, line) => sum + (line.includes('*') ? line.length : 0), 0);
  return { state: 'read', text: lines.join('\n'), wildcardLength };
}

function applyRules(rules: Rules, robotsUrl: string, page: URL): RobotsTxt {
  if (rules.state !== 'read') return rules.state;
  if (rules.wildcardLength * page.href.length > MAX_STEPS) return 'unreadable';
  return robotsParser(robotsUrl, rules.text).isAllowed(page.href, 'Googlebot') === false ? 'disallowed' : 'allowed';
}
