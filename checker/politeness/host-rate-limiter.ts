/**
 * How often a host is visited. Visits to one host are spaced, with jitter so that no rhythm shows; a host that blocks
 * or does not answer rests, for all its links, longer each time and an hour at most; one that asks for time
 * (Retry-After, RFC 9110 10.2.3) gets it, up to the same hour. Any page that answers ends the rest. Pure data: time and
 * chance come in as arguments.
 *
 * Nobody is kept waiting for a rest to end: a check that a person waits for goes at once, one every few seconds while
 * the host rests, and its success is what ends the rest early. Checks that nobody waits for stay in the queue, for
 * which an hour is nothing.
 */
import type { Visit } from '../../command-service/events/observation.ts';
import { parseAllowed } from '../network/host.ts';

/** What one visit told about its host. `retryAfter` in seconds. */
export type HostOutcome =
  | { readonly kind: 'answered' }
  | { readonly kind: 'unclear' }
  | { readonly kind: 'trouble'; readonly retryAfter: number | null };

export interface RateLimiterOptions {
  /** Between the starts of two visits to one host, on average, in milliseconds; each is half to one and a half of it. */
  readonly spacingMs?: number;
  /** host:port pairs that are never made to wait: the demo's and the tests' own (CHECKER_ALLOW_HOSTS as written). */
  readonly exempt?: readonly string[];
  /** Milliseconds on a clock that only goes forward. */
  readonly now?: () => number;
  /** From 0 to 1. */
  readonly random?: () => number;
}

const SPACING_MS = 1_000;
/** Between two visits that people wait for, to a host that rests. */
const RESTING_SPACING_MS = 5_000;
const FIRST_REST_MS = 10_000;
const LONGEST_REST_MS = 3_600_000;

/** Hosts remembered; beyond it those with the least to remember go first. */
const MAX_HOSTS = 10_000;

interface HostState {
  /** The next visit may start then. */
  nextAt: number;
  /** Visits that nobody waits for start then at the earliest. */
  restUntil: number;
  /** When the last rest began: visits started before it say nothing new. */
  restSince: number;
  /** Rests since the host last answered. */
  rests: number;
}

export class HostRateLimiter {
  readonly #spacingMs: number;
  readonly #exempt: ReadonlySet<string>;
  readonly #now: () => number;
  readonly #random: () => number;
  readonly #hosts = new Map<string, HostState>();

  /** @throws Error when an entry of `exempt` is not host:port. */
  constructor({ spacingMs = SPACING_MS, exempt = [], now, random = Math.random }: RateLimiterOptions = {}) {
    this.#spacingMs = spacingMs;
    this.#exempt = new Set(exempt.flatMap(spellings));
    this.#now = now ?? (() => performance.now());
    this.#random = random;
  }

  /** Milliseconds until `host` (as `URL.host` has it) may be visited; 0 for now. `hurried`: a person waits for it. */
  waitMs(host: string, hurried: boolean): number {
    const state = this.#hosts.get(host);
    if (state === undefined) return 0;
    const at = hurried ? state.nextAt : Math.max(state.nextAt, state.restUntil);
    return Math.max(0, at - this.#now());
  }

  /** Whether the host is left alone by checks that nobody waits for. */
  isBackingOff(host: string): boolean {
    return (this.#hosts.get(host)?.restUntil ?? 0) > this.#now();
  }

  /** A visit starts. Answers what `finished` wants to know. */
  started(host: string): number {
    const now = this.#now();
    if (this.#isExempt(host)) return now;
    const spacing = this.isBackingOff(host) ? Math.max(RESTING_SPACING_MS, this.#spacingMs) : this.#spacingMs;
    if (spacing > 0) this.#stateOf(host).nextAt = now + spacing * (0.5 + this.#random());
    return now;
  }

  /** A visit that began at `startedAt` ended. Visits under way at the same time lengthen the rest only once. */
  finished(host: string, startedAt: number, outcome: HostOutcome): void {
    if (this.#isExempt(host) || outcome.kind === 'unclear') return;
    if (outcome.kind === 'answered') {
      const known = this.#hosts.get(host);
      if (known === undefined || known.restSince > startedAt) return;
      known.rests = 0;
      known.restUntil = 0;
      return;
    }
    const state = this.#stateOf(host);
    const now = this.#now();
    if (state.rests === 0 || startedAt >= state.restSince) {
      state.rests++;
      state.restSince = now;
    }
    const grown = FIRST_REST_MS * 2 ** Math.min(state.rests - 1, 20);
    const asked = (outcome.retryAfter ?? 0) * 1_000;
    const rest = Math.min(Math.max(grown, asked), LONGEST_REST_MS);
    state.restUntil = Math.max(state.restUntil, state.restSince + rest);
  }

  /** A name under .localhost is this machine, whatever it is (RFC 6761 6.3). */
  #isExempt(host: string): boolean {
    return this.#exempt.has(host) || this.#exempt.has(host.replace(/^[^:]+\.localhost(?=:|$)/, '127.0.0.1'));
  }

  #stateOf(host: string): HostState {
    const known = this.#hosts.get(host);
    if (known !== undefined) return known;
    if (this.#hosts.size >= MAX_HOSTS) this.#forget();
    const state: HostState = { nextAt: 0, restUntil: 0, restSince: Number.NEGATIVE_INFINITY, rests: 0 };
    this.#hosts.set(host, state);
    return state;
  }

  /** Makes room: hosts that are free to be visited, then the oldest, a tenth at least. */
  #forget(): void {
    const now = this.#now();
    for (const [host, { nextAt, restUntil }] of this.#hosts) {
      if (Math.max(nextAt, restUntil) <= now) this.#hosts.delete(host);
    }
    for (const host of this.#hosts.keys()) {
      if (this.#hosts.size <= MAX_HOSTS * 0.9) break;
      this.#hosts.delete(host);
    }
  }
}

/**
 * What the visits of one check say about a host: it answered when any of them got a page or an honest "gone"; it is in
 * trouble when it blocked all of them, asked for time or never answered. A page that answers and then does not end
 * says nothing of its host.
 */
export function hostOutcome(visits: readonly Visit[]): HostOutcome {
  let trouble = false;
  let wanted = 0;
  for (const { httpStatus, challenge, error, retryAfter } of visits) {
    const asksForTime = httpStatus === 503 && retryAfter !== null;
    const silent = httpStatus === null && error?.code === 'timeout';
    if (challenge || httpStatus === 403 || httpStatus === 429 || asksForTime || silent) {
      trouble = true;
      wanted = Math.max(wanted, retryAfter ?? 0);
    } else if (httpStatus !== null && httpStatus < 500) return { kind: 'answered' };
  }
  return trouble ? { kind: 'trouble', retryAfter: wanted === 0 ? null : wanted } : { kind: 'unclear' };
}

/** The ways `URL.host` may write an entry of CHECKER_ALLOW_HOSTS: a scheme's own port is left out. */
function spellings(entry: string): readonly string[] {
  const { host, port } = parseAllowed(entry);
  const name = host.includes(':') ? `[${host}]` : host;
  return port === 80 || port === 443 ? [`${name}:${port}`, name] : [`${name}:${port}`];
}
