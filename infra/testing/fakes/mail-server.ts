/** A mail server on this machine that fails as mail servers do, for tests. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { waitUntil } from '../wait-until.ts';

interface ReceivedMail {
  readonly to: string;
  readonly messageId: string;
  readonly text: string;
}

/** `away`: nothing listens. `busy`: it refuses mail for now (451). `silent`: it takes a mail and never answers. */
type MailFailure = 'away' | 'busy' | 'silent';

export interface MailServer {
  /** For SMTP_URL. */
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** The token of the newest sign-in link for an address; waits for it. */
  signInToken(email: string): Promise<string>;
  /** It fails until the returned work repairs it. */
  fail(how: MailFailure): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** Starts it on a free port. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  let failure: MailFailure | null = null;
  const open = async (port: number) => {
    const server = new SMTPServer({
      ...{ authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'], logger: false, closeTimeout: 100 },
      onMailFrom(_address, _session, done) {
        done(failure === 'busy' ? Object.assign(new Error('Try again later'), { responseCode: 451 }) : null);
      },
      onData(stream, { envelope }, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
        stream.on('end', () => {
          if (failure === 'silent') return;
          const text = Buffer.concat(chunks).toString('utf8');
          const to = envelope.rcptTo.map(({ address }) => address).join();
          received.push({ to, messageId: /^message-id: (.*)$/im.exec(text)?.[1] ?? '', text });
          done();
        });
      },
    });
    // A client that is killed ends its connection in the middle of a mail.
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', () => resolve()));
    return server;
  };
  let server = await open(0);
  const { port } = server.server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    async signInToken(email) {
      const mail = await waitUntil(() => received.findLast(({ to }) => to === email));
      // Quoted-printable: long lines are broken, and "=" is escaped (RFC 2045 6.7).
      const text = mail.text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
      return /[?&]token=([\w-]+)/.exec(text)?.[1] ?? '';
    },
    async fail(how) {
      failure = how;
      if (how === 'away') await close();
      return async () => {
        failure = null;
        if (how === 'away') server = await open(port);
      };
    },
    close,
  };
}
