/** The HTTP side of the stand-ins for payment providers: routes by method and path, and fails on request. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as a stand-in sees it. */
export interface ProviderRequest {
  readonly method: string;
  readonly path: string;
  readonly params: readonly string[];
  readonly query: URLSearchParams;
  readonly header: (name: string) => string;
  readonly text: string;
}

/** An answer; an object is sent as JSON. */
export interface ProviderResponse {
  readonly status: number;
  readonly body: object | string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type ProviderRoute = readonly [
  method: 'GET' | 'POST',
  pattern: RegExp,
  answer: (request: ProviderRequest) => ProviderResponse,
];

/**
 * `error`: status 500; `html`: a page under status 200; `half`: JSON that ends in the middle; `slow`: no answer until the
 * fault is lifted; `lost`: the call takes effect, and the connection breaks before the answer; `down`: it breaks before.
 */
export type Fault = 'error' | 'html' | 'half' | 'slow' | 'lost' | 'down';

export interface ProviderServer {
  readonly url: string;
  /** All calls so far, as 'POST /v1/orders'. */
  readonly calls: readonly string[];
  /** From now on calls of this path fail. */
  fail(path: RegExp, fault: Fault): void;
  /** No call fails any more; slow ones are answered. */
  recover(): void;
  close(): Promise<void>;
}

/** Starts a stand-in on loopback. Unknown paths answer 404. */
export async function startProvider(routes: readonly ProviderRoute[]): Promise<ProviderServer> {
  const calls: string[] = [];
  let faults: (readonly [RegExp, Fault])[] = [];
  let waiting: (() => void)[] = [];

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '/', 'http://provider');
    const method = request.method ?? 'GET';
    const path = url.pathname;
    calls.push(`${method} ${path}`);
    const fault = faults.find(([pattern]) => pattern.test(path))?.[1];
    if (fault === 'down') return void request.socket.destroy();
    if (fault === 'error') return void response.writeHead(500).end('{"name":"INTERNAL_SERVER_ERROR"}');
    if (fault === 'html')
      return void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Maintenance</h1>');
    if (fault === 'slow') await new Promise<void>((resolve) => waiting.push(resolve));
    const found = routes.find(([verb, pattern]) => verb === method && pattern.test(path));
    const given: ProviderRequest = {
      ...{ method, path, query: url.searchParams, text: Buffer.concat(chunks).toString('utf8') },
      params: found?.[1].exec(path)?.slice(1) ?? [],
      header: (name) => [request.headers[name.toLowerCase()] ?? ''].flat().join(','),
    };
    const { status, body, type, headers } = found?.[2](given) ?? { status: 404, body: { name: 'RESOURCE_NOT_FOUND' } };
    if (fault === 'lost') return void request.socket.destroy();
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, { 'Content-Type': type ?? 'application/json', ...headers });
    response.end(fault === 'half' ? text.slice(0, text.length / 2) : text);
  };
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const recover = () => {
    faults = [];
    for (const go of waiting) go();
    waiting = [];
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    fail: (path, fault) => void faults.push([path, fault]),
    recover,
    async close() {
      recover();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
