/**
 * How often the checker visits a host. Visits to one host are spaced, with jitter so that they show no rhythm. A host
 * that blocks or does not answer gets a back-off for all its links, longer each time, at most an hour; Retry-After (RFC
 * 9110 10.2.3) sets it within the same hour. Any page that answers ends the back-off.
 *
 * A back-off delays only checks that nobody waits for. A person's check starts at once, or every few seconds for such a
 * host, and its success ends the back-off early.
 */
import type { Visit } from '../../command-service/contract/observation.ts';
import { parseAllowed } from '../../infra/network/host.ts';

/** What the visits of a check tell about their host. `retryAfter` is in seconds. */
type HostOutcome =
  | { readonly kind: 'answered' }
  | { readonly kind: 'unclear' }
  | { readonly kind: 'trouble'; readonly retryAfter: number | null };

export interface RateLimiterOptions {
  /** Average milliseconds between the starts of two visits to a host; each pause is 0.5 to 1.5 times that. */
  readonly spacingMs?: number;
  /** host:port pairs without limits, as in CHECKER_ALLOW_HOSTS: the hosts of the demo and the tests. */
  readonly exempt?: readonly string[];
  /** Milliseconds on a clock that only goes forward. */
  readonly now?: () => number;
  /** A random number from 0 to 1. */
  readonly random?: () => number;
}

const SPACING_MS = 1_000;
/** Milliseconds between two visits that people wait for, to a host that backs off. */
const BACKOFF_SPACING_MS = 5_000;
const FIRST_BACKOFF_MS = 10_000;
const MAX_BACKOFF_MS = 3_600_000;

/** The most hosts stored; hosts that may be visited now are dropped first. */
const MAX_HOSTS = 10_000;

interface HostState {
  /** Earliest start of the next visit. */
  nextAt: number;
  /** Earliest start of the next visit that nobody waits for. */
  backoffUntil: number;
  /** Start of the last back-off: the outcome of a visit that started earlier is ignored. */
  backoffSince: number;
  /** Back-offs since the host last answered. */
  backoffs: number;
}

/** Keeps the state of each host in memory; the clock and the random numbers are arguments. */
export class HostRateLimiter {
  readonly #spacingMs: number;
  readonly #exempt: ReadonlySet<string>;
  readonly #now: () => number;
  readonly #random: () => number;
  readonly #hosts = new Map<string, HostState>();

  /** @throws Error if an entry of `exempt` is not host:port. */
  constructor({ spacingMs = SPACING_MS, exempt = [], now, random = Math.random }: RateLimiterOptions = {}) {
    this.#spacingMs = spacingMs;
    this.#exempt = new Set(exempt.flatMap(spellings));
    this.#now = now ?? (() => performance.now());
    this.#random = random;
  }

