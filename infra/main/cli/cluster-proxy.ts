/** The reverse proxy of a cluster on one machine: reads go to query processes, the rest to command processes. */
import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';

/** Reads for the command role: pages of a sign-in and of a mailed link. */
const COMMAND_READS = ['/api/login', '/api/connect', '/api/user/email/confirm', '/api/unsubscribe', '/setup'];

/** The role that answers a request. `path` may have a query. */
export function roleFor(method: string, path: string): 'command' | 'query' {
  if (method !== 'GET' && method !== 'HEAD') return 'command';
  return COMMAND_READS.some((read) => new RegExp(`^${read}(?:[/?]|$)`).test(path)) ? 'command' : 'query';
}

/** Each hop adds the address of its client; the processes behind trust one more proxy. */
function forwarded({ headers, socket }: IncomingMessage): string {
  const before = headers['x-forwarded-for'];
  return [...(before === undefined ? [] : [before].flat()), socket.remoteAddress ?? 'unknown'].join(', ');
}

/** A new connection for each request: a process may have closed an older one. */
const agent = new Agent({ keepAlive: false });

/** Answers requests through the processes. @param portsOf the ports of the ready processes of a role. */
export function createProxy(
  portsOf: (role: 'command' | 'query') => readonly number[],
): (incoming: IncomingMessage, answer: ServerResponse) => void {
  let turn = 0;
  return (incoming, answer) => {
    const { method = 'GET', url = '/' } = incoming;
    const ports = portsOf(roleFor(method, url));
    turn += 1;
    const port = ports[turn % ports.length];
    if (port === undefined) return refuse(answer, 'No process can answer this now. Try again in a moment.');
    const headers = { ...incoming.headers, 'x-forwarded-for': forwarded(incoming), connection: 'close' };
    const outgoing = request({ agent, host: '127.0.0.1', port, method, path: url, headers });
    outgoing.on('response', (response) => {
      const { connection: _, ...rest } = response.headers;
      answer.writeHead(response.statusCode ?? 502, rest);
      // An event stream has no body for a long time: its reader waits for the headers.
      answer.flushHeaders();
      pipeline(response, answer, () => outgoing.destroy());
    });
    outgoing.on('error', () => {
      if (answer.headersSent) answer.destroy();
      else refuse(answer, 'The process that answered this has ended. Try again in a moment.');
    });
    answer.on('close', () => outgoing.destroy());
    pipeline(incoming, outgoing, () => undefined);
  };
}

function refuse(answer: ServerResponse, message: string): void {
  const body = JSON.stringify({ code: 'busy', message });
  answer.writeHead(503, { 'Content-Type': 'application/json; charset=utf-8', 'Retry-After': '1' }).end(body);
}
