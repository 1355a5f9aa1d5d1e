/**
 * The rules of a valid OpenAPI 3.1 description, for the parts that ours uses: each object of the specification as a JSON
 * Schema that allows what its section names and nothing else, and the rules that a JSON Schema cannot express.
 */

const text = { type: 'string', minLength: 1 };
const reference = { type: 'object', properties: { $ref: text }, required: ['$ref'], additionalProperties: false };
const mapOf = (values: object) => ({ type: 'object', additionalProperties: values });
/** Only these; `x-…` may be added to most objects (4.9 Specification Extensions). */
const only = (properties: object, ...required: readonly string[]) => ({
  ...{ type: 'object', properties, required, additionalProperties: false },
  patternProperties: { '^x-': true },
});

/** 4.8.24: any JSON Schema of 2020-12; its own metaschema checks it. */
const schema = { $ref: 'https://json-schema.org/draft/2020-12/schema' };
/** 4.8.14 */
const mediaType = only({ schema, example: {} });
/** 4.8.21; a header is a parameter without name and place. */
const header = only({ description: text, schema }, 'schema');

/** 4.8.12: a name is unique to its place, one in the path is required, style `form` is for the query. */
const parameter = {
  ...only(
    {
      name: text,
      in: { enum: ['query', 'header', 'path', 'cookie'] },
      description: text,
      required: { type: 'boolean' },
      style: { const: 'form' },
      explode: { type: 'boolean' },
      schema,
    },
    'name',
    'in',
    'schema',
  ),
  anyOf: [
    { properties: { in: { enum: ['query', 'header', 'cookie'] } } },
    { properties: { in: { const: 'path' }, required: { const: true } }, required: ['required'] },
  ],
};

/** 4.8.17 */
const response = only(
  { description: { type: 'string' }, headers: mapOf(header), content: mapOf(mediaType) },
  'description',
);

/** 4.8.10; 4.8.16: `default` and statuses, at least one. */
const operation = only(
  {
    operationId: text,
    summary: text,
    description: text,
    tags: { type: 'array', items: text },
    parameters: { type: 'array', items: parameter, uniqueItems: true },
    requestBody: only({ required: { type: 'boolean' }, content: { ...mapOf(mediaType), minProperties: 1 } }, 'content'),
    responses: {
      type: 'object',
      minProperties: 1,
      propertyNames: { pattern: '^(default|[1-5](\\d\\d|XX))$' },
      additionalProperties: { anyOf: [reference, response] },
    },
    /** 4.8.30: an empty requirement makes security optional. */
    security: { type: 'array', items: mapOf({ type: 'array', items: text }) },
  },
  'responses',
);

/** 4.8.9 */
const pathItem = {
  ...mapOf(operation),
  propertyNames: { enum: ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] },
};

/** 4.8.27 */
const securityScheme = {
  oneOf: [
    only(
      { type: { const: 'apiKey' }, name: text, in: { enum: ['query', 'header', 'cookie'] }, description: text },
      ...['type', 'name', 'in'],
    ),
    only({ type: { const: 'http' }, scheme: text, bearerFormat: text, description: text }, 'type', 'scheme'),
  ],
};

/** 4.8.1 and its parts. */
export const OPENAPI_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...only(
    {
      openapi: { type: 'string', pattern: '^3\\.1\\.\\d+$' },
      info: only(
        {
          title: text,
          version: text,
          summary: text,
          description: text,
          license: only({ name: text, identifier: text }, 'name'),
        },
        ...['title', 'version'],
      ),
      servers: { type: 'array', items: only({ url: text, description: text }, 'url') },
      paths: { ...mapOf(pathItem), propertyNames: { pattern: '^/' } },
      webhooks: mapOf(pathItem),
      components: only({
        schemas: { type: 'object', propertyNames: { pattern: '^[a-zA-Z0-9._-]+$' }, additionalProperties: schema },
        securitySchemes: mapOf(securityScheme),
      }),
    },
    ...['openapi', 'info', 'paths'],
  ),
};

/** As much of a document as the rules below read. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

export interface Operation {
  readonly operationId: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: object;
  }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: object }>> };
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly headers?: Readonly<Record<string, object>>;
        readonly content?: Readonly<Record<string, { readonly schema?: object }>>;
      }
    >
  >;
}

/** The errors of a document with a valid shape. */
export function findViolations(document: Document): readonly string[] {
  const { paths, components } = document;
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, each]) => ({ path, name: `${method} ${path}`, each })),
  );
  const twice = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index);
  return [
    // 4.8.10: the id is unique among all operations.
    ...twice(operations.map(({ each }) => each.operationId)).map((id) => `two operations are called ${id}`),
    // 4.8.8: templated paths that differ in the names alone are the same path.
    ...twice(Object.keys(paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'))).map(
      (path) => `the path ${path} occurs twice`,
    ),
    ...operations.flatMap(({ path, name, each }) => {
      const templated = [...path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => key);
      const inPath = each.parameters.flatMap((parameter) => (parameter.in === 'path' ? parameter.name : []));
      const schemes = each.security.flatMap((requirement) => Object.keys(requirement));
      return [
        // 4.8.2: each template expression corresponds to a path parameter, and the other way round.
        ...(templated.toSorted().join() === inPath.toSorted().join()
          ? []
          : [`${name}: its path has the parameters ${templated}`]),
        // 4.8.10: parameters are unique by name and place.
        ...twice(each.parameters.map((parameter) => `${parameter.in} ${parameter.name}`)).map(
          (one) => `${name}: ${one} occurs twice`,
        ),
        // 4.8.12.1: these headers are not described as parameters.
        ...each.parameters.flatMap(({ name: header }) =>
          /^(accept|content-type|authorization)$/i.test(header) ? [`${name}: ${header}`] : [],
        ),
        // 4.8.30: a requirement names a scheme that exists.
        ...schemes.flatMap((scheme) =>
          Object.hasOwn(components.securitySchemes, scheme) ? [] : [`${name}: ${scheme}`],
        ),
      ];
    }),
    // Every reference leads somewhere, and no schema is left over.
    ...referencesIn(document).flatMap((to) => {
      const key = to.replace('#/components/schemas/', '');
      return Object.hasOwn(components.schemas, key) ? [] : [`the reference ${to} leads nowhere`];
    }),
  ];
}

function referencesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    key === '$ref' && typeof each === 'string' ? [each] : referencesIn(each),
  );
}
