/** Sends mail: through SMTP, or into a folder where none is configured (design 7). */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import nodemailer, { type SendMailOptions } from 'nodemailer';
import type { Mail, Mailer } from './ports.ts';

export interface MailOptions {
  readonly smtpUrl: string | null;
  readonly from: string;
  /** Where mails go as `.eml` files when there is no SMTP server. */
  readonly outbox: string;
  /** Told the one line of a mail that its reader needs, when it went to the outbox. */
  readonly say: (line: string) => void;
  readonly now: () => Date;
}

/** A mailer for the configured way. Sending rejects when the server refuses the mail or the file cannot be written. */
export function openMailer(options: MailOptions): Mailer {
  const compose = (mail: Mail): SendMailOptions => ({
    from: options.from,
    // As an object, so that nothing in an address is read as a list of addresses.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  if (options.smtpUrl !== null) {
    const transport = nodemailer.createTransport(options.smtpUrl);
    return { send: async (mail) => void (await transport.sendMail(compose(mail))) };
  }
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    send: async (mail) => {
      const { message, messageId } = await transport.sendMail(compose(mail));
      await mkdir(options.outbox, { recursive: true, mode: 0o700 });
      const stamp = options.now().toISOString().replaceAll(/[:.]/g, '-');
      const file = path.join(options.outbox, `${stamp}-${messageId.replaceAll(/[^a-z0-9]/gi, '').slice(0, 12)}.eml`);
      // Renamed into place, so that whoever watches the folder never reads half a mail.
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
      options.say(mail.terminalLine);
    },
  };
}
