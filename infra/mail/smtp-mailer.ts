/** Sends mail: through SMTP, or into a folder where none is configured. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import nodemailer, { type SendMailOptions } from 'nodemailer';
import type { Logger } from '../ports/logger.ts';
import { type Mail, MailError, type Mailer } from '../ports/mailer.ts';

export interface MailOptions {
  readonly smtpUrl: string | null;
  readonly from: string;
  /** Where mails go as `.eml` files when there is no SMTP server. */
  readonly outbox: string;
  /** Told the one line of a mail that its reader needs, when it went to the outbox. */
  readonly say: (line: string) => void;
  readonly logger: Logger;
  readonly now: () => Date;
  /** How long a mail server may take for one mail in all, in ms; 20,000. */
  readonly timeLimitMs?: number;
}

export interface OpenMailer extends Mailer {
  /** Lets go of the mail server. Nothing is sent afterwards. */
  close(): void;
}

const TIME_LIMIT_MS = 20_000;
/** Most of a server's patience is spent on spam checks after the text: the steps before that are quick or broken. */
const STEP_MS = 10_000;
/** Connections kept for the next mails. */
const CONNECTIONS = 2;
/** In characters: a longer one is shown by no mail program. */
const MAX_SUBJECT = 200;

/**
 * A mailer for the configured way.
 * @throws MailError from `send`, in words for whoever waits for the mail, when the server refuses it, does not answer in
 * time or the file cannot be written; the log has the server's own words without the address.
 */
export function openMailer(options: MailOptions): OpenMailer {
  return options.smtpUrl === null ? outbox(options) : smtp(options, options.smtpUrl);
}

/** Names of people and teams come in here: one line is all they get, and nothing in them is read as anything else. */
function compose({ from }: MailOptions, { to, subject, text }: Mail): SendMailOptions {
  const line = subject.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const characters = [...line];
  return {
    from,
    // As an object, so that nothing in an address is read as a list of addresses.
    to: { name: '', address: to },
    subject: characters.length > MAX_SUBJECT ? `${characters.slice(0, MAX_SUBJECT - 1).join('')}…` : line,
    text,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function smtp(options: MailOptions, smtpUrl: string): OpenMailer {
  const { logger, timeLimitMs = TIME_LIMIT_MS } = options;
  const step = Math.min(STEP_MS, timeLimitMs);
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: CONNECTIONS,
    // A connection that the server let go is made anew, once: whoever waits would rather hear that it is down.
    maxRequeues: 1,
    ...{ connectionTimeout: step, greetingTimeout: step, dnsTimeout: step, socketTimeout: timeLimitMs },
    // A password goes over the network encrypted or not at all, unless the URL says requireTLS=false.
    ...(hasCredentials(smtpUrl) && { requireTLS: true }),
  });
  return {
    async send(mail) {
      const limit = Promise.withResolvers<never>();
      const timer = setTimeout(() => limit.reject(new MailTimeoutError()), timeLimitMs);
      try {
        const sending = transport.sendMail(compose(options, mail));
        // When time is up first, nobody else is there to hear how it ended.
        sending.catch(() => undefined);
        await Promise.race([sending, limit.promise]);
      } catch (error) {
        logger.error(detailsOf(error), 'a mail could not be sent');
        throw new MailError(explainFailure(error, mail.to), codeOf(error), { cause: error });
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => transport.close(),
  };
}

function outbox(options: MailOptions): OpenMailer {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async send(mail) {
      try {
        const { message, messageId } = await transport.sendMail(compose(options, mail));
        await mkdir(options.outbox, { recursive: true, mode: 0o700 });
        const stamp = options.now().toISOString().replaceAll(/[:.]/g, '-');
        const file = path.join(options.outbox, `${stamp}-${messageId.replaceAll(/[^a-z0-9]/gi, '').slice(0, 12)}.eml`);
        // Renamed into place, so that whoever watches the folder never reads half a mail.
        await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
        await rename(`${file}.part`, file);
      } catch (error) {
        options.logger.error({ err: error, outbox: options.outbox }, 'a mail could not be put into the outbox');
        const words = 'The mail could not be put into the outbox folder. Please try again in a few minutes.';
        throw new MailError(words, codeOf(error), { cause: error });
      }
      // What a terminal takes for a command is not for strangers to write.
      options.say(mail.terminalLine.replaceAll(/\p{Cc}+/gu, ' '));
    },
    close() {},
  };
}

class MailTimeoutError extends Error {
  override readonly name = 'SlowServer';
  readonly code = 'ETIMEDOUT';
}

function hasCredentials(smtpUrl: string): boolean {
  const url = URL.parse(smtpUrl);
  return url !== null && url.username !== '';
}

/** The server's answer to what it was told, such as 550; null where there was none. */
function answerOf(error: unknown): number | null {
  return error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number'
    ? error.responseCode
    : null;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN';
}

/** A server's answer often repeats the address: only its kind is for the log. */
function detailsOf(error: unknown): object {
  const command = error instanceof Error && 'command' in error ? error.command : undefined;
  return { code: codeOf(error), command, answer: answerOf(error) };
}

function explainFailure(error: unknown, to: string): string {
  const answer = answerOf(error);
  if (codeOf(error) === 'EENVELOPE' && (answer === null || answer >= 500)) {
    return `The mail server does not accept the address ${to}. Check how it is written.`;
  }
  if (answer !== null && answer < 500) {
    return 'The mail server does not take mail at the moment. Please try again in a few minutes.';
  }
  if (error instanceof MailTimeoutError) {
    return 'The mail server takes too long. The mail may still arrive; if not, please try again in a few minutes.';
  }
  return 'The mail could not be sent: our mail server does not answer as it should. Please try again in a few minutes.';
}
