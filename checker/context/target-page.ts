/**
 * Whether the client's page answers, and where it redirects. Requested without its content and cached for some hours:
 * by HEAD, or by GET if the server does not support HEAD.
 */
import { setTimeout } from 'node:timers/promises';
import type { TargetResponse } from '../../command-service/contract/observation.ts';
import type { AuxResponse, SendAuxRequest } from '../http/aux-request.ts';
import { LruCache } from '../http/lru-cache.ts';
import type { HostRateLimiter } from '../politeness/host-rate-limiter.ts';

const TIMEOUT_MS = 5_000;
const CACHED_MS = 6 * 3_600_000;
/** An error may be over soon, so it is cached for less time. */
const ERROR_CACHED_MS = 600_000;
const MAX_CACHED = 5_000;
const MAX_HOPS = 10;
const MAX_URL = 2_000;

/** Longest wait for a turn: a client's pages are requested one after another. */
const MAX_TURN_MS = 60_000;

/** A request for the client's page that several checks may share. */
export interface TargetLookup {
  /** The answer of the client's page; null if its host may not be visited soon enough. */
  readonly answer: Promise<TargetResponse | null>;
  /** False while the request waits for its turn. */
  isUnderWay(): boolean;
}

type TargetPageLookup = (clientLink: string, stop: AbortSignal) => TargetLookup;

/** Opens the lookup and its cache. */
export function openTargetPages(send: SendAuxRequest, rateLimiter: HostRateLimiter): TargetPageLookup {
  const cache = new LruCache<TargetResponse>(MAX_CACHED, CACHED_MS);
  const pending = new Map<string, TargetLookup>();

  async function request(address: string, stop: AbortSignal, started: () => void): Promise<TargetResponse | null> {
    const host = URL.parse(address)?.host ?? '';
    if (!(await waitForTurn(host, AbortSignal.any([stop, AbortSignal.timeout(MAX_TURN_MS)])))) return null;
    const signal = AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]);
    const startedAt = rateLimiter.started(host);
    started();
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
    const isError = error !== null || httpStatus === null || httpStatus >= 400;
    cache.set(address, target, 1, isError ? ERROR_CACHED_MS : CACHED_MS);
    return target;
  }

  /** Waits until the host may be visited; false if that takes longer than the time limit of the request. */
  async function waitForTurn(host: string, signal: AbortSignal): Promise<boolean> {
    for (;;) {
      const wait = rateLimiter.waitMs(host, false);
      if (wait === 0) return !signal.aborted;
      if (wait > MAX_TURN_MS) return false;
      try {
        await setTimeout(Math.ceil(wait), undefined, { signal });
      } catch {
        return false;
      }
    }
  }

  return (clientLink, stop) => {
    const address = clientLink.split('#', 1)[0] ?? clientLink;
    const cached = cache.get(address);
    if (cached !== undefined) return { answer: Promise.resolve(cached), isUnderWay: () => true };
    const waiting = pending.get(address);
    if (waiting !== undefined) return waiting;
    let isUnderWay = false;
    const answer = request(address, stop, () => {
      isUnderWay = true;
    }).finally(() => pending.delete(address));
    const lookup: TargetLookup = { answer, isUnderWay: () => isUnderWay };
    pending.set(address, lookup);
    return lookup;
  };
}

function auxRequest(method: 'GET' | 'HEAD') {
  return { method, accept: 'text/html,*/*;q=0.5', maxHops: MAX_HOPS, maxBytes: 0 };
}

/** Many servers reject HEAD, or answer it with an error that GET does not get. A busy server is not asked again. */
function rejectsHead({ httpStatus, error }: AuxResponse): boolean {
  if (error !== null) return error.code === 'refused' || error.code === 'invalid-response';
  return httpStatus !== null && httpStatus >= 400 && httpStatus !== 429;
}
