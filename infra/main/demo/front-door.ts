/**
 * The demo's link that signs in with one click. Anyone who opens it gets the session of a sign-in that this process made:
 * browsers send a cookie of localhost to all of its ports. The product's own sign-in stays as it is.
 */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FrontDoor {
  /** Works until the demo ends, and in every browser on this machine. */
  readonly link: string;
  close(): void;
}

/**
 * @param url where Linkledger is; the door has the same host.
 * @param opened the path of the page that it opens.
 * @param signIn signs in for a browser, by its User-Agent; resolves with the cookies of its session.
 */
export async function openFrontDoor(
  url: string,
  opened: string,
  signIn: (userAgent: string) => Promise<readonly string[]>,
): Promise<FrontDoor> {
  const path = `/${randomBytes(16).toString('base64url')}`;
  const server = createServer((request, response) => {
    const refuse = (status: number, why: string) =>
      response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${why}\n`);
    if (request.method !== 'GET' || request.url !== path) return refuse(404, 'Nothing here.');
    return signIn(request.headers['user-agent'] ?? '').then(
      (cookies) => response.writeHead(303, { Location: url + opened, 'Set-Cookie': [...cookies] }).end(),
      (error: Error) => refuse(503, `You are not signed in: ${error.message}`),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const door = new URL(path, url);
  door.port = String((server.address() as AddressInfo).port);
  return {
    link: door.href,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
