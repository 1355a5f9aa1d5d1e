/** Further values in a failure's answer; they cannot replace its code and message. */
type ProblemBody = Readonly<Record<string, string | number | boolean | null>> & {
  readonly [Own in 'code' | 'message' | 'fields']?: never;
};

/** The only kind of failure at the HTTP edge: a status, a stable code and a message for people. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  readonly code: string;
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** Values for programs, such as the end of a cooldown; part of the answer. */
  readonly body: ProblemBody | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    more: {
      readonly fields?: Readonly<Record<string, string>>;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: ProblemBody;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = more.fields;
    this.headers = more.headers;
    this.body = more.body;
  }
}

/** 404, also for an entity that the caller may not see: both answers must be equal. */
export function notFound(message = 'There is nothing at this address, or you may not see it.'): Problem {
  return new Problem(404, 'not-found', message);
}
