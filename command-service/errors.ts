/** What a decider says no with. No status codes here: the HTTP edge knows which answer each kind becomes. */

/** Why a command was refused: the edge turns `kind` into a status (design 6). */
export type RefusalKind = 'not-found' | 'conflict' | 'forbidden';

/** A command that may not or cannot be carried out. `code` is stable, the message is for the operator. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly kind: RefusalKind;
  readonly code: string;

  constructor(kind: RefusalKind, code: string, message: string) {
    super(message);
    this.kind = kind;
    this.code = code;
  }
}