  /** Milliseconds until `host` (as in `URL.host`) may be visited; 0: now. `urgent`: a person waits for the visit. */
  waitMs(host: string, urgent: boolean): number {
    const state = this.#hosts.get(host);
    if (state === undefined) return 0;
    const at = urgent ? state.nextAt : Math.max(state.nextAt, state.backoffUntil);
    return Math.max(0, at - this.#now());
  }

  /** Whether checks that nobody waits for must leave the host alone. */
  isBackingOff(host: string): boolean {
    return (this.#hosts.get(host)?.backoffUntil ?? 0) > this.#now();
  }

  /** The hosts that back off, and for how many more milliseconds; longest first. */
  resting(): readonly { readonly host: string; readonly ms: number }[] {
    const now = this.#now();
    return [...this.#hosts]
      .flatMap(([host, { backoffUntil }]) => (backoffUntil > now ? { host, ms: backoffUntil - now } : []))
      .toSorted((a, b) => b.ms - a.ms);
  }

  /** Records the start of a visit. Returns the start time for `finished`. */
  started(host: string): number {
    const now = this.#now();
    if (this.#isExempt(host)) return now;
    const spacing = this.isBackingOff(host) ? Math.max(BACKOFF_SPACING_MS, this.#spacingMs) : this.#spacingMs;
    if (spacing > 0) this.#stateOf(host).nextAt = now + spacing * (0.5 + this.#random());
    return now;
  }

  /** Records the end of a visit that began at `startedAt`. Concurrent visits lengthen the back-off only once. */
  finished(host: string, startedAt: number, outcome: HostOutcome): void {
    if (this.#isExempt(host) || outcome.kind === 'unclear') return;
    if (outcome.kind === 'answered') {
      const state = this.#hosts.get(host);
      if (state === undefined || state.backoffSince > startedAt) return;
      state.backoffs = 0;
      state.backoffUntil = 0;
      return;
    }
    const state = this.#stateOf(host);
    const now = this.#now();
    if (state.backoffs === 0 || startedAt >= state.backoffSince) {
      state.backoffs++;
      state.backoffSince = now;
    }
    const grown = FIRST_BACKOFF_MS * 2 ** Math.min(state.backoffs - 1, 20);
    const requested = (outcome.retryAfter ?? 0) * 1_000;
    const backoff = Math.min(Math.max(grown, requested), MAX_BACKOFF_MS);
    state.backoffUntil = Math.max(state.backoffUntil, state.backoffSince + backoff);
  }

  /** Every name under .localhost is this machine (RFC 6761 6.3). */
  #isExempt(host: string): boolean {
    return this.#exempt.has(host) || this.#exempt.has(host.replace(/^[^:]+\.localhost(?=:|$)/, '127.0.0.1'));
  }

  #stateOf(host: string): HostState {
    const existing = this.#hosts.get(host);
    if (existing !== undefined) return existing;
    if (this.#hosts.size >= MAX_HOSTS) this.#makeRoom();
    const state: HostState = { nextAt: 0, backoffUntil: 0, backoffSince: Number.NEGATIVE_INFINITY, backoffs: 0 };
    this.#hosts.set(host, state);
    return state;
  }

  /** Drops the hosts that may be visited now, then the oldest, until a tenth is free. */
  #makeRoom(): void {
    const now = this.#now();
    for (const [host, { nextAt, backoffUntil }] of this.#hosts) {
      if (Math.max(nextAt, backoffUntil) <= now) this.#hosts.delete(host);
    }
    for (const host of this.#hosts.keys()) {
      if (this.#hosts.size <= MAX_HOSTS * 0.9) break;
      this.#hosts.delete(host);
    }
  }
}

/**
 * The outcome of a check's visits for their host. `answered`: a visit got a page, or an error such as 404. `trouble`:
 * the host blocked the visits, asked for time or never answered. A page that starts but does not end is `unclear`.
 */
export function hostOutcome(visits: readonly Visit[]): HostOutcome {
  let trouble = false;
  let longest = 0;
  for (const { httpStatus, challenge, error, retryAfter } of visits) {
    const asksForTime = httpStatus === 503 && retryAfter !== null;
    const silent = httpStatus === null && error?.code === 'timeout';
    if (challenge || httpStatus === 403 || httpStatus === 429 || asksForTime || silent) {
      trouble = true;
      longest = Math.max(longest, retryAfter ?? 0);
    } else if (httpStatus !== null && httpStatus < 500) return { kind: 'answered' };
  }
  return trouble ? { kind: 'trouble', retryAfter: longest === 0 ? null : longest } : { kind: 'unclear' };
}

/** An entry of CHECKER_ALLOW_HOSTS as `URL.host` writes it: a default port may be omitted. */
function spellings(entry: string): readonly string[] {
  const { host, port } = parseAllowed(entry);
  const name = host.includes(':') ? `[${host}]` : host;
  return port === 80 || port === 443 ? [`${name}:${port}`, name] : [`${name}:${port}`];
}
