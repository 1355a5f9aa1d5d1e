/** Waits for the mails of a running Linkledger, by the lines it prints. */
import type { Mailbox } from './api-client.ts';

/** The terminal line of a mail: its kind, its recipient and its link. */
const MAILED = /^(Sign-in link|Invitation) for (\S+): (https?:\S+)$/;

/** The mails that somebody waits for. */
interface PrintedMails extends Mailbox {
  /** The token of the next invitation to an address. */
  invitation(email: string): Promise<string>;
  /** Processes a printed line. A link goes to the code that waits for it, any other line to `say`. */
  readonly hear: (line: string) => void;
}

export function printedMails(say: (line: string) => void): PrintedMails {
  const waiting = new Map<string, (link: string) => void>();
  const wait = (kind: string, email: string) =>
    new Promise<string>((resolve) => waiting.set(`${kind} ${email}`, resolve));
  return {
    next: (email) => wait('Sign-in link', email),
    invitation: async (email) => (await wait('Invitation', email)).split('/').at(-1) ?? '',
    hear(line) {
      const [, kind, email, link = ''] = MAILED.exec(line) ?? [];
      const take = waiting.get(`${kind} ${email}`);
      waiting.delete(`${kind} ${email}`);
      if (take === undefined) say(line);
      else take(link);
    },
  };
}
