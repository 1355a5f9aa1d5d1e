/**
 * The browser's only way out: a forward proxy on loopback (RFC 9110 absolute-form requests, and CONNECT for HTTPS and
 * WebSockets) whose every connection comes from the guarded dialer. Whatever a page's scripts try, redirects, workers,
 * sockets or a name that changes its address, ends at the same guard as the plain HTTP tier.
 *
 * It listens on a random port and serves only processes of the same user where the system can say whose a connection
 * is (Linux); elsewhere any local process may use it, to reach what the guard allows and nothing more.
 */
import { readFile } from 'node:fs/promises';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createDoor, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { toVisitFailure, VisitFailure } from '../visit/visit-errors.ts';
import type { Dialer } from './dialer.ts';
import { plainHost, portOf } from './host.ts';
import type { Guard } from './ssrf-guard.ts';

/** A running proxy. */
export interface FilteringProxy {
  readonly port: number;
  /** Why the last connection to a host and port could not be made, if it could not: the browser itself cannot tell. */
  failureFor(url: URL): VisitFailure | null;
  close(): Promise<void>;
}

export interface ProxyOptions {
  readonly dialer: Dialer;
  readonly guard: Guard;
  /** Most bytes one connection may bring in: a page has no use for more. Default 50 MB. */
  readonly maxBytes?: number;
}

/** How many destinations' faults are remembered. */
const REMEMBERED_FAULTS = 500;

/** An onward connection that is silent for so long is closed. */
const IDLE_MS = 30_000;

