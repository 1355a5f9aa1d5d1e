/** The JSON Schema (2020-12) of a yup schema, as far as JSON Schema can express it: without messages and lookups. */
import { type ISchema, isSchema, type SchemaDescription, type SchemaObjectDescription } from 'yup';
import type { JsonSchema } from '../request/route-facts.ts';

/** Our own yup tests, by name. */
const BY_TEST: Readonly<Record<string, JsonSchema>> = {
  'web-address': { format: 'uri' },
  day: { format: 'date' },
  instant: { format: 'date-time' },
  duration: { pattern: '^([1-9]\\d{0,3} (day|week|month|year)s?|permanent)$' },
  plain: { format: 'email' },
  integer: { type: 'integer' },
};

/** The tests of yup that have a number, by type and name. */
const BY_NUMBER: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  string: { min: 'minLength', max: 'maxLength' },
  number: { min: 'minimum', max: 'maximum' },
  array: { min: 'minItems', max: 'maxItems' },
};

/** The schema of a body, with extra fields; any other field is refused. */
export function bodySchema(
  schema: ISchema<unknown>,
  extraFields: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema {
  const jsonSchema = schemaOf(schema);
  const properties = typeof jsonSchema.properties === 'object' ? jsonSchema.properties : {};
  return { ...jsonSchema, properties: { ...properties, ...extraFields } };
}

/** Every field of an object, as a schema of its own. */
export function fieldsOf(schema: ISchema<unknown>): readonly {
  readonly name: string;
  readonly required: boolean;
  readonly isList: boolean;
  readonly schema: JsonSchema;
}[] {
  const { fields } = schema.describe() as SchemaObjectDescription;
  return Object.entries(partsOf(schema)).map(([name, field]) => ({
    name,
    required: isRequired(fields[name]),
    isList: fields[name]?.type === 'array',
    schema: schemaOf(field),
  }));
}

function partsOf(schema: ISchema<unknown>): Readonly<Record<string, ISchema<unknown>>> {
  const fields = 'fields' in schema ? (schema.fields as Record<string, unknown>) : {};
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => (isSchema(field) ? [[name, field]] : [])),
  );
}

function isRequired(field: object | undefined): boolean {
  return field !== undefined && 'optional' in field && field.optional === false;
}

function schemaOf(schema: ISchema<unknown>): JsonSchema {
  const about = schema.describe() as SchemaDescription;
  const type = about.type === 'mixed' ? undefined : about.type;
  const jsonSchema: Record<string, unknown> = {
    ...(type === undefined ? {} : { type }),
    ...(about.label === undefined ? {} : { title: about.label }),
  };
  for (const { name, params } of about.tests) {
    Object.assign(jsonSchema, BY_TEST[name ?? ''], params?.jsonSchema);
    const keyword = BY_NUMBER[about.type]?.[name ?? ''];
    const limit = params?.[name ?? ''];
    if (keyword !== undefined && typeof limit === 'number') jsonSchema[keyword] = limit;
  }
  if (about.oneOf.length > 0) jsonSchema.enum = about.oneOf;
  if (about.type === 'string' && isRequired(about)) jsonSchema.minLength ??= 1;
  if (about.type === 'array') jsonSchema.items = itemsOf(schema, about);
  if (about.type === 'object') {
    const parts = Object.entries(partsOf(schema));
    const required = parts.filter(([, field]) => isRequired(field.describe())).map(([name]) => name);
    jsonSchema.properties = Object.fromEntries(parts.map(([name, field]) => [name, schemaOf(field)]));
    if (required.length > 0) jsonSchema.required = required;
    jsonSchema.additionalProperties = false;
  }
  return about.nullable ? nullable(jsonSchema) : jsonSchema;
}

function itemsOf(schema: ISchema<unknown>, { meta }: SchemaDescription): JsonSchema {
  if (meta?.rows !== undefined) return schemaOf(meta.rows);
  const inner = 'innerType' in schema ? schema.innerType : undefined;
  return isSchema(inner) ? schemaOf(inner) : {};
}

function nullable(schema: Readonly<Record<string, unknown>>): JsonSchema {
  if (schema.type === undefined) return schema;
  const { enum: values } = schema;
  const orNull = Array.isArray(values) && !values.includes(null) ? { enum: [...values, null] } : {};
  return { ...schema, type: [schema.type, 'null'], ...orNull };
}
