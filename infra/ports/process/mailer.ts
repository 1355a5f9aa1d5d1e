/** The port for outgoing mail. */

/**
 * One mail, in plain text and, if present, in HTML. `replyTo` gets the answers. `terminalLine` is printed at the
 * terminal without a mail server. A mail with an `id` has the same Message-ID each time it is sent.
 */
export interface Mail {
  readonly id?: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly replyTo?: string;
  /** Shown as the sender in place of the configured name; one line. The address stays. */
  readonly senderName?: string;
  /** The address that ends mails of this kind: a page, and one click of a mail program (RFC 8058). */
  readonly unsubscribe?: string;
  readonly terminalLine: string;
  /** A PDF file. */
  readonly attachment?: { readonly name: string; readonly content: Uint8Array } | undefined;
}

export interface Mailer {
  /**
   * Resolves when the mail was handed over.
   * @param beforeText called right before the text is handed over: until it resolves, the mail cannot arrive. If it
   * rejects, the mail is not sent.
   * @throws MailError if the mail was not handed over, or if that is unknown.
   */
  send(mail: Mail, beforeText?: () => Promise<void>): Promise<void>;
}

/**
 * The result of a mail: the server does not accept its address; it was not sent; or the server has its text and did not
 * answer, so that it may have arrived.
 */
type MailOutcome = 'refused' | 'failed' | 'unknown';

/** A mail that was not handed over. The message is for the person waiting for it. */
export class MailError extends Error {
  override readonly name = 'MailError';
  /** The kind of failure, for the log: 'EENVELOPE', 'ECONNECTION', … */
  readonly code: string;
  readonly outcome: MailOutcome;

  constructor(message: string, code: string, options: ErrorOptions & { readonly outcome?: MailOutcome } = {}) {
    super(message, options);
    this.code = code;
    this.outcome = options.outcome ?? 'failed';
  }
}
