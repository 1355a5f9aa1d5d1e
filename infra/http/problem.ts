/** The one kind of failure the HTTP edge knows: a status, a stable code and the operator's words (design 6). */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  readonly code: string;
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    more: { fields?: Readonly<Record<string, string>>; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = more.fields;
    this.headers = more.headers;
  }
}

/** 404, also for what one may not see: the answer must not tell the two apart (design 6). */
export function notFound(message = 'There is nothing at this address, or you may not see it.'): Problem {
  return new Problem(404, 'not-found', message);
}
