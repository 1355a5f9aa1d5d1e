/**
 * The browser's only way to the network: a forward proxy on loopback (RFC 9110 absolute-form requests, and CONNECT for
 * HTTPS and WebSockets) that opens every connection through the guarded dialer. So everything a page can cause
 * (redirects, workers, sockets, a name that changes its address) passes the same guard as the HTTP tier.
 *
 * The proxy listens on a random port. On Linux it serves only processes of the same user. Elsewhere any local process
 * can use it, but reaches only what the guard allows.
 */
import { readFile } from 'node:fs/promises';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import type { Duplex, Readable } from 'node:stream';
import type { Dialer } from './dialer.ts';
import { plainHost, portOf } from './host.ts';
import type { Guard } from './ssrf-guard.ts';
import { toVisitFailure, VisitFailure } from './visit-errors.ts';

/** A running proxy. */
export interface FilteringProxy {
  readonly port: number;
  /** Why the last connection to a host and port failed, which the browser cannot know; null if it did not fail. */
  failureFor(url: URL): VisitFailure | null;
  close(): Promise<void>;
}

export interface ProxyOptions {
  readonly dialer: Dialer;
  readonly guard: Guard;
  /** The most bytes received on one connection. Default 50 MB. */
  readonly maxBytes?: number;
}

/** The most destinations whose last failure is stored. */
const MAX_FAILURES = 500;

/** An upstream connection without traffic for this long is closed. */
const IDLE_MS = 30_000;

/** The most bytes of response headers that are parsed; Chromium accepts as many. */
const MAX_HEADERS = 256 * 1024;

/** Headers of a single connection (RFC 9110 7.6.1), which a proxy does not forward. */
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

/** Starts a proxy on loopback. */
export async function startProxy(options: ProxyOptions): Promise<FilteringProxy> {
  const proxy = new LoopbackProxy(options);
  await proxy.listen();
  return proxy;
}

class LoopbackProxy implements FilteringProxy {
  /** 0 before `listen`. */
  port = 0;
  readonly #dialer: Dialer;
  readonly #guard: Guard;
  readonly #maxBytes: number;
  readonly #upstream: GuardedAgent;
  /** The last failure of each destination, oldest first. */
  readonly #failures = new Map<string, VisitFailure>();
  readonly #sockets = new Set<Duplex>();
  readonly #http = createServer((incoming, outgoing) => this.#forward(incoming, outgoing));
  /** Reads nothing until the owner of the connection is known. */
  readonly #listener = createTcpServer({ pauseOnConnect: true }, (socket) => void this.#accept(socket));

