/** A TCP proxy on this machine that fails as networks fail, for tests. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { pipeline, Transform } from 'node:stream';

/**
 * What the proxy does with bytes: `pass` them on, pass them on `slow`ly, or `swallow` them, as a network does that drops
 * every packet: connections stay open and nobody hears anything. `swallow-answers` drops only what the server sends.
 */
type Mode = 'pass' | 'slow' | 'swallow' | 'swallow-answers';

export interface TcpProxy {
  readonly port: number;
  /** For all connections, also those that are open. */
  set(mode: Mode): void;
  /** Closes all connections in order, as a server does that stops. New ones are accepted. */
  cut(): void;
  /** Breaks all connections off, as a router does that lost its table. New ones are accepted. */
  reset(): void;
  close(): Promise<void>;
}

/** Milliseconds that each chunk waits in the mode `slow`. */
const SLOW_MS = 50;

/** Starts a proxy for a server of this machine. */
export async function startTcpProxy(target: number): Promise<TcpProxy> {
  let mode: Mode = 'pass';
  const sockets = new Set<Socket>();
  const through = (isAnswer: boolean) =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        if (mode === 'pass') done(null, chunk);
        else if (mode === 'slow') setTimeout(() => done(null, chunk), SLOW_MS);
        else if (mode === 'swallow' || isAnswer) done();
        else done(null, chunk);
      },
    });
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    }
    // When one side ends or fails, the pipeline ends the other; its error is of no interest here.
    pipeline(client, through(false), upstream, () => client.destroy());
    pipeline(upstream, through(true), client, () => upstream.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no TCP port');
  return {
    port: address.port,
    set(next) {
      mode = next;
    },
    cut() {
      for (const socket of sockets) socket.end();
    },
    reset() {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
