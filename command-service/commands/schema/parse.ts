/** From an untrusted JSON body to a typed command. */
import { type AnyObject, type InferType, type ObjectSchema, ValidationError } from 'yup';

/** What was wrong with an input: one message a field, for the person who typed it. */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly fields: Readonly<Record<string, string>>;

  constructor(fields: Readonly<Record<string, string>>) {
    super(Object.values(fields)[0] ?? 'The request is not valid.');
    this.fields = fields;
  }
}

/**
 * Trims every text and turns empty texts into null, so that "nothing" has one spelling; leaves the rest alone.
 * Not recursive: bodies of commands are flat.
 */
function tidy(input: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, typeof value === 'string' ? value.trim() || null : value]),
  );
}

/**
 * Validates without coercing: a number is never taken for a text, an unknown field is named.
 * @throws InputError naming each field that is wrong.
 */
export function parse<Schema extends ObjectSchema<AnyObject>>(schema: Schema, input: unknown): InferType<Schema> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new InputError({ body: 'The request body must be a JSON object.' });
  }
  const tidied = tidy(input);
  const unknown = Object.keys(tidied).filter((key) => !Object.hasOwn(schema.fields, key));
  if (unknown.length > 0) {
    throw new InputError(Object.fromEntries(unknown.map((key) => [key, `“${key}” is not a field of this request`])));
  }
  try {
    return schema.validateSync(tidied, { strict: true, abortEarly: false });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const fields: Record<string, string> = {};
    for (const inner of error.inner.length > 0 ? error.inner : [error]) fields[inner.path ?? 'body'] ??= inner.message;
    throw new InputError(fields);
  }
}
