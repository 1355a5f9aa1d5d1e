/** A mail server on this machine that fails as mail servers do, for tests. */
import { waitUntil } from '../wait-until.ts';
import { readableText, refusal, startSmtpServer } from './smtp-server.ts';

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
  const open = (wanted?: number) =>
    startSmtpServer(
      {
        onMailFrom: (_address, _session, done) => done(failure === 'busy' ? refusal(451, 'Try again later') : null),
        onMail({ to, text }, done) {
          if (failure === 'silent') return;
          received.push({ to: to.join(), messageId: /^message-id: (.*)$/im.exec(text)?.[1] ?? '', text });
          done();
        },
      },
      wanted,
    );
  let server = await open();
  const { url, port } = server;
  const close = () => server.close();
  return {
    url,
    received,
    async signInToken(email) {
      const mail = await waitUntil(() => received.findLast(({ to }) => to === email));
      return /[?&]token=([\w-]+)/.exec(readableText(mail.text))?.[1] ?? '';
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
