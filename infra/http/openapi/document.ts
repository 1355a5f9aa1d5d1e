/**
 * GET /api/openapi.json: the API in OpenAPI 3.1, generated from the declarations of its routes, the schemas that validate
 * their input, and the schemas of their answers.
 */
import { IDEMPOTENCY_KEY, REVISION_TAG } from '../request/header-rules.ts';
import type { Answer, InputSchema, JsonSchema, RawBody, RouteFacts } from '../request/route-facts.ts';
import { routesWith } from '../routing/route.ts';
import { bodySchema, parametersOf } from './yup-schema.ts';

const route = routesWith<{ readonly document: object }, Record<never, never>, Record<never, never>>({});

/** The route of the document itself. */
export const openApiRoutes = [
  route({
    method: 'GET',
    path: '/api/openapi.json',
    action: null,
    summary: 'This description.',
    answers: { 200: { media: ['application/json'] } },
    handle: (_, { document }) => document,
  }),
];

interface OpenApiOptions {
  /** The public base URL of the API, without a trailing slash. */
  readonly url: string;
  /** The name of the session cookie. */
  readonly cookie: string;
  /** The schemas of the answers by name. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** What this server sends to others, by name. */
  readonly webhooks: Readonly<Record<string, object>>;
}

const STATUS_DESCRIPTIONS: Readonly<Record<number, string>> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted.',
  204: 'No content.',
  302: 'Continue at `Location`.',
  303: 'Done; continue at `Location`.',
  400: 'The input is not valid; `fields` names the wrong fields.',
  401: 'Nobody is signed in, or the API token is not valid.',
  403: 'Your permission, API token or plan does not allow the request, or the request came from another site.',
  404: 'The entity does not exist, or you may not see it.',
  408: 'The body arrived too slowly.',
  409: 'The request conflicts with the present state, or the first request with this Idempotency-Key is still running.',
  410: 'The mailed link was used already, or has expired.',
  412: 'Somebody changed the entity since you read it: read it again.',
  413: 'The body is too large.',
  415: 'The media type of the body is not supported.',
  422: 'The Idempotency-Key was used for another request, a past moment has more links than can be shown, or an evidence pack would be empty or too large.',
  429: 'Too many requests; `Retry-After` gives the time to wait.',
  502: 'The provider did not answer correctly.',
  503: 'The server cannot answer at the moment; `Retry-After` gives the time to wait.',
};

/** The headers of failures, by status. */
const FAILURE_HEADERS: Readonly<Record<number, readonly (keyof typeof HEADERS)[]>> = {
  412: ['X-Position'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

const PARAMETERS = {
  'X-Position': {
    description: 'Wait up to two seconds until the answer includes all writes up to this position of the log.',
    schema: { type: 'integer', minimum: 0 },
  },
  'Idempotency-Key': {
    description: 'A request repeated with the same key within a day is carried out once and gets the same answer.',
    schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
  },
  'If-Match': {
    description: 'A revision in quotes: the change is refused if somebody changed the entity since.',
    schema: { type: 'string', pattern: REVISION_TAG.source, examples: ['"3"'] },
  },
  'X-Share-Password': {
    description: "The password of the share, plain or percent-encoded after UTF-8''.",
    schema: { type: 'string' },
  },
} as const satisfies Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>;

const HEADERS = {
  'X-Position': {
    description: 'Send it with the next read to see at least the state of this answer.',
    schema: { type: 'integer' },
  },
  'X-Total-Count': { description: 'The number of rows on all pages.', schema: { type: 'integer' } },
  'X-As-Of': {
    description: 'With `asOf`: the instant that the answer shows.',
    schema: { type: 'string', format: 'date-time' },
  },
  'X-As-Of-Position': {
    description: 'With `asOf`: the last position of the log that the answer includes.',
    schema: { type: 'integer', minimum: 0 },
  },
  'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } },
  Location: { description: 'The address of the entity, or where to continue.', schema: { type: 'string' } },
} as const satisfies Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>;

/** The document that describes these routes. */
export function openApi(routes: readonly RouteFacts[], { url, cookie, schemas, webhooks }: OpenApiOptions) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const facts of routes) {
    const path = facts.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [facts.method.toLowerCase()]: operation(path, facts) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Linkledger',
      version: '1',
      description:
        'Tracks backlinks. A browser is signed in by its session; a program sends an API token, made in Settings › ' +
        'Account, as `Authorization: Bearer ll_…`. Every failure has a code and a message, and names the fields of wrong input.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url }],
    paths,
    webhooks,
    components: {
      schemas,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: cookie,
          description: 'A signed-in browser. Requests that change anything must come from our own pages.',
        },
        token: { type: 'http', scheme: 'bearer', description: 'An API token: `ll_` and 43 characters.' },
      },
    },
  };
}

