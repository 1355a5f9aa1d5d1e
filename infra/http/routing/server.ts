/** Listens, and stops without interrupting running answers. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { StartError } from '../../ports/process/start-error.ts';
import { MAX_CONNECTIONS } from '../limits/connection-limit.ts';

interface HttpServer {
  readonly port: number;
  /**
   * Lets running requests finish for `graceMs`, then closes the remaining connections. Requests that arrive in the first
   * moments are refused with 503; afterwards nothing listens.
   */
  stop(graceMs: number): Promise<void>;
}

/** The server cannot listen on the address. The message says what to do. */
export class ListenError extends StartError {
  override readonly name = 'ListenError';
}

/**
 * Longest time for a whole request, in ms. `readBody` and `withFile` give a command and a file less.
 */
const FILE_MS = 15 * 60_000;

/**
 * How long, in ms, requests are refused before the connections close: a connection that closes while a request waits in
 * it is reset, and its client cannot know whether the request was carried out.
 */
const REFUSAL_MS = 300;

/** Longer than proxies keep an idle connection, which is a minute. */
const KEPT_MS = 65_000;

/**
 * Starts to listen; port 0 takes any free port.
 * @param keptMs how long an idle connection is kept.
 * @throws ListenError if the port is in use or the address does not belong to this machine.
 */
export async function listen(
  handler: RequestListener,
  host: string,
  port: number,
  keptMs = KEPT_MS,
): Promise<HttpServer> {
  let answer = handler;
  const server = createServer(
    { requestTimeout: FILE_MS, headersTimeout: 20_000, keepAliveTimeout: keptMs },
    (...call) => answer(...call),
  );
  server.maxConnections = MAX_CONNECTIONS;
  // Timers run before arrived bytes are read: a request that came in time would be reset with its connection.
  server.on('timeout', (socket) => {
    const { bytesRead } = socket;
    setImmediate(() => {
      if (socket.bytesRead === bytesRead) socket.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new ListenError(describeListenError(error, host, port))),
    );
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async stop(graceMs) {
      const cut = setTimeout(() => server.closeAllConnections(), graceMs);
      answer = refuse;
      await wait(Math.min(REFUSAL_MS, graceMs));
      // The process may have been busy: arrived bytes are read first.
      await nextTurn();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      });
      clearTimeout(cut);
    },
  };
}

const STOPPING = JSON.stringify({
  code: 'stopping',
  message: 'The server is restarting. Nothing was done: please try again in a moment.',
});

const refuse: RequestListener = (_, response) => {
  response
    .writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '2', Connection: 'close' })
    .end(STOPPING);
};

function describeListenError(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is already in use. Set PORT to another port, such as ${port + 1}.`;
  if (error.code === 'EACCES') return `Port ${port} needs rights this user does not have. Set PORT to one above 1023.`;
  return `Cannot listen on ${host}:${port} (${error.code}). Set HOST and PORT to an address of this machine.`;
}