/** Headers that belong to one connection (RFC 9110 7.6.1) and are not passed on. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Starts the proxy. */
export async function startProxy({
  dialer,
  guard,
  maxBytes = 50 * 1024 * 1024,
}: ProxyOptions): Promise<FilteringProxy> {
  const faults = new Map<string, VisitFailure>();
  const sockets = new Set<Duplex>();
  const upstream = new GuardedAgent(dialer);

  function remember(host: string, port: number, fault: VisitFailure | null): void {
    const key = `${plainHost(host)} ${port}`;
    faults.delete(key);
    if (fault === null) return;
    faults.set(key, fault);
    const [oldest] = faults.keys();
    if (faults.size > REMEMBERED_FAULTS && oldest !== undefined) faults.delete(oldest);
  }

  function track(socket: Duplex): void {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  }

  /** Cuts a connection off once it has brought in more than a page could need. */
  function limit(socket: Socket): void {
    let left = maxBytes;
    socket.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) socket.destroy();
    });
  }

  function forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const url = URL.parse(incoming.url ?? '');
    if (url === null || url.protocol !== 'http:') {
      outgoing.writeHead(400).end();
      return;
    }
    const refusal = guard.url(url);
    const port = portOf(url);
    const failed = (error: unknown) => {
      remember(url.hostname, port, toVisitFailure(error));
      // Not an answer with a body: the browser would show it as if it were the page.
      outgoing.destroy();
    };
    if (refusal !== null) {
      failed(new VisitFailure('address-not-allowed', refusal));
      return;
    }
    const onward = request({
      agent: upstream,
      host: plainHost(url.hostname),
      port,
      method: incoming.method ?? 'GET',
      path: `${url.pathname}${url.search}`,
      headers: endToEnd(incoming.rawHeaders),
      setHost: false,
    });
    onward.on('response', (answer) => {
      remember(url.hostname, port, null);
      let left = maxBytes;
      answer.on('data', (chunk: Buffer) => {
        left -= chunk.length;
        if (left < 0) answer.destroy();
      });
      answer.on('error', () => outgoing.destroy());
      answer.on('close', () => {
        if (!answer.complete) outgoing.destroy();
      });
      outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage, endToEnd(answer.rawHeaders));
      answer.pipe(outgoing);
    });
    onward.setTimeout(IDLE_MS, () => onward.destroy());
    onward.on('error', failed);
    outgoing.on('close', () => onward.destroy());
    incoming.on('error', () => onward.destroy());
    incoming.pipe(onward);
  }

  async function tunnel(incoming: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    track(client);
    const url = URL.parse(`https://${incoming.url ?? ''}/`);
    if (url === null) {
      client.end('HTTP/1.1 400 Bad Request\r\n\r\n');
      return;
    }
    const port = portOf(url);
    try {
      const refusal = guard.url(url);
      if (refusal !== null) throw new VisitFailure('address-not-allowed', refusal);
      const stop = new AbortController();
      client.once('close', () => stop.abort());
      const socket = await dialer.dial(url.hostname, port, stop.signal);
      remember(url.hostname, port, null);
      track(socket);
      limit(socket);
      client.once('close', () => socket.destroy());
      socket.once('close', () => client.destroy());
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      if (head.length > 0) socket.write(head);
      socket.pipe(client).pipe(socket);
    } catch (error) {
      remember(url.hostname, port, toVisitFailure(error));
      client.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
    }
  }

  const server = createServer(forward);
  server.on('connect', (incoming: IncomingMessage, client: Duplex, head: Buffer) => {
    void tunnel(incoming, client, head);
  });
  // A bare Upgrade request: browsers tunnel their WebSockets through CONNECT, so nothing honest sends one.
  server.on('upgrade', (_incoming: IncomingMessage, client: Duplex) => client.destroy());
  server.on('clientError', (_error, client: Duplex) => client.destroy());
  // Not a byte is read before it is known whose connection it is.
  const door = createDoor({ pauseOnConnect: true }, (socket) => {
    track(socket);
    void isOfSameUser(socket).then((ours) => {
      if (!ours) socket.destroy();
      else if (!socket.destroyed) {
        server.emit('connection', socket);
        socket.resume();
      }
    });
  });
  await new Promise<void>((resolve, reject) => {
    door.once('error', reject);
    door.listen(0, '127.0.0.1', resolve);
  });

  return {
    port: (door.address() as AddressInfo).port,
    failureFor: (url) => faults.get(`${plainHost(url.hostname)} ${portOf(url)}`) ?? null,
    async close() {
      const closed = new Promise<void>((resolve) => door.close(() => resolve()));
      upstream.destroy();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Keeps connections alive like any agent, but gets them from the dialer. */
class GuardedAgent extends Agent {
  readonly #dialer: Dialer;

  constructor(dialer: Dialer) {
    super({ keepAlive: true, maxFreeSockets: 16, timeout: IDLE_MS });
    this.#dialer = dialer;
  }

  override createConnection(
    options: { host?: string | null; port?: number | string | null },
    callback?: (error: Error | null, stream: Duplex) => void,
  ): null {
    this.#dialer.dial(options.host ?? '', Number(options.port)).then(
      (socket) => callback?.(null, socket),
      // Node's types ask for a stream beside the error; Node itself does not look at it.
      (error: Error) => (callback as ((error: Error) => void) | undefined)?.(error),
    );
    return null;
  }
}

/** The headers that go through, as the flat list of names and values they came in. */
function endToEnd(rawHeaders: readonly string[]): string[] {
  const named = new Set(HOP_BY_HOP);
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() !== 'connection') continue;
    for (const name of (rawHeaders[at + 1] ?? '').split(',')) named.add(name.trim().toLowerCase());
  }
  const kept: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (!named.has(name.toLowerCase())) kept.push(name, rawHeaders[at + 1] ?? '');
  }
  return kept;
}

/**
 * Whether the other end of a loopback connection belongs to this process's user, as Linux lists it in /proc/net/tcp
 * (proc(5): local address, …, uid). True where the system has no such list.
 */
async function isOfSameUser(socket: Socket): Promise<boolean> {
  const uid = process.getuid?.();
  if (uid === undefined || socket.remotePort === undefined) return true;
  const table = await readFile('/proc/net/tcp', 'latin1').catch(() => null);
  if (table === null) return true;
  const port = socket.remotePort.toString(16).toUpperCase().padStart(4, '0');
  const row = table.split('\n').find((line) => line.includes(`: 0100007F:${port} `));
  return row !== undefined && Number(row.trim().split(/\s+/)[7]) === uid;
}
