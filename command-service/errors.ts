/** What a decider says no with. No status codes here: the HTTP edge knows which answer each kind becomes. */

/** Why a command was refused: the edge turns `kind` into an HTTP status. */
export type RefusalKind = 'not-found' | 'conflict' | 'forbidden';

/** Values by name, such as the id of the link that is there already. */
export type RefusalDetails = Readonly<Record<string, string | number | boolean | null>> & {
  readonly [Own in 'code' | 'message' | 'fields']?: never;
};

/** A command that may not or cannot be carried out. `code` is stable, the message is for the operator. */
export class DomainError extends Error {
  override readonly name = 'Refusal';
  readonly kind: RefusalKind;
  readonly code: string;
  /** What a program needs beside the words: stands in the answer's body. */
  readonly details: RefusalDetails | undefined;

  constructor(kind: RefusalKind, code: string, message: string, details?: RefusalDetails) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.details = details;
  }
}
