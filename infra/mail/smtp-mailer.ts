/** Sends mail: through SMTP, or into a folder if no server is configured. */
import { createHash } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import nodemailer, { type SendMailOptions } from 'nodemailer';
import type { Logger } from '../ports/process/logger.ts';
import { type Mail, MailError, type Mailer } from '../ports/process/mailer.ts';

export interface MailOptions {
  readonly smtpUrl: string | null;
  readonly from: string;
  /** The folder for `.eml` files without an SMTP server. */
  readonly outbox: string;
  /** Prints the terminal line of a mail that went to the outbox. */
  readonly say: (line: string) => void;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Time limit of a mail and of each of its steps, in ms. Default 20,000, and 10,000 for a step. */
  readonly timeLimitMs?: number;
}

export interface OpenMailer extends Mailer {
  /** Closes the connections to the mail server. Nothing can be sent afterwards. */
  close(): void;
}

const TIME_LIMIT_MS = 20_000;
/** A mail with a file may take this many times as long. */
const FILE_FACTOR = 3;
/** Time limit of a step in ms. Spam checks after the text take most of the time: earlier steps are quick or broken. */
const STEP_MS = 10_000;
/** The connections kept open for the next mails. */
const CONNECTIONS = 2;
/** In characters: mail programs do not show longer subjects. */
const MAX_SUBJECT = 200;

/**
 * Creates the configured mailer. `send` throws a MailError, whose message is for the person waiting for the mail, if
 * the server refuses it or does not answer in time, or the file cannot be written. The log has the kind of the server's
 * answer without the address.
 */
export function openMailer(options: MailOptions): OpenMailer {
  return options.smtpUrl === null ? outbox(options) : smtp(options, options.smtpUrl);
}

