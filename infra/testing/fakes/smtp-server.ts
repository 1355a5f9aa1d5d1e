/** An SMTP server on this machine whose answers a test chooses. */
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

interface SmtpAnswers extends Pick<SMTPServerOptions, 'onMailFrom' | 'onRcptTo'> {
  /** Gets each mail. Its sender waits until `done`, which may refuse it. */
  onMail(mail: { readonly to: readonly string[]; readonly text: string }, done: (refusal?: Error) => void): void;
}

interface SmtpServer {
  /** For SMTP_URL. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Starts it without TLS, on a free port unless one is given. */
export async function startSmtpServer({ onMail, ...answers }: SmtpAnswers, wanted = 0): Promise<SmtpServer> {
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'], logger: false, closeTimeout: 100 },
    ...answers,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        onMail({ to, text: Buffer.concat(chunks).toString('utf8') }, done);
      });
    },
  });
  // A client that is killed ends its connection in the middle of a mail.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => void server.listen(wanted, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url: `smtp://127.0.0.1:${port}`, port, close };
}

/** The refusal of a mail, with the code of the answer (RFC 5321 4.2). */
export function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

/** The text of a mail without quoted-printable: there long lines are broken, and "=" is escaped (RFC 2045 6.7). */
export function readableText(text: string): string {
  return text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
}
