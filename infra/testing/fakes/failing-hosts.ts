/** Web servers of articles on this machine that fail as sites do, for tests. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { article } from './page-server.ts';

/** `dead`: nothing listens. `silent`: requests are never answered. `reset`: connections are broken off. */
type HostFailure = 'dead' | 'silent' | 'reset';

export interface FailingHosts {
  /** host:port pairs, for CHECKER_ALLOW_HOSTS. */
  readonly hosts: readonly string[];
  /** One host fails until the returned work repairs it. */
  fail(host: number, how: HostFailure): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** The address that the articles link to. */
export const CLIENT = 'https://client.example/tea';

const LINK = `<a href="${CLIENT}">good tea</a>`;
const LINKED = article(`<p>We like ${LINK}.</p>`);
/** Only a browser finds the link. */
const SCRIPTED = `<!doctype html><title>Tea</title><div id="root"></div><script>document.getElementById('root').innerHTML = ${JSON.stringify(`<p>${'We like tea. '.repeat(100)}${LINK}</p>`)}</script>`;

/** Starts the servers. Below `/linked/` is an article with the link, below `/scripted/` one whose script adds it. */
export async function startFailingHosts(count: number): Promise<FailingHosts> {
  const all = await Promise.all(Array.from({ length: count }, startHost));
  return {
    hosts: all.map(({ host }) => host),
    async fail(index, how) {
      const host = all[index];
      if (host === undefined) throw new RangeError(`there is no host ${index}`);
      return host.fail(how);
    },
    async close() {
      await Promise.all(all.map((host) => host.close()));
    },
  };
}

async function startHost() {
  let failure: HostFailure | null = null;
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    if (failure === 'reset') request.socket.resetAndDestroy();
    else if (failure === null) answer(request, response);
  });
  await listening(server, 0);
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    if (!server.listening) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  return {
    host: `127.0.0.1:${port}`,
    close,
    async fail(how: HostFailure) {
      failure = how;
      if (how === 'dead') await close();
      return async () => {
        failure = null;
        server.closeAllConnections();
        if (how === 'dead') await listening(server, port);
      };
    },
  };
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function answer({ url = '/' }: IncomingMessage, response: ServerResponse): void {
  const page = url.startsWith('/linked/') ? LINKED : url.startsWith('/scripted/') ? SCRIPTED : null;
  response.writeHead(page === null ? 404 : 200, { 'Content-Type': 'text/html; charset=utf-8' });
  response.end(page ?? '<!doctype html><title>Not found</title>');
}
