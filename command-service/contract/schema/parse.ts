/** Validates an untrusted JSON body. */
import { type AnyObject, type InferType, type ObjectSchema, ValidationError } from 'yup';

/** Invalid input: a message for people for each wrong field. */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly fields: Readonly<Record<string, string>>;

  constructor(fields: Readonly<Record<string, string>>) {
    super(Object.values(fields)[0] ?? 'The request is not valid.');
    this.fields = fields;
  }
}

/**
 * Trims every text and turns empty texts into null, so that "empty" has one spelling. Not recursive: bodies of commands
 * are flat.
 */
function tidy(input: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, typeof value === 'string' ? value.trim() || null : value]),
  );
}

/**
 * Validates without coercion: a number is not a text. Unknown fields are errors.
 * @throws InputError that names each wrong field.
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
