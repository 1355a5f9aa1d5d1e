/** A mail server that hangs at the moment when the sender is to be killed, for tests. */
import { readableText, startSmtpServer } from './smtp-server.ts';

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
  const { url, close } = await startSmtpServer({
    onRcptTo(_, __, done) {
      if (hangs && hangsAt === 'recipient') reached.resolve();
      else done();
    },
    onMail({ to, text }, done) {
      received.push(...to.map((each) => ({ to: each, text: readableText(text) })));
      if (hangs) reached.resolve();
      else done();
    },
  });
  return {
    url,
    received,
    reached: reached.promise,
    works: () => {
      hangs = false;
    },
    close,
  };
}
