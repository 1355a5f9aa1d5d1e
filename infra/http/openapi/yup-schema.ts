/** The JSON Schema (2020-12) of a yup schema, as far as JSON Schema can express it: without messages and lookups. */
import { type ISchema, isSchema, type SchemaDescription, type SchemaObjectDescription } from 'yup';
import type { JsonSchema } from '../request/route-facts.ts';

/** The tests of yup that have a number, by type and name. */
const BY_NUMBER: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  string: { min: 'minLength', max: 'maxLength' },
  number: { min: 'minimum', max: 'maximum' },
  array: { min: 'minItems', max: 'maxItems' },
};

/** The schema of a body; a field that it does not name is refused. */
export function bodySchema(schema: ISchema<unknown>): JsonSchema {
  return schemaOf(schema, 'body');
}

/** Every field of a query, as a schema of its own: an empty parameter is an absent one, so no value is null. */
export function parametersOf(schema: ISchema<unknown>): readonly {
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
    schema: schemaOf(field, 'query'),
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

function schemaOf(schema: ISchema<unknown>, place: 'body' | 'query'): JsonSchema {
  const about = schema.describe() as SchemaDescription;
  const jsonSchema: Record<string, unknown> = {
    ...(about.type === 'mixed' ? {} : { type: about.type }),
    ...(about.label === undefined ? {} : { title: about.label }),
  };
  if (about.oneOf.length > 0) jsonSchema.enum = about.oneOf;
  if (about.type === 'object') {
    const parts = Object.entries(partsOf(schema));
    const required = parts.filter(([, field]) => isRequired(field.describe())).map(([name]) => name);
    jsonSchema.properties = Object.fromEntries(parts.map(([name, field]) => [name, schemaOf(field, place)]));
    if (required.length > 0) jsonSchema.required = required;
    jsonSchema.additionalProperties = false;
  }
  if (about.type === 'array') jsonSchema.items = itemsOf(schema, about, place);
  for (const rule of about.tests) add(jsonSchema, ruleOf(about.type, rule));
  add(jsonSchema, about.meta?.jsonSchema ?? {});
  const isNullable = about.nullable && place === 'body';
  if (!isNullable && (place === 'body' || isRequired(about))) refuseBlank(jsonSchema);
  return isNullable ? nullable(jsonSchema) : jsonSchema;
}

/** What a rule of a schema says in JSON Schema; nothing for a rule that JSON Schema cannot express. */
function ruleOf(type: string, { name, params }: SchemaDescription['tests'][number]): JsonSchema {
  const keyword = BY_NUMBER[type]?.[name ?? ''];
  const limit = params?.[name ?? ''];
  const { regex, jsonSchema } = params ?? {};
  return {
    ...(name === 'integer' && { type: 'integer' }),
    ...(keyword !== undefined && typeof limit === 'number' && { [keyword]: limit }),
    ...(regex instanceof RegExp && { pattern: regex.source }),
    ...(typeof jsonSchema === 'object' ? jsonSchema : {}),
  };
}

/** Adds keywords. A keyword that the schema has already holds as well. */
function add(jsonSchema: Record<string, unknown>, keywords: JsonSchema): void {
  for (const [keyword, value] of Object.entries(keywords)) {
    const present = jsonSchema[keyword];
    if (present === undefined || keyword === 'type') jsonSchema[keyword] = value;
    else if (keyword === 'items') jsonSchema.items = { ...Object(present), ...Object(value) };
    else if (typeof present === 'number' && typeof value === 'number')
      jsonSchema[keyword] = keyword.startsWith('max') ? Math.min(present, value) : Math.max(present, value);
    else jsonSchema.allOf = [...((jsonSchema.allOf ?? []) as unknown[]), { [keyword]: value }];
  }
}

/** A text of white space counts as no text. */
function refuseBlank(jsonSchema: Record<string, unknown>): void {
  if (jsonSchema.type !== 'string' || jsonSchema.enum !== undefined || jsonSchema.anyOf !== undefined) return;
  jsonSchema.minLength ??= 1;
  const { format, pattern } = jsonSchema;
  const isRefused = format !== undefined || (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(' '));
  if (!isRefused) add(jsonSchema, { pattern: String.raw`\S` });
}

function itemsOf(schema: ISchema<unknown>, { meta }: SchemaDescription, place: 'body' | 'query'): JsonSchema {
  if (meta?.rows !== undefined) return schemaOf(meta.rows, place);
  const inner = 'innerType' in schema ? schema.innerType : undefined;
  return isSchema(inner) ? schemaOf(inner, place) : {};
}

function nullable(schema: Readonly<Record<string, unknown>>): JsonSchema {
  if (schema.type === undefined) return schema;
  const { enum: values } = schema;
  const orNull = Array.isArray(values) && !values.includes(null) ? { enum: [...values, null] } : {};
  return { ...schema, type: [schema.type, 'null'].flat(), ...orNull };
}
