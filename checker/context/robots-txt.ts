/**
 * What a site's robots.txt says to Googlebot of one page (RFC 9309), read once a host and kept for some hours. Only a
 * fact for people: the checker itself visits the very page somebody named, once, and is no crawler.
 */
import { createRequire } from 'node:module';
import type { RobotsTxt } from '../../command-service/events/observation.ts';
import type { SendAuxRequest } from '../http/aux-request.ts';
import { LruCache } from '../http/lru-cache.ts';

/** The package's own types describe a default export that it does not have. */
const robotsParser: (
  robotsUrl: string,
  text: string,
) => { isAllowed(pageUrl: string, robot: string): boolean | undefined } = createRequire(import.meta.url)(
  'robots-parser',
);

/** RFC 9309 2.5: at least 500 KiB are read; Google leaves what follows. 2.3.1.2: at least five redirects are followed. */
const ERRAND = { method: 'GET', accept: 'text/plain,*/*;q=0.1', maxHops: 5, maxBytes: 500 * 1024 } as const;

const LIMIT_MS = 4_000;
/** RFC 9309 2.4: not longer than a day. What could not be read is asked again sooner. */
const KEPT_MS = 6 * 3_600_000;
const TROUBLE_KEPT_MS = 600_000;

/** Most characters of rules kept, of all hosts together; each host counts for some more. */
const ROOM = 8_000_000;
const HOST_WEIGHT = 500;

/** Steps that matching wildcards may take for one page: more is no list of rules but a trap. */
const MAX_STEPS = 5_000_000;

/** A robots.txt as it was read: its rules, or why there are none. */
type Rules =
  | { readonly state: 'none' | 'unreadable' }
  | { readonly state: 'read'; readonly text: string; readonly wild: number };

/** Whether the robots.txt of the page's host lets Googlebot read the page; null when it was not to be had. */
export type RobotsTxtLookup = (pageUrl: string, stop: AbortSignal) => Promise<RobotsTxt | null>;

/** Makes the memory. `mayAsk`: whether a host may be asked at all now. */
export function openRobotsTxt(run: SendAuxRequest, mayAsk: (host: string) => boolean): RobotsTxtLookup {
  const kept = new LruCache<Rules>(ROOM, KEPT_MS);
  const underWay = new Map<string, Promise<Rules>>();

  async function read(robotsUrl: string, stop: AbortSignal): Promise<Rules> {
    const { httpStatus, text, error } = await run(
      robotsUrl,
      ERRAND,
      AbortSignal.any([stop, AbortSignal.timeout(LIMIT_MS)]),
    );
    const rules = rulesOf(httpStatus, text, error !== null);
    const weight = HOST_WEIGHT + (rules.state === 'read' ? rules.text.length : 0);
    kept.set(robotsUrl, rules, weight, rules.state === 'unreadable' ? TROUBLE_KEPT_MS : KEPT_MS);
    return rules;
  }

  return async (pageUrl, stop) => {
    const page = URL.parse(pageUrl);
    if (page === null || !/^https?:$/.test(page.protocol)) return null;
    const robotsUrl = `${page.origin}/robots.txt`;
    let rules = kept.get(robotsUrl);
    if (rules === undefined) {
      let reading = underWay.get(robotsUrl);
      if (reading === undefined) {
        if (!mayAsk(page.host)) return null;
        reading = read(robotsUrl, stop).finally(() => underWay.delete(robotsUrl));
        underWay.set(robotsUrl, reading);
      }
      rules = await reading;
    }
    return judgeRules(rules, robotsUrl, page);
  };
}

/** 2.3.1: no such file means no rules; anything else that is not the file means that nobody knows. */
function rulesOf(httpStatus: number | null, text: string, failed: boolean): Rules {
  if (failed || httpStatus === null) return { state: 'unreadable' };
  if (httpStatus >= 400 && httpStatus < 500 && httpStatus !== 429) return { state: 'none' };
  if (httpStatus < 200 || httpStatus > 299) return { state: 'unreadable' };
  const lines = text.split(/[\r\n]+/).filter((line) => /^\s*(user-agent|allow|disallow)\s*:/i.test(line));
  const wild = lines.reduce((sum, line) => sum + (line.includes('*') ? line.length : 0), 0);
  return { state: 'read', text: lines.join('\n'), wild };
}

function judgeRules(rules: Rules, robotsUrl: string, page: URL): RobotsTxt {
  if (rules.state !== 'read') return rules.state;
  if (rules.wild * page.href.length > MAX_STEPS) return 'unreadable';
  return robotsParser(robotsUrl, rules.text).isAllowed(page.href, 'Googlebot') === false ? 'disallowed' : 'allowed';
}
