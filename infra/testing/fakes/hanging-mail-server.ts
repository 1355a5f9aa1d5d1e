/** A mail server that hangs at the moment when the sender is to be killed, for tests. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface HangingMailServer {
  /** For SMTP_URL. */
  readonly url: string;
  /** One for each recipient, also while it hangs. */
  readonly received: readonly { readonly to: string; readonly text: string }[];
  /** Resolves when a sender waits for its answer. */
  readonly reached: Promise<void>;
  /** From now on it answers. */
  works(): void;
  close(): Promise<void>;
}

/** Starts it on a free port. It hangs before the text is handed over, or after. */
export async function startHangingMailServer(hangsAt: 'recipient' | 'text'): Promise<HangingMailServer> {
  const received: { readonly to: string; readonly text: string }[] = [];
  const reached = Promise.withResolvers<void>();
  let hangs = true;
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS'], logger: false, closeTimeout: 100 },
    onRcptTo(_, __, done) {
      if (hangs && hangsAt === 'recipient') reached.resolve();
      else done();
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const text = Buffer.concat(chunks).toString().replaceAll('=\r\n', '').replaceAll('=3D', '=');
        for (const { address } of envelope.rcptTo) received.push({ to: address, text });
        if (hangs) reached.resolve();
        else done();
      });
    },
  });
  // A client that is killed ends its connection in the middle of a mail.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    reached: reached.promise,
    works: () => {
      hangs = false;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
