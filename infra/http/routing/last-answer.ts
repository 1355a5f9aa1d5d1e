/** The last answer on a connection that is refused, or whose request is not valid HTTP. */
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** How long a client that was refused may take to read its answer, in ms. */
const READ_MS = 1_000;

/** The bytes of an answer to a client whose request was not read. */
export function rawAnswer(status: number, code: string, message: string): string {
  const body = JSON.stringify({ code, message });
  const headers = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  return `${headers.join('\r\n')}\r\n\r\n${body}`;
}

/**
 * Sends the last bytes of a connection. What arrives meanwhile is discarded, because a connection that closes with unread
 * bytes is reset, and its client may miss the answer (RFC 9112 9.6).
 */
export function endWith(socket: Duplex, bytes: string): void {
  socket.on('error', () => undefined);
  const timer = setTimeout(() => socket.destroy(), READ_MS);
  socket.once('close', () => clearTimeout(timer));
  socket.end(bytes);
  socket.resume();
}
