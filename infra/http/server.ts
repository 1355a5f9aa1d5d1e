/** Listens, and stops without interrupting running answers. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StartError } from '../ports/start-error.ts';

interface HttpServer {
  readonly port: number;
  /** Accepts no new requests, lets running ones finish for `graceMs`, then closes the remaining connections. */
  stop(graceMs: number): Promise<void>;
}

/** The server cannot listen on the address. The message says what to do. */
export class ListenError extends StartError {
  override readonly name = 'ListenError';
}

/**
 * Longest time for a whole request, in ms. A file is read no faster than its rows are recorded; `readBody` gives a
 * command far less.
 */
const FILE_MS = 15 * 60_000;

/**
 * Starts to listen; port 0 takes any free one.
 * @throws ListenError if the port is in use or the address does not belong to this machine.
 */
export async function listen(handler: RequestListener, host: string, port: number): Promise<HttpServer> {
  const server = createServer({ requestTimeout: FILE_MS, headersTimeout: 20_000, keepAliveTimeout: 65_000 }, handler);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new ListenError(describeListenError(error, host, port))),
    );
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: (graceMs) =>
      new Promise((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), graceMs);
        server.close(() => {
          clearTimeout(cut);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

function describeListenError(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is in use already. Set PORT to another one, such as ${port + 1}.`;
  if (error.code === 'EACCES') return `Port ${port} needs rights this user does not have. Set PORT to one above 1023.`;
  return `Cannot listen on ${host}:${port} (${error.code}). Set HOST and PORT to an address of this machine.`;
}
