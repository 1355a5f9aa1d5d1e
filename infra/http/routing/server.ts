/** Listens, and stops without interrupting running answers. */
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { StartError } from '../../ports/process/start-error.ts';
import { MAX_CONNECTIONS, type NetworkLimit } from '../limits/connection-limit.ts';
import { endWith, rawAnswer } from './last-answer.ts';

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

interface ListenOptions {
  /** How long an idle connection is kept, in ms. */
  readonly keptMs?: number;
  /** null: networks are not limited, for a port that only proxies reach. */
  readonly networks?: NetworkLimit | null;
}

/**
 * Starts to listen; port 0 takes any free port. Requests that are not valid HTTP, and connections of a network that has
 * too many, get an answer in JSON.
 * @throws ListenError if the port is in use or the address does not belong to this machine.
 */
export async function listen(
  handler: RequestListener,
  host: string,
  port: number,
  { keptMs = KEPT_MS, networks = null }: ListenOptions = {},
): Promise<HttpServer> {
  let answer = handler;
  const answering = new WeakMap<Duplex, ServerResponse>();
  const server = createServer(
    { requestTimeout: FILE_MS, headersTimeout: 20_000, keepAliveTimeout: keptMs },
    (request, response) => {
      // After the last answer on a connection nothing is carried out (RFC 9112 9.6).
      const isLast = answering.get(request.socket)?.getHeader('Connection') === 'close';
      if (isLast || request.socket.writableEnded) return;
      answering.set(request.socket, response);
      answer(request, response);
    },
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.on('connection', (socket) => {
    if (networks?.admit(socket) === false) endWith(socket, TOO_MANY);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const begun = answering.get(socket);
    const isBusy = begun?.headersSent === true && !begun.writableFinished;
    if (isBusy || !socket.writable) {
      // The refusal of an earlier error may be on its way.
      if (!socket.writableEnded) socket.destroy();
    } else endWith(socket, CLIENT_ERRORS.get(error.code ?? '') ?? BAD_REQUEST);
  });
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

const BAD_REQUEST = rawAnswer(400, 'bad-request', 'This is not a valid HTTP request.');

/** By the code of Node.js. */
const CLIENT_ERRORS: ReadonlyMap<string, string> = new Map([
  [
    'HPE_HEADER_OVERFLOW',
    rawAnswer(
      431,
      'header-too-large',
      'The address or the headers of this request are too long. In a browser, remove the cookies of this site and try again.',
    ),
  ],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', rawAnswer(413, 'too-large', 'The extensions of a chunk are too long.')],
  ['ERR_HTTP_REQUEST_TIMEOUT', rawAnswer(408, 'too-slow', 'The request arrived too slowly. Please try again.')],
]);

const TOO_MANY = rawAnswer(
  503,
  'too-many-connections',
  'Your network has too many connections to this server. Close other tabs of it, then try again.',
);

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
