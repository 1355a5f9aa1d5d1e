/** Query strings of requests. */
import type { AnyObject, InferType, ObjectSchema } from 'yup';
import { InputError } from '../../command-service/contract/schema/parse.ts';
import { Problem } from '../../infra/http/request/problem.ts';
import { type QueryString, readQueryString } from '../contract/query-string.ts';

/** A Problem 400 that names each wrong parameter. */
export function invalidQuery(fields: Readonly<Record<string, string>>): Problem {
  return new Problem(400, 'invalid', Object.values(fields)[0] ?? 'The request is not valid.', { fields });
}

/**
 * Reads a query string by a schema.
 * @throws Problem 400 that names each wrong parameter.
 */
export function parseQuery<Schema extends ObjectSchema<AnyObject>>(
  schema: Schema,
  query: QueryString,
): InferType<Schema> {
  return withProblem(() => readQueryString(schema, query));
}

/** Runs `work`; an InputError becomes a Problem 400 that names each wrong parameter. */
export function withProblem<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asProblem(error);
  }
}

/** An InputError as a Problem 400; any other error as it is. */
export function asProblem(error: unknown): unknown {
  return error instanceof InputError ? invalidQuery(error.fields) : error;
}
