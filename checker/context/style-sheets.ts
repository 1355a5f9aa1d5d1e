/** The rules of a site's style sheets that can hide a link. Each sheet is requested once and cached for some hours. */
import type { SendAuxRequest } from '../http/aux-request.ts';
import { LruCache } from '../http/lru-cache.ts';
import { type StyleRule, styleRules } from '../page/hidden-signs.ts';

const REQUEST = { method: 'GET', accept: 'text/css,*/*;q=0.1', maxHops: 3, maxBytes: 1_000_000 } as const;
const TIMEOUT_MS = 4_000;
/** Longest wait for all sheets of a page. Later ones are still cached for the next check. */
const MAX_WAIT_MS = 1_000;
const CACHED_MS = 6 * 3_600_000;
/** Rules cached for all sheets together. */
const MAX_RULES = 200_000;

/** Reads the rules of the sheets that arrive in time. Never rejects. */
type StyleSheetLookup = (addresses: readonly string[], stop: AbortSignal) => Promise<readonly StyleRule[]>;

/** Opens the lookup and its cache. */
export function openStyleSheets(send: SendAuxRequest, maxWaitMs = MAX_WAIT_MS): StyleSheetLookup {
  const cache = new LruCache<readonly StyleRule[]>(MAX_RULES, CACHED_MS);
  const pending = new Map<string, Promise<readonly StyleRule[]>>();

  async function read(address: string, stop: AbortSignal): Promise<readonly StyleRule[]> {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(Math.max(TIMEOUT_MS, maxWaitMs))]);
    const { httpStatus, text } = await send(address, REQUEST, signal);
    const rules = httpStatus === 200 ? styleRules(text) : [];
    if (!stop.aborted) cache.set(address, rules, rules.length + 1);
    return rules;
  }

  function rulesOf(address: string, stop: AbortSignal): Promise<readonly StyleRule[]> {
    const cached = cache.get(address);
    if (cached !== undefined) return Promise.resolve(cached);
    const reading = pending.get(address) ?? read(address, stop).finally(() => pending.delete(address));
    pending.set(address, reading);
    return reading;
  }

  return async (addresses, stop) => {
    if (addresses.length === 0) return [];
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<readonly StyleRule[]>((resolve) => {
      timer = setTimeout(resolve, maxWaitMs, []);
    });
    const sheets = addresses.map((address) => Promise.race([rulesOf(address, stop).catch(() => []), late]));
    const rules = (await Promise.all(sheets)).flat();
    clearTimeout(timer);
    return rules;
  };
}
