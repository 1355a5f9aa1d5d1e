/**
 * The web server that `check.ts` measures against, in a process of its own: `node infra/bench/check/page-server.ts <linked>
 * <scripted> <bare> <ports>`. Every page is at `/<kind>/<number>` on every port, with any query, compressed once at the
 * start: 60 % gzip, 25 % brotli, 15 % uncompressed. Pages have no validators, so no contestant can use a cache.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type BenchPage, benchPages } from './pages.ts';

/** The message of the server when it listens. */
export interface Served {
  /** host:port each. */
  readonly hosts: readonly string[];
  /** Of the linked pages, in bytes. */
  readonly sizes: readonly number[];
}

interface Packed {
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer;
}

const [linkedCount = 200, scripted = 0, bare = 0, ports = 8] = process.argv.slice(2).map(Number);
const pages = new Map<string, Packed>();
const linkedPages = benchPages('linked', linkedCount);
put(linkedPages);
put(benchPages('scripted', scripted));
put(benchPages('bare', bare));

const hosts: string[] = [];
for (let port = 0; port < ports; port++) {
  const server = createServer((request, response) => {
    const page = pages.get(request.url?.split('?', 1)[0] ?? '');
    response.writeHead(page === undefined ? 404 : 200, page?.headers ?? { 'content-type': 'text/html' });
    response.end(page?.body ?? '<!doctype html><title>Not found</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  hosts.push(`127.0.0.1:${(server.address() as AddressInfo).port}`);
}
const served: Served = { hosts, sizes: linkedPages.map(({ html }) => Buffer.byteLength(html)) };
process.send?.(served);
process.on('disconnect', () => process.exit());

function put(list: readonly BenchPage[]): void {
  for (const [number, { kind, html }] of list.entries()) pages.set(`/${kind}/${number}`, pack(html, number));
}

function pack(html: string, number: number): Packed {
  const plain = Buffer.from(html);
  const turn = number % 20;
  const coding = turn < 12 ? 'gzip' : turn < 17 ? 'br' : null;
  const body =
    coding === 'gzip'
      ? gzipSync(plain)
      : coding === 'br'
        ? brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
        : plain;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-length': body.length,
    ...(coding === null ? {} : { 'content-encoding': coding }),
  };
  return { headers, body };
}
