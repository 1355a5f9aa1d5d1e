/** The errors of this service. No status codes here: http/error-mapper.ts maps each of them to an answer. */

/** Why a command was refused; determines the HTTP status. */
export type RefusalKind = 'not-found' | 'conflict' | 'forbidden';

/** Values by name, such as the id of the duplicate. */
type RefusalDetails = Readonly<Record<string, string | number | boolean | null>> & {
  readonly [Own in 'code' | 'message' | 'fields']?: never;
};

/** A command that is not allowed or not possible. `code` is stable; the message is for people. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly kind: RefusalKind;
  readonly code: string;
  /** Values for programs, sent in the answer's body. */
  readonly details: RefusalDetails | undefined;

  constructor(kind: RefusalKind, code: string, message: string, details?: RefusalDetails) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.details = details;
  }
}

/** The limit of requests per time is reached. The message says how long to wait. */
export class RateLimitError extends Error {
  override readonly name = 'RateLimitError';
  readonly code: string;
  readonly retryAfterSeconds: number;

  /** @param waiting makes the message from the wait in words, such as "5 minutes". */
  constructor(retryAfterSeconds: number, waiting: (wait: string) => string, code = 'too-many-requests') {
    const minutes = Math.ceil(retryAfterSeconds / 60);
    super(waiting(minutes === 1 ? '1 minute' : `${minutes} minutes`));
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