/** Names of people and teams are untrusted: each becomes one line of plain text. */
function compose(
  { from }: MailOptions,
  { id, to, subject, text, html, replyTo, senderName, unsubscribe, attachment }: Mail,
): SendMailOptions {
  const line = subject.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const characters = [...line];
  return {
    from: senderName === undefined ? from : { name: senderName, address: addressIn(from) },
    ...(id !== undefined && { messageId: messageIdOf(id, from) }),
    // An object, so that an address is never parsed as a list of addresses.
    to: { name: '', address: to },
    subject: characters.length > MAX_SUBJECT ? `${characters.slice(0, MAX_SUBJECT - 1).join('')}…` : line,
    text,
    ...(html !== undefined && { html }),
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    ...(unsubscribe !== undefined && { headers: unsubscribeHeaders(unsubscribe) }),
    ...(attachment !== undefined && { attachments: [asPdf(attachment)] }),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** One click works only at an https address (RFC 8058 3.1). `prepared`: the address is neither encoded nor broken. */
function unsubscribeHeaders(url: string) {
  const oneClick = url.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
  return { 'List-Unsubscribe': { prepared: true, value: `<${url}>` }, ...oneClick };
}

function asPdf({ name, content }: NonNullable<Mail['attachment']>) {
  const filename = name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu, ' ');
  return { filename, content: Buffer.from(content), contentType: 'application/pdf' };
}

/** The address in a sender such as `Linkledger <links@agency.example>`. */
function addressIn(from: string): string {
  return /[^\s<>]+@[^\s<>]+/.exec(from)?.[0] ?? from;
}

/** RFC 5322 3.6.4: the id by which a repeated mail can be recognized. */
function messageIdOf(id: string, from: string): string {
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'linkledger';
  return `<${createHash('sha256').update(id).digest('hex').slice(0, 32)}@${domain}>`;
}

/** A mail's own call, which nodemailer passes on with the mail. */
interface WatchedMail extends SendMailOptions {
  readonly beforeText: () => Promise<void>;
}

function isWatched(data: SendMailOptions): data is WatchedMail {
  return 'beforeText' in data;
}

/** `beforeText` runs when the stream is first read: the server has then said that it takes the text. */
async function* readAfter(beforeText: () => Promise<void>, open: () => Readable): AsyncGenerator<Buffer> {
  await beforeText();
  yield* open();
}

function smtp(options: MailOptions, smtpUrl: string): OpenMailer {
  const { logger, timeLimitMs = TIME_LIMIT_MS } = options;
  const step = options.timeLimitMs ?? STEP_MS;
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: CONNECTIONS,
    // A single new connection after the server closed one: more would only delay the error.
    maxRequeues: 1,
    ...{ connectionTimeout: step, greetingTimeout: step, dnsTimeout: step, socketTimeout: timeLimitMs },
    // A password is sent only over TLS, unless the URL says requireTLS=false.
    ...(hasCredentials(smtpUrl) && { requireTLS: true }),
  });
  transport.use('stream', (mail, done) => {
    const { data, message } = mail;
    if (isWatched(data)) {
      const open = message.createReadStream.bind(message);
      message.createReadStream = () => Readable.from(readAfter(data.beforeText, open), { objectMode: false });
    }
    done();
  });
  return {
    async send(mail, beforeText) {
      let isLate = false;
      let isTextGiven = false;
      const watched: WatchedMail = {
        ...compose(options, mail),
        async beforeText() {
          if (!isLate) await beforeText?.();
          // The caller was told that the mail was not sent.
          if (isLate) throw new MailTimeoutError();
          isTextGiven = true;
        },
      };
      const limit = Promise.withResolvers<never>();
      const limitMs = mail.attachment ? FILE_FACTOR * timeLimitMs : timeLimitMs;
      const timer = setTimeout(() => {
        isLate = true;
        limit.reject(new MailTimeoutError());
      }, limitMs);
      try {
        const sending = transport.sendMail(watched);
        // After the time limit nothing else handles a rejection.
        sending.catch(() => undefined);
        await Promise.race([sending, limit.promise]);
      } catch (error) {
        logger.error(detailsOf(error), 'a mail could not be sent');
        const isUnknown = isTextGiven && answerOf(error) === null;
        const outcome = isUnknown ? 'unknown' : isRefused(error) ? 'refused' : 'failed';
        throw new MailError(explainFailure(error, mail.to, outcome), codeOf(error), { cause: error, outcome });
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
    async send(mail, beforeText) {
      try {
        await beforeText?.();
        const { message, messageId } = await transport.sendMail(compose(options, mail));
        await mkdir(options.outbox, { recursive: true, mode: 0o700 });
        const stamp = options.now().toISOString().replaceAll(/[:.]/g, '-');
        const file = path.join(options.outbox, `${stamp}-${messageId.replaceAll(/[^a-z0-9]/gi, '').slice(0, 12)}.eml`);
        // Renamed into place, so that a program that watches the folder never reads half a mail.
        await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
        await rename(`${file}.part`, file);
      } catch (error) {
        options.logger.error({ err: error, outbox: options.outbox }, 'a mail could not be put into the outbox');
        const words = 'The mail could not be put into the outbox folder. Please try again in a few minutes.';
        throw new MailError(words, codeOf(error), { cause: error });
      }
      // Untrusted text must not control the terminal.
      options.say(mail.terminalLine.replaceAll(/\p{Cc}+/gu, ' '));
    },
    close() {},
  };
}

class MailTimeoutError extends Error {
  override readonly name = 'SlowServer';
  readonly code = 'ETIMEDOUT';
}

/** Whether the address contains a name and a password. */
export function hasCredentials(smtpUrl: string): boolean {
  const url = URL.parse(smtpUrl);
  return url !== null && url.username !== '';
}

/** The server's reply code, such as 550; null without a reply. */
function answerOf(error: unknown): number | null {
  return error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number'
    ? error.responseCode
    : null;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN';
}

/** Only the kind of the answer: its text often repeats the address. */
function detailsOf(error: unknown): object {
  const command = error instanceof Error && 'command' in error ? error.command : undefined;
  return { code: codeOf(error), command, answer: answerOf(error) };
}

/** Whether the server permanently refuses the address itself. */
function isRefused(error: unknown): boolean {
  return codeOf(error) === 'EENVELOPE' && (answerOf(error) ?? 500) >= 500;
}

function explainFailure(error: unknown, to: string, outcome: MailError['outcome']): string {
  const answer = answerOf(error);
  if (outcome === 'refused') {
    return `The mail server does not accept the address ${to}. Check how it is written.`;
  }
  if (answer !== null && answer < 500) {
    return 'The mail server does not take mail at the moment. Please try again in a few minutes.';
  }
  const isLate = error instanceof MailTimeoutError;
  if (outcome === 'unknown') {
    return isLate
      ? 'The mail server takes too long. The mail may still arrive; if not, please try again in a few minutes.'
      : 'The mail server did not confirm the mail. The mail may still arrive; if not, please try again in a few minutes.';
  }
  if (isLate) return 'The mail server takes too long. Please try again in a few minutes.';
  return 'The mail could not be sent: our mail server does not answer as it should. Please try again in a few minutes.';
}
