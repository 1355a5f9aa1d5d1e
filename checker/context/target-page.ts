/**
 * Whether the client's own address still answers, and where it leads. Asked once for everybody who wants to know it at
 * about the same time; without the content: HEAD first, and GET where a server does not care for HEAD.
 */
import { setTimeout } from 'node:timers/promises';
import type { TargetResponse } from '../../command-service/events/observation.ts';
import type { AuxResponse, SendAuxRequest } from '../http/aux-request.ts';
import { LruCache } from '../http/lru-cache.ts';
import type { HostRateLimiter } from '../politeness/host-rate-limiter.ts';

const LIMIT_MS = 5_000;
const KEPT_MS = 600_000;
const KEPT_MOST = 2_000;
const MAX_HOPS = 10;
const MAX_URL = 2_000;
const MAX_HOPS_KEPT = 10;

/** What the address answers; null when it could not be asked now, for its host's sake. */
export type TargetPageLookup = (clientLink: string, stop: AbortSignal) => Promise<TargetResponse | null>;

export function openTargetPages(run: SendAuxRequest, pace: HostRateLimiter): TargetPageLookup {
  const kept = new LruCache<TargetResponse>(KEPT_MOST, KEPT_MS);
  const underWay = new Map<string, Promise<TargetResponse | null>>();

  async function ask(address: string, stop: AbortSignal): Promise<TargetResponse | null> {
    const host = URL.parse(address)?.host ?? '';
    const signal = AbortSignal.any([stop, AbortSignal.timeout(LIMIT_MS)]);
    if (!(await turn(host, signal))) return null;
    const startedAt = pace.started(host);
    let answer = await run(address, errand('HEAD'), signal);
    if (dislikesHead(answer)) answer = await run(address, errand('GET'), signal);
    if (stop.aborted) return null;
    const { httpStatus, finalUrl, hops, error } = answer;
    if (httpStatus === 429) pace.finished(host, startedAt, { kind: 'trouble', retryAfter: null });
    const landing: TargetResponse = {
      httpStatus,
      finalUrl: finalUrl.slice(0, MAX_URL),
      hops: hops.slice(0, MAX_HOPS_KEPT).map(({ url, via }) => ({ url: url.slice(0, MAX_URL), via })),
      error,
    };
    kept.set(address, landing);
    return landing;
  }

  /** Waits until the host may be visited; false when that is not soon. */
  async function turn(host: string, signal: AbortSignal): Promise<boolean> {
    for (;;) {
      const wait = pace.waitMs(host, false);
      if (wait === 0) return !signal.aborted;
      if (wait > LIMIT_MS) return false;
      try {
        await setTimeout(Math.ceil(wait), undefined, { signal });
      } catch {
        return false;
      }
    }
  }

  return async (clientLink, stop) => {
    const address = clientLink.split('#', 1)[0] ?? clientLink;
    const known = kept.get(address);
    if (known !== undefined) return known;
    const asking = underWay.get(address) ?? ask(address, stop).finally(() => underWay.delete(address));
    underWay.set(address, asking);
    return asking;
  };
}

function errand(method: 'GET' | 'HEAD') {
  return { method, accept: 'text/html,*/*;q=0.5', maxHops: MAX_HOPS, maxBytes: 0 };
}

/** Many servers refuse HEAD, or answer it with an error they do not give to GET. A busy one is not asked twice. */
function dislikesHead({ httpStatus, error }: AuxResponse): boolean {
  if (error !== null) return error.code === 'refused' || error.code === 'server-error';
  return httpStatus !== null && httpStatus >= 400 && httpStatus !== 429;
}
