/**
 * Whether the client's page answers, and where it redirects. Requested without its content, once for all checks of
 * about the same time: HEAD first, and GET where the server does not support HEAD.
 */
import { setTimeout } from 'node:timers/promises';
import type { TargetResponse } from '../../command-service/events/observation.ts';
import type { AuxResponse, SendAuxRequest } from '../http/aux-request.ts';
import { LruCache } from '../http/lru-cache.ts';
import type { HostRateLimiter } from '../politeness/host-rate-limiter.ts';

const TIMEOUT_MS = 5_000;
const CACHED_MS = 600_000;
const MAX_CACHED = 2_000;
const MAX_HOPS = 10;
const MAX_URL = 2_000;

/** What the client's page answers; null when its host must be left alone for now. */
type TargetPageLookup = (clientLink: string, stop: AbortSignal) => Promise<TargetResponse | null>;

/** Opens the lookup and its cache. */
export function openTargetPages(send: SendAuxRequest, rateLimiter: HostRateLimiter): TargetPageLookup {
  const cache = new LruCache<TargetResponse>(MAX_CACHED, CACHED_MS);
  const pending = new Map<string, Promise<TargetResponse | null>>();

  async function request(address: string, stop: AbortSignal): Promise<TargetResponse | null> {
    const host = URL.parse(address)?.host ?? '';
    const signal = AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]);
    if (!(await waitForTurn(host, signal))) return null;
    const startedAt = rateLimiter.started(host);
    let answer = await send(address, auxRequest('HEAD'), signal);
    if (rejectsHead(answer)) answer = await send(address, auxRequest('GET'), signal);
    if (stop.aborted) return null;
    const { httpStatus, finalUrl, hops, error } = answer;
    if (httpStatus === 429) rateLimiter.finished(host, startedAt, { kind: 'trouble', retryAfter: null });
    const target: TargetResponse = {
      httpStatus,
      finalUrl: finalUrl.slice(0, MAX_URL),
      hops: hops.slice(0, MAX_HOPS).map(({ url, via }) => ({ url: url.slice(0, MAX_URL), via })),
      error,
    };
    cache.set(address, target);
    return target;
  }

  /** Waits until the host may be visited; false when that takes longer than the request may. */
  async function waitForTurn(host: string, signal: AbortSignal): Promise<boolean> {
    for (;;) {
      const wait = rateLimiter.waitMs(host, false);
      if (wait === 0) return !signal.aborted;
      if (wait > TIMEOUT_MS) return false;
      try {
        await setTimeout(Math.ceil(wait), undefined, { signal });
      } catch {
        return false;
      }
    }
  }

  return async (clientLink, stop) => {
    const address = clientLink.split('#', 1)[0] ?? clientLink;
    const cached = cache.get(address);
    if (cached !== undefined) return cached;
    const requesting = pending.get(address) ?? request(address, stop).finally(() => pending.delete(address));
    pending.set(address, requesting);
    return requesting;
  };
}

function auxRequest(method: 'GET' | 'HEAD') {
  return { method, accept: 'text/html,*/*;q=0.5', maxHops: MAX_HOPS, maxBytes: 0 };
}

/** Many servers reject HEAD, or answer it with an error that GET does not get. A busy server is not asked again. */
function rejectsHead({ httpStatus, error }: AuxResponse): boolean {
  if (error !== null) return error.code === 'refused' || error.code === 'server-error';
  return httpStatus !== null && httpStatus >= 400 && httpStatus !== 429;
}
