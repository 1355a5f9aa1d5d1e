/** A web server on loopback for tests: pages by path, changed while it runs. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The answer of a path: a body of HTML, or a function. */
export type Page = string | ((request: IncomingMessage, response: ServerResponse) => void);

export interface Pages {
  /** host:port, for CHECKER_ALLOW_HOSTS. */
  readonly host: string;
  /** The address of a path. */
  at(path: string): string;
  /** Puts or replaces a page. */
  set(path: string, page: Page): void;
  /** How often a path was asked for. */
  visits(path: string): number;
  close(): Promise<void>;
}

/** Starts the server on a free port. Paths that were not set answer 404. */
export async function startPageServer(): Promise<Pages> {
  const pages = new Map<string, Page>();
  const visits = new Map<string, number>();
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const path = request.url ?? '/';
    visits.set(path, (visits.get(path) ?? 0) + 1);
    const page = pages.get(path);
    if (typeof page === 'function') return page(request, response);
    response.writeHead(page === undefined ? 404 : 200, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(page ?? '<!doctype html><title>Not found</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    at: (path) => `http://${host}${path}`,
    set: (path, page) => void pages.set(path, page),
    visits: (path) => visits.get(path) ?? 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A page of some length around `content`. */
export function article(content: string): string {
  const filler = '<p>Tea keeps best where it is dark, dry and cool, away from anything that smells.</p>'.repeat(12);
  return `<!doctype html><html lang="en"><head><title>On keeping tea</title></head><body><h1>On keeping tea</h1>${filler}${content}${filler}</body></html>`;
}