function operation(path: string, facts: RouteFacts): Record<string, unknown> {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  return {
    operationId: idOf(facts.method, path),
    summary: facts.summary,
    tags: [tagOf(path)],
    security: securityOf(facts),
    parameters: [...parameters, ...queryOf(facts), ...headersOf(facts)],
    ...bodyOf(facts),
    responses: responsesOf(path, facts),
    ...needsOf(facts),
  };
}

function idOf(method: string, path: string): string {
  const words = path.replace(/^\/(api\/)?/, '').split(/[^\w]+/);
  const named = words.filter((word) => word !== '').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${method.toLowerCase()}${named.join('')}`;
}

function tagOf(path: string): string {
  return path.split('/').filter((part) => part !== 'api' && part !== '')[0] ?? 'api';
}

function securityOf({ access }: RouteFacts): readonly Readonly<Record<string, readonly string[]>>[] {
  if (access === null) return [{}];
  return [
    ...(access.roles.includes('signed-out') ? [{}] : []),
    { session: [] },
    ...(access.token === null ? [] : [{ token: [] }]),
  ];
}

/** The requirements of the policy, for programs: the roles, and the token. */
function needsOf({ action, access }: RouteFacts): Record<string, unknown> {
  if (access === null) return {};
  return { 'x-action': action, 'x-roles': access.roles, 'x-token': access.token };
}

function queryOf({ query, unvalidatedQuery = {} }: RouteFacts): readonly unknown[] {
  const read = query === undefined ? [] : parametersOf(query);
  return [
    ...read.map(({ name, required, isList, schema }) => ({
      name,
      in: 'query',
      required,
      schema,
      ...(isList ? { style: 'form', explode: false } : {}),
    })),
    ...Object.entries(unvalidatedQuery).map(([name, schema]) => ({ name, in: 'query', required: false, schema })),
  ];
}

/** Whether a route answers from views, so that callers may want to read their own writes. */
function readsViews(facts: RouteFacts): boolean {
  return facts.method === 'GET' && isSignedIn(facts);
}

/** Whether the caller may choose the moment that the answer shows. */
function readsPast({ query }: RouteFacts): boolean {
  return query !== undefined && Object.hasOwn(query.fields, 'asOf');
}

function headersOf(facts: RouteFacts): readonly unknown[] {
  const isKeyed = facts.method === 'POST' && isSignedIn(facts);
  const names: readonly (keyof typeof PARAMETERS)[] = [
    ...(readsViews(facts) ? (['X-Position'] as const) : []),
    ...(isKeyed ? (['Idempotency-Key'] as const) : []),
    ...(facts.requestHeaders ?? []),
  ];
  return names.map((name) => ({ name, in: 'header', required: false, ...PARAMETERS[name] }));
}

function isSignedIn({ access }: RouteFacts): boolean {
  return access !== null && !access.roles.includes('signed-out');
}

function bodyOf(facts: RouteFacts): Record<string, unknown> {
  const { body, isBodyOptional, rawBody } = facts;
  if (body === undefined && rawBody === undefined) return {};
  const { media = ['application/json'] } = rawBody ?? {};
  const schemas = bodySchemas(facts).map((each) => withRawFields(bodySchema(each), rawBody));
  const [only, ...others] = schemas;
  const schema = others.length === 0 ? only : { anyOf: schemas };
  const content = Object.fromEntries(media.map((type) => [type, schema === undefined ? {} : { schema }]));
  return { requestBody: { required: isBodyOptional !== true, content } };
}

function bodySchemas({ body, rawBody }: RouteFacts): readonly InputSchema[] {
  return body === undefined ? (rawBody?.schemas ?? []) : [body];
}

/** Adds the fields and the rules of a body that the handler reads itself. */
function withRawFields(schema: JsonSchema, rawBody: RawBody = {}): JsonSchema {
  const { extraFields = {}, oneOf, variants } = rawBody;
  const extra = Object.entries(extraFields).map(([name, each]) => [
    name,
    isList(each) ? { anyOf: each.map((one) => bodySchema(one)) } : each,
  ]);
  const properties = { ...(schema.properties ?? {}), ...Object.fromEntries(extra) };
  const whole = { ...schema, properties, ...(oneOf && { oneOf: oneOf.map((name) => ({ required: [name] })) }) };
  if (variants === undefined) return whole;
  const { by, field, schemas } = variants;
  const anyOf = Object.entries(schemas).map(([value, each]) => {
    const its = bodySchema(each);
    const isNeeded = its.required !== undefined || its.anyOf !== undefined;
    return { properties: { [by]: { const: value }, [field]: its }, ...(isNeeded && { required: [field] }) };
  });
  return { ...whole, properties: { ...properties, [field]: {} }, anyOf };
}

function isList(schema: JsonSchema | readonly InputSchema[]): schema is readonly InputSchema[] {
  return Array.isArray(schema);
}

function responsesOf(path: string, facts: RouteFacts): Record<string, unknown> {
  const problem = { 'application/json': { schema: { $ref: '#/components/schemas/ProblemAnswer' } } };
  const refused = errorStatusesOf(path, facts).map((status) => {
    const description = STATUS_DESCRIPTIONS[status] ?? 'Refused.';
    return [status, { description, ...named(...(FAILURE_HEADERS[status] ?? [])), content: problem }] as const;
  });
  const answered = Object.entries(facts.answers).map(([status, answer]) => {
    return [status, responseOf(Number(status), answer, facts)] as const;
  });
  const anyOther = { description: 'Any other failure.', content: problem };
  return { ...Object.fromEntries(refused), ...Object.fromEntries(answered), default: anyOther };
}

/** The failures of a route: those that follow from its input, and declared ones. */
function errorStatusesOf(path: string, facts: RouteFacts): readonly number[] {
  const { method, query, requestHeaders = [], errorStatuses = [] } = facts;
  const signedIn = isSignedIn(facts);
  const changes = method !== 'GET';
  const hasSchema = bodySchemas(facts).length > 0;
  const ifMatch = requestHeaders.includes('If-Match');
  const readsInput = query !== undefined || hasSchema || ifMatch || method === 'POST';
  const statuses = [
    ...(facts.action !== null && (readsInput || readsViews(facts)) ? [400] : []),
    ...(facts.action === null ? [] : [401, 403]),
    ...(path.includes('{') ? [404] : []),
    ...(changes && signedIn ? [409, 503] : []),
    ...(method === 'POST' && signedIn ? [422] : []),
    ...(ifMatch ? [412] : []),
    ...(readsPast(facts) ? [422, 503] : []),
    ...(hasSchema ? [413, 415] : []),
    // A list without `page` may be long.
    ...(Object.values(facts.answers).some(isPaged) ? [429, 503] : []),
    ...errorStatuses,
  ];
  return [...new Set(statuses)].toSorted((one, other) => one - other);
}

function isPaged(answer: Answer): boolean {
  return typeof answer === 'object' && answer !== null && 'list' in answer && answer.isPaged;
}

function responseOf(status: number, answer: Answer, facts: RouteFacts): Record<string, unknown> {
  const description = STATUS_DESCRIPTIONS[status] ?? 'Answered.';
  const redirects = status === 302 || status === 303;
  const wrote = facts.method !== 'GET' && isSignedIn(facts) && (facts.writes?.includes(status) ?? true);
  const headers = [
    ...(readsPast(facts) ? (['X-As-Of', 'X-As-Of-Position'] as const) : []),
    ...(redirects || status === 201 ? (['Location'] as const) : []),
    ...(wrote && !redirects ? (['X-Position'] as const) : []),
    ...(facts.responseHeaders ?? []),
  ];
  if (answer === null) return { description, ...named(...headers) };
  if (typeof answer === 'string') {
    return { description, ...named(...headers), content: { 'application/json': { schema: reference(answer) } } };
  }
  if ('media' in answer) {
    const content = Object.fromEntries(answer.media.map((type) => [type, {}]));
    return { description, ...named(...headers), content };
  }
  const schema = { type: 'array', items: reference(answer.list) };
  const lines = answer.isLines ? { 'application/x-ndjson': { schema: { type: 'string' } } } : {};
  return {
    description,
    ...named(...headers, ...(answer.isPaged ? (['X-Total-Count'] as const) : [])),
    content: { 'application/json': { schema }, ...lines },
  };
}

function named(...names: readonly (keyof typeof HEADERS)[]): Record<string, unknown> {
  return names.length === 0 ? {} : { headers: Object.fromEntries(names.map((name) => [name, HEADERS[name]])) };
}

function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}
