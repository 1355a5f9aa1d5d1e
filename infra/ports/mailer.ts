/** The port for outgoing mail. */

/** One mail, in plain text and, if there is one, in HTML. `replyTo` gets the answers. `terminalLine` is printed at the terminal when there is no mail server. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly replyTo?: string;
  readonly terminalLine: string;
}

export interface Mailer {
  /**
   * Resolves when the mail was handed over.
   * @throws MailError when it was not.
   */
  send(mail: Mail): Promise<void>;
}

/** A mail that was not handed over. The message is for the person waiting for it. */
export class MailError extends Error {
  override readonly name = 'MailError';
  /** What kind of failure it was, for the log: 'EENVELOPE', 'ECONNECTION', … */
  readonly code: string;

  constructor(message: string, code: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
