/** The HTTP connections to addresses that people entered. */
import { Agent, buildConnector } from 'undici';
import type { Dialer } from './dialer.ts';
import { portOf } from './host.ts';

/** An undici agent whose connections all come from the dialer. TLS on top of them verifies the requested host name. */
export function guardedAgent(dialer: Dialer, headersMs: number, bodyGapMs: number): Agent {
  const secure = buildConnector({ allowH2: true, timeout: headersMs });
  return new Agent({
    allowH2: true,
    headersTimeout: headersMs,
    bodyTimeout: bodyGapMs,
    maxHeaderSize: 64 * 1024,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 30_000,
    connect: (options, callback) => {
      const url = new URL(`${options.protocol}//${options.host ?? options.hostname}`);
      const port = options.port === '' ? portOf(url) : Number(options.port);
      dialer.dial(options.hostname, port).then(
        (socket) => {
          if (options.protocol === 'https:') secure({ ...options, httpSocket: socket }, callback);
          else callback(null, socket);
        },
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
      );
    },
  });
}
