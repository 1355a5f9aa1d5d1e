/** A real site on loopback for the checker's tests: each path serves markup or runs a function. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export type TestPage = string | ((request: IncomingMessage, response: ServerResponse) => void);

export interface Site {
  /** host:port, as in CHECKER_ALLOW_HOSTS. */
  readonly host: string;
  readonly port: number;
  url(path: string): string;
  /** Requested paths so far, in order. */
  readonly asked: string[];
  /** Connections accepted so far. */
  connections(): number;
  close(): Promise<void>;
}

/** Serves the pages; other paths answer 404. */
export async function startSite(pages: Readonly<Record<string, TestPage>>, address = '127.0.0.1'): Promise<Site> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const path = request.url ?? '/';
    asked.push(path);
    const page = pages[path.split('?', 1)[0] ?? path];
    if (page === undefined) response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>');
    else if (typeof page === 'string') html(response, page);
    else page(request, response);
  });
  server.on('connection', (socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, address);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    host: `${address}:${port}`,
    port,
    url: (path) => `http://${address}:${port}${path}`,
    asked,
    connections: () => connections,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Responds with a page. */
export function html(response: ServerResponse, markup: string | Buffer, headers: Record<string, string> = {}): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(markup);
}

/** A page that redirects. */
export function redirect(to: string, status = 302, headers: Record<string, string> = {}): TestPage {
  return (_request, response) => response.writeHead(status, { location: to, ...headers }).end();
}

/** An article with `body` and `head`. */
export function article(body: string, head = ''): string {
  const filler = '<p>Gardens repay patience. Dig when the soil is dry, and never twice in a week.</p>'.repeat(12);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Ten tips for gardens</title>${head}</head>
<body><nav><a href="/">Home</a> <a href="/about">About</a></nav><article><h1>Ten tips</h1>${filler}${body}</article></body></html>`;
}

/** A logger that records its lines. */
export function recordingLog() {
  const lines: { level: string; fields: object; message: string }[] = [];
  const at = (level: string) => (fields: object, message: string) => void lines.push({ level, fields, message });
  return { lines, info: at('info'), warn: at('warn'), error: at('error') };
}
