/** Turns an untrusted query string into a typed query. Contract: both services read the filters of a list of links. */
import { type AnyObject, type InferType, isSchema, type ObjectSchema, ValidationError } from 'yup';
import { LINK_TYPES, WARNING_CODES } from '../../command-service/contract/observation.ts';
import { AS_OF_RULE } from '../../command-service/contract/schema/fields.ts';
import { InputError } from '../../command-service/contract/schema/parse.ts';
import { LINK_CHANGES } from './answers/as-of.ts';
import { MOST_EXPORTED_IDS, NO_LINK_TYPE, STATUS_FILTERS } from './list-options.ts';

/** A query string by parameter, as node:querystring reads it. */
export type QueryString = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The message for a wrong parameter. */
const RULES: Readonly<Record<string, string>> = {
  page: 'page must be a whole number from 1 to 1,000,000',
  pageSize: 'pageSize must be a whole number from 1 to 500',
  limit: 'limit must be a whole number from 1 to 1,000',
  dir: 'dir must be asc or desc',
  status: `status must be one or more of ${STATUS_FILTERS.join(', ')}`,
  linkType: `linkType must be one or more of ${[...LINK_TYPES, NO_LINK_TYPE].join(', ')}`,
  q: 'q must be at most 200 characters',
  reason: 'reason must be one or more of the reasons in the documentation',
  expired: 'expired must be true or absent',
  expiringWithin: 'expiringWithin must be a whole number of days from 0 to 366',
  warning: `warning must be one or more of ${WARNING_CODES.join(', ')}`,
  asOf: AS_OF_RULE,
  change: `change must be one or more of ${LINK_CHANGES.join(', ')}`,
  ids: `ids must be at most ${MOST_EXPORTED_IDS} ids of links`,
  tag: 'tag must be at most 20 tags of at most 40 characters',
};

/**
 * Reads a query string by a schema. Lists are split at commas and may be repeated; numbers are digits only; an empty value
 * counts as absent. A parameter that the schema does not know is refused, because ignoring it would return a wider list than
 * the caller asked for. `after` is allowed in every query.
 * @throws InputError naming each wrong parameter.
 */
export function readQueryString<Schema extends ObjectSchema<AnyObject>>(
  schema: Schema,
  query: QueryString,
): InferType<Schema> {
  const { input, wrong } = splitValues(schema, query);
  try {
    const parsed: InferType<Schema> = schema.validateSync(input, { strict: true, abortEarly: false });
    if (wrong.size > 0) throw new InputError(Object.fromEntries(wrong));
    return parsed;
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    for (const inner of error.inner.length > 0 ? error.inner : [error]) {
      const name = (inner.path ?? '').replace(/\[.*/, '');
      if (!wrong.has(name)) wrong.set(name, RULES[name] ?? inner.message);
    }
    throw new InputError(Object.fromEntries(wrong));
  }
}

/** The values of the parameters by their kind, and what is wrong with the others. */
function splitValues(schema: ObjectSchema<AnyObject>, query: QueryString) {
  // A map, because a parameter may be called __proto__.
  const wrong = new Map<string, string>();
  const input: Record<string, unknown> = {};
  for (const [name, raw] of Object.entries(query)) {
    if (name === 'after' || raw === undefined) continue;
    const kind = kindOf(schema, name);
    const values = [raw].flat();
    if (kind === null) {
      const shown = name.length > 50 ? `${name.slice(0, 50)}…` : name;
      wrong.set(shown, `“${shown}” is not a parameter of this list`);
    } else if (kind === 'array') {
      const items = new Set(values.flatMap((value) => value.split(',').map((item) => item.trim())));
      items.delete('');
      if (items.size > 0) input[name] = [...items];
    } else if (values.length > 1) {
      wrong.set(name, `${name} must be given once`);
    } else {
      const value = (values[0] ?? '').trim();
      if (value !== '') input[name] = kind === 'number' && /^\d{1,15}$/.test(value) ? Number(value) : value;
    }
  }
  return { input, wrong };
}

function kindOf(schema: ObjectSchema<AnyObject>, name: string): string | null {
  if (!Object.hasOwn(schema.fields, name)) return null;
  const field = schema.fields[name];
  return isSchema(field) ? field.describe().type : null;
}
