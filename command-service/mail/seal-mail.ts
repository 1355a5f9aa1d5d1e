/** The mail with the seal of a day. */
import type { Mail } from '../../infra/ports/mailer.ts';
import { mailBody } from './mail-body.ts';

interface SealLetter {
  readonly email: string;
  /** YYYY-MM-DD, UTC. */
  readonly day: string;
  readonly count: number;
  /** Hexadecimal. */
  readonly hash: string;
  /** Base URL of our pages, without a trailing slash. */
  readonly publicUrl: string;
}

export function sealMail({ email, day, count, hash, publicUrl }: SealLetter): Mail {
  const date = new Date(day).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  const subject = `Linkledger: seal of ${date}`;
  return {
    to: email,
    subject,
    ...mailBody(subject, [
      {
        kind: 'paragraph',
        text: `The first ${count.toLocaleString('en')} events of the ledger at ${publicUrl} have this hash:`,
      },
      { kind: 'paragraph', text: hash },
      {
        kind: 'paragraph',
        text: 'Keep this mail. It proves later that none of these events was changed, removed or added afterwards. To check that, run this on the server:',
      },
      { kind: 'paragraph', text: `npm run verify -- --seal ${count}:${hash}` },
      {
        kind: 'note',
        text: 'You get this mail because you asked for the daily seal.',
        link: { label: 'Change that in Settings', url: `${publicUrl}/settings#notifications` },
      },
    ]),
    terminalLine: `Seal of ${day} for ${email}: ${count}:${hash}`,
  };
}
