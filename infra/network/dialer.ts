/**
 * The only module that opens sockets to addresses that people entered. It resolves a name once, passes every address to
 * the guard, and connects to one of the allowed addresses, so a name that changes its address a moment later (DNS
 * rebinding) gains nothing. If a name resolves to public and private addresses, it tries only the public ones; if no
 * address is allowed, the visit fails with `address-not-allowed`.
 */
import { lookup, Resolver } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import { plainHost } from './host.ts';
import { orAborted } from './or-aborted.ts';
import type { Guard } from './ssrf-guard.ts';
import { ownFailure, VisitFailure } from './visit-errors.ts';

/** Opens guarded TCP connections. */
export interface Dialer {
  /**
   * Connects to `hostname` (a name or a literal address, IPv6 with or without brackets) and `port`.
   * @throws VisitFailure `address-not-allowed`, `dns`, `refused` or `timeout`.
   */
  dial(hostname: string, port: number, signal?: AbortSignal): Promise<Socket>;
}

/** Times are in milliseconds. */
interface DialerOptions {
  readonly guard: Guard;
  /** host:port of the DNS resolver; default: the system's lookup with its hosts file. */
  readonly dns?: string;
  /** Time limit of lookup and connection together. Default 8,000. */
  readonly timeoutMs?: number;
  /** Delay before the next address is tried as well (RFC 8305). Default 300. */
  readonly staggerMs?: number;
}

/**
 * Concurrent system lookups. Each occupies one of libuv's four threads, which file access and decompression also need;
 * a dead resolver must not block them all.
 */
const MAX_SYSTEM_LOOKUPS = 3;

/** Makes a dialer. */
export function makeDialer({ guard, dns, timeoutMs = 8_000, staggerMs = 300 }: DialerOptions): Dialer {
  const resolve = dns === undefined ? systemResolver() : serverResolver(dns);
  const lookups = new Map<string, Promise<readonly string[]>>();

  /** Concurrent lookups of one name share the answer. */
  function addressesOf(host: string): Promise<readonly string[]> {
    if (isIP(host) !== 0) return Promise.resolve([host]);
    // RFC 6761 6.3: these names mean this machine whatever a resolver answers; browsers treat them so, too.
    if (host === 'localhost' || host.endsWith('.localhost')) return Promise.resolve(['127.0.0.1', '::1']);
    const running = lookups.get(host);
    if (running !== undefined) return running;
    const started = resolve(host).finally(() => lookups.delete(host));
    lookups.set(host, started);
    return started;
  }

  async function dial(hostname: string, port: number, signal?: AbortSignal): Promise<Socket> {
    const host = plainHost(hostname);
    const deadline = AbortSignal.timeout(timeoutMs);
    const stop = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
    const late = () => new VisitFailure('timeout', `${host} did not accept a connection in time`);
    if (stop.aborted) throw late();

    const addresses = await orAborted(addressesOf(host), stop, () =>
      deadline.aborted ? new VisitFailure('dns', `the DNS lookup of ${host} took too long`) : late(),
    );
    const refusals: string[] = [];
    const allowed: string[] = [];
    for (const address of addresses) {
      const refusal = guard.address(host, port, address);
      if (refusal === null) allowed.push(address);
      else refusals.push(refusal);
    }
    if (allowed.length === 0) {
      const [refusal] = refusals;
      if (refusal === undefined) throw new VisitFailure('dns', `${host} has no address`);
      throw new VisitFailure('address-not-allowed', refusal);
    }
    return race(allowed, port, staggerMs, stop, late);
  }

  return { dial };
}

/** The first address that connects wins. The next address starts after `staggerMs`, or as soon as one fails. */
function race(
  addresses: readonly string[],
  port: number,
  staggerMs: number,
  stop: AbortSignal,
  late: () => VisitFailure,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const open = new Set<Socket>();
    let next = 0;
    let timer: NodeJS.Timeout | undefined;

    const finish = (winner?: Socket) => {
      clearTimeout(timer);
      stop.removeEventListener('abort', onAbort);
      for (const socket of open) if (socket !== winner) socket.destroy();
      open.clear();
    };
    const onAbort = () => {
      finish();
      reject(late());
    };
    const tryNext = () => {
      clearTimeout(timer);
      const address = addresses[next++];
      if (address === undefined) return;
      const socket = connect({ host: address, port, autoSelectFamily: false, noDelay: true });
      open.add(socket);
      const onError = (error: NodeJS.ErrnoException) => {
        socket.destroy();
        if (!open.delete(socket)) return;
        if (next < addresses.length) tryNext();
        else if (open.size === 0) {
          finish();
          reject(connectFailure(error, address, port));
        }
      };
      // Never removed: an error before the caller listens must not end the process.
      socket.on('error', onError);
      socket.once('connect', () => {
        finish(socket);
        resolve(socket);
      });
      if (next < addresses.length) timer = setTimeout(tryNext, staggerMs);
    };

    stop.addEventListener('abort', onAbort, { once: true });
    tryNext();
  });
}

function connectFailure(error: NodeJS.ErrnoException, address: string, port: number): VisitFailure {
  const own = ownFailure(error);
  if (own !== null) return own;
  const where = `${isIP(address) === 6 ? `[${address}]` : address}:${port}`;
  switch (error.code) {
    case 'ETIMEDOUT':
      return new VisitFailure('timeout', `${where} did not accept a connection in time`, { cause: error });
    case 'ECONNREFUSED':
      return new VisitFailure('refused', `no server answers at ${where}`, { cause: error });
    default:
      return new VisitFailure('refused', `the connection to ${where} failed (${error.code ?? error.message})`, {
        cause: error,
      });
  }
}

type Resolve = (host: string) => Promise<readonly string[]>;

/** The system's lookup, with its hosts file and search domains. */
function systemResolver(): Resolve {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (host) => {
    while (running >= MAX_SYSTEM_LOOKUPS) await new Promise<void>((resume) => waiting.push(resume));
    running++;
    try {
      return (await lookup(host, { all: true })).map(({ address }) => address);
    } catch (error) {
      throw lookupFailure(host, error);
    } finally {
      running--;
      waiting.shift()?.();
    }
  };
}

/** Queries one resolver (CHECKER_DNS). IPv4 first, because more machines can reach it. */
function serverResolver(server: string): Resolve {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  resolver.setServers([server]);
  return async (host) => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length === 0 && four.status === 'rejected') throw lookupFailure(host, four.reason);
    return found;
  };
}

function lookupFailure(host: string, error: unknown): VisitFailure {
  const own = ownFailure(error);
  if (own !== null) return own;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  switch (code) {
    case 'ENOTFOUND':
    case 'ENODATA':
    case 'ENONAME':
      return new VisitFailure('dns', `the name ${host} does not exist`, { cause: error });
    default:
      return new VisitFailure('dns', `the DNS lookup of ${host} failed (${code})`, { cause: error });
  }
}
