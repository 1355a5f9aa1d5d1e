/** How many connections a process accepts: open files are limited, and other work needs some of them. */
import type { Socket } from 'node:net';
import type { Logger } from '../../ports/process/logger.ts';
import { isLoopback, subnetOf } from '../request/client-address.ts';

/** Used if the system names no limit. */
const DEFAULT_OPEN_FILES = 10_000;

/**
 * The most connections at once: 70 % of the files that the process may open. The files of the engine and the visits of the
 * checker need the rest.
 */
export const MAX_CONNECTIONS = Math.floor(openFilesLimit() * 0.7);

/** The most connections of one network: three other networks of that kind find room. */
const MAX_OF_NETWORK = Math.floor(MAX_CONNECTIONS / 4);
/** Refusals are logged at most this often. */
const LOG_EVERY_MS = 60_000;

interface Connection extends Pick<Socket, 'remoteAddress'> {
  once(event: 'close', listener: () => void): unknown;
}

/** Counts the connections of each network. Those of this machine are not limited: they come from a proxy. */
export class NetworkLimit {
  readonly #logger: Pick<Logger, 'warn'>;
  readonly #most: number;
  readonly #isExempt: (address: string) => boolean;
  readonly #open = new Map<string, number>();
  #refused = 0;
  #loggedAt = Number.NEGATIVE_INFINITY;

  constructor(logger: Pick<Logger, 'warn'>, most = MAX_OF_NETWORK, isExempt = isLoopback) {
    this.#logger = logger;
    this.#most = most;
    this.#isExempt = isExempt;
  }

  /** Counts a connection until it closes. False if its network has as many as it may have. */
  admit(connection: Connection): boolean {
    const address = connection.remoteAddress ?? '';
    const network = subnetOf(address);
    // Without an address, the client has disconnected already.
    if (network === '' || this.#isExempt(address)) return true;
    const open = this.#open.get(network) ?? 0;
    if (open >= this.#most) {
      this.#refuse();
      return false;
    }
    this.#open.set(network, open + 1);
    connection.once('close', () => {
      const left = (this.#open.get(network) ?? 1) - 1;
      if (left === 0) this.#open.delete(network);
      else this.#open.set(network, left);
    });
    return true;
  }

  #refuse(): void {
    this.#refused += 1;
    const now = performance.now();
    if (now - this.#loggedAt < LOG_EVERY_MS) return;
    this.#loggedAt = now;
    const fields = { refused: this.#refused, most: this.#most };
    this.#logger.warn(fields, 'refused connections of a network that has as many as one network may have');
    this.#refused = 0;
  }
}

function openFilesLimit(): number {
  if (process.report === undefined) return DEFAULT_OPEN_FILES;
  // Without this setting, the report looks up the name of each connection.
  Object.assign(process.report, { excludeNetwork: true });
  const report = process.report.getReport() as {
    readonly userLimits?: { readonly open_files?: { readonly soft?: unknown } };
  };
  const soft = report.userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : DEFAULT_OPEN_FILES;
}