  constructor({ dialer, guard, maxBytes = 50 * 1024 * 1024 }: ProxyOptions) {
    this.#dialer = dialer;
    this.#guard = guard;
    this.#maxBytes = maxBytes;
    this.#upstream = new GuardedAgent(dialer);
    this.#http.on('connect', (incoming: IncomingMessage, client: Duplex, head: Buffer) => {
      void this.#tunnel(incoming, client, head);
    });
    // Browsers tunnel WebSockets through CONNECT, so no browser sends a bare Upgrade request.
    this.#http.on('upgrade', (_incoming: IncomingMessage, client: Duplex) => client.destroy());
    this.#http.on('clientError', (_error, client: Duplex) => client.destroy());
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#listener.once('error', reject);
      this.#listener.listen(0, '127.0.0.1', resolve);
    });
    this.port = (this.#listener.address() as AddressInfo).port;
  }

  failureFor(url: URL): VisitFailure | null {
    return this.#failures.get(destination(url)) ?? null;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#listener.close(() => resolve()));
    this.#upstream.destroy();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async #accept(socket: Socket): Promise<void> {
    this.#track(socket);
    if (!(await isOfSameUser(socket))) socket.destroy();
    else if (!socket.destroyed) {
      this.#http.emit('connection', socket);
      socket.resume();
    }
  }

  #recordResult(url: URL, failure: VisitFailure | null): void {
    const key = destination(url);
    this.#failures.delete(key);
    if (failure === null) return;
    this.#failures.set(key, failure);
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > MAX_FAILURES && oldest !== undefined) this.#failures.delete(oldest);
  }

  #track(socket: Duplex): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  }

  /** Ends a connection or a response that brings more than `maxBytes`. */
  #limit(stream: Readable): void {
    let left = this.#maxBytes;
    stream.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) stream.destroy();
    });
  }

  #forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const url = URL.parse(incoming.url ?? '');
    if (url === null || url.protocol !== 'http:') {
      outgoing.writeHead(400).end();
      return;
    }
    const failed = (error: unknown) => {
      this.#recordResult(url, toVisitFailure(error));
      // The browser would show an error response as the page, so the connection is closed without a response.
      outgoing.destroy();
    };
    const refusal = this.#guard.url(url);
    if (refusal !== null) {
      failed(new VisitFailure('address-not-allowed', refusal));
      return;
    }
    const upstreamRequest = request({
      agent: this.#upstream,
      maxHeaderSize: MAX_HEADERS,
      host: plainHost(url.hostname),
      port: portOf(url),
      method: incoming.method ?? 'GET',
      path: `${url.pathname}${url.search}`,
      headers: endToEnd(incoming.rawHeaders),
      setHost: false,
    });
    upstreamRequest.on('response', (response) => {
      this.#recordResult(url, null);
      this.#limit(response);
      response.on('error', () => outgoing.destroy());
      response.on('close', () => {
        if (!response.complete) outgoing.destroy();
      });
      outgoing.writeHead(response.statusCode ?? 502, response.statusMessage, endToEnd(response.rawHeaders));
      response.pipe(outgoing);
    });
    upstreamRequest.setTimeout(IDLE_MS, () => upstreamRequest.destroy());
    upstreamRequest.on('error', (error) => {
      if (outgoing.headersSent || !isParserError(error) || incoming.method !== 'GET') failed(error);
      else void this.#passOn(incoming, outgoing, url).catch(failed);
    });
    outgoing.on('close', () => upstreamRequest.destroy());
    incoming.on('error', () => upstreamRequest.destroy());
    incoming.pipe(upstreamRequest);
  }

  /**
   * Requests a page again whose response Node cannot parse, and passes its bytes on unread: browsers tolerate more, and
   * the browser decides. The connection ends with the response.
   */
  async #passOn(incoming: IncomingMessage, outgoing: ServerResponse, url: URL): Promise<void> {
    const client = outgoing.socket;
    if (client === null) return;
    const upstreamSocket = await this.#dial(url);
    upstreamSocket.setTimeout(IDLE_MS, () => upstreamSocket.destroy());
    client.once('close', () => upstreamSocket.destroy());
    const headers = endToEnd(incoming.rawHeaders);
    const lines = headers.flatMap((name, at) => (at % 2 === 0 ? `${name}: ${headers[at + 1] ?? ''}` : []));
    const head = [`GET ${url.pathname}${url.search} HTTP/1.1`, ...lines, 'Connection: close'];
    upstreamSocket.write(`${head.join('\r\n')}\r\n\r\n`, 'latin1');
    upstreamSocket.pipe(client);
  }

  async #tunnel(incoming: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    this.#track(client);
    const url = URL.parse(`https://${incoming.url ?? ''}/`);
    if (url === null) {
      client.end('HTTP/1.1 400 Bad Request\r\n\r\n');
      return;
    }
    try {
      const refusal = this.#guard.url(url);
      if (refusal !== null) throw new VisitFailure('address-not-allowed', refusal);
      const stop = new AbortController();
      client.once('close', () => stop.abort());
      const socket = await this.#dial(url, stop.signal);
      client.once('close', () => socket.destroy());
      socket.once('close', () => client.destroy());
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      if (head.length > 0) socket.write(head);
      socket.pipe(client).pipe(socket);
    } catch (error) {
      this.#recordResult(url, toVisitFailure(error));
      client.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
    }
  }

  /** Opens a connection of limited size to a destination. */
  async #dial(url: URL, signal?: AbortSignal): Promise<Socket> {
    const socket = await this.#dialer.dial(url.hostname, portOf(url), signal);
    this.#recordResult(url, null);
    this.#track(socket);
    this.#limit(socket);
    return socket;
  }
}

/** The host and port of an address, as a key. */
function destination(url: URL): string {
  return `${plainHost(url.hostname)} ${portOf(url)}`;
}

/** A keep-alive agent whose connections come from the dialer. */
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
      // Node's types require a stream beside the error; Node ignores it.
      (error: Error) => (callback as ((error: Error) => void) | undefined)?.(error),
    );
    return null;
  }
}

/** Whether Node's parser refuses the response. */
function isParserError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('HPE_');
}

/** The headers to forward, as a flat list of names and values. */
function endToEnd(rawHeaders: readonly string[]): string[] {
  const named = new Set(HOP_BY_HOP);
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() !== 'connection') continue;
    for (const name of (rawHeaders[at + 1] ?? '').split(',')) named.add(name.trim().toLowerCase());
  }
  const forwarded: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (!named.has(name.toLowerCase())) forwarded.push(name, rawHeaders[at + 1] ?? '');
  }
  return forwarded;
}

/**
 * Whether this process's user owns the other end of a loopback connection, according to /proc/net/tcp (proc(5)). True on
 * systems without that file.
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
