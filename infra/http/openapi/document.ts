/**
 * GET /api/openapi.json: the API in OpenAPI 3.1, made of what serves it: the table of routes, the schemas that read their
 * input, and the schemas derived from the types of their answers.
 */
import { Router } from '@koa/router';
import { allows, POLICY, TOKEN_POLICY } from '../../../command-service/policy.ts';
import type { RequestState } from '../request-context.ts';
import {
  type Answer,
  type AnswerName,
  answerSchemas,
  type InputSchema,
  type Route,
  type RouteTable,
} from '../route.ts';
import { bodySchema, fieldsOf, type JsonSchema } from './yup-schema.ts';

/** The routes for whoever watches over the process, and this one. */
export const edgeTable: RouteTable = {
  'GET /api/health': { action: null, says: 'Whether the process runs.', answers: { 200: 'HealthAnswer' } },
  'GET /api/ready': {
    action: null,
    says: 'Whether every view follows the log and the process is not stopping; and whether the system clock is trusted.',
    answers: { 200: 'ReadyAnswer', 503: 'ReadyAnswer' },
  },
  'GET /metrics': { action: null, says: 'Figures for Prometheus.', answers: { 200: { media: ['text/plain'] } } },
  'GET /api/openapi.json': {
    action: null,
    says: 'This description.',
    answers: { 200: { media: ['application/json'] } },
  },
};

export interface OpenApiOptions {
  /** Where people reach the API, without a trailing slash. */
  readonly url: string;
  /** What the cookie of a session is called here. */
  readonly cookie: string;
}

/** The route; the document is made once. */
export function openApiRoute(table: RouteTable, options: OpenApiOptions): Router<RequestState> {
  const router = new Router<RequestState>();
  const document = openApi(table, options);
  router.get('/api/openapi.json', (ctx) => {
    ctx.body = document;
  });
  return router;
}

const STATUS_DESCRIPTIONS: Readonly<Record<number, string>> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Taken on.',
  204: 'Done; there is nothing to say.',
  302: 'Go on there.',
  303: 'Done; go on there.',
  400: 'Something that was sent is not valid; `fields` names what.',
  401: 'Nobody is signed in, or the API token opens nothing (any more).',
  403: 'The permission, the API token or the plan does not allow it, or another site asked.',
  404: 'It does not exist, or may not be seen.',
  409: 'It does not go together with what is there, or the first request with this Idempotency-Key still runs.',
  410: 'It was used up.',
  412: 'Somebody changed it since: read it again.',
  413: 'The body is too large.',
  415: 'The body is of another type.',
  422: 'The Idempotency-Key came with another request before.',
  429: 'Too often; `Retry-After` says when again.',
  502: 'The provider did not answer as it should.',
  503: 'Not at the moment; `Retry-After` says when again.',
};

const PARAMETERS = {
  'X-Position': {
    description: 'Wait up to two seconds for what was written up to this position of the log.',
    schema: { type: 'integer', minimum: 0 },
  },
  'Idempotency-Key': {
    description: 'The same key gets the same answer for a day, and the work happens once.',
    schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
  },
  'If-Match': {
    description: 'A revision in quotes: the change is made only where nobody made another one since.',
    schema: { type: 'string', examples: ['"3"'] },
  },
  'X-Share-Password': {
    description: "The share’s password, as it is or percent-encoded behind UTF-8''.",
    schema: { type: 'string' },
  },
} as const satisfies Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>;

const HEADERS = {
  'X-Position': {
    description: 'Send it with the next read to see at least what this answer tells of.',
    schema: { type: 'integer' },
  },
  'X-Total-Count': { description: 'How many there are on all pages.', schema: { type: 'integer' } },
  'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } },
  Location: { description: 'Where it is, or where to go on.', schema: { type: 'string' } },
} as const satisfies Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>;

/** The description of all routes of a table. */
export function openApi(table: RouteTable, { url, cookie }: OpenApiOptions) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, facts] of Object.entries(table)) {
    const [method = '', route = ''] = name.split(' ');
    const path = route.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(method, path, facts) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Linkledger',
      version: '1',
      description:
        'Tracks backlinks. A browser is signed in by its session; a program sends an API token, made in Settings › ' +
        'Account, as `Authorization: Bearer ll_…`. Whatever fails answers with a code, a message and, of input, the fields.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url }],
    paths,
    components: {
      schemas: answerSchemas,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: cookie,
          description: 'A signed-in browser. What changes something has to come from our own pages.',
        },
        token: { type: 'http', scheme: 'bearer', description: 'An API token: `ll_` and 43 characters.' },
      },
    },
  };
}

function operation(method: string, path: string, facts: Route): Record<string, unknown> {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    ...{ name, in: 'path', required: true, schema: { type: 'string' } },
  }));
  return {
    operationId: idOf(method, path),
    summary: facts.says,
    tags: [tagOf(path)],
    security: securityOf(facts),
    parameters: [...parameters, ...queryOf(facts), ...headersOf(method, facts)],
    ...bodyOf(facts),
    responses: responsesOf(method, path, facts),
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

function securityOf({ action }: Route): readonly Readonly<Record<string, readonly string[]>>[] {
  if (action === null) return [{}];
  return [
    ...(allows(action, 'signed-out') ? [{}] : []),
    { session: [] },
    ...(TOKEN_POLICY[action] === null ? [] : [{ token: [] }]),
  ];
}

/** What the policy asks, for programs: who may, and which token. */
function needsOf({ action }: Route): Record<string, unknown> {
  if (action === null) return {};
  return { 'x-action': action, 'x-roles': POLICY[action], 'x-token': TOKEN_POLICY[action] };
}

function queryOf({ query, loose = [] }: Route): readonly unknown[] {
  const read = query === undefined ? [] : fieldsOf(query);
  return [
    ...read.map(({ name, required, isList, schema }) => ({
      ...{ name, in: 'query', required, schema },
      ...(isList ? { style: 'form', explode: false } : {}),
    })),
    ...loose.map((name) => ({ name, in: 'query', required: false, schema: { type: 'string' } })),
  ];
}

/** Whether a route answers what somebody may just have written. */
function readsViews(method: string, { action, query, loose }: Route): boolean {
  return method === 'GET' && action !== null && !allows(action, 'signed-out') && (query ?? loose) !== undefined;
}

function headersOf(method: string, facts: Route): readonly unknown[] {
  const isKeyed = method === 'POST' && isSignedIn(facts);
  const names: readonly (keyof typeof PARAMETERS)[] = [
    ...(readsViews(method, facts) ? (['X-Position'] as const) : []),
    ...(isKeyed ? (['Idempotency-Key'] as const) : []),
    ...(facts.heeds ?? []),
  ];
  return names.map((name) => ({ name, in: 'header', required: false, ...PARAMETERS[name] }));
}

function isSignedIn({ action }: Route): boolean {
  return action !== null && !allows(action, 'signed-out');
}

function bodyOf({ body, beside, bodyIs }: Route): Record<string, unknown> {
  if (typeof bodyIs === 'object') {
    const content = Object.fromEntries(bodyIs.media.map((type) => [type, {}]));
    return { requestBody: { required: true, content } };
  }
  if (body === undefined) return {};
  const schemas = [body].flat().map((each) => bodySchema(each, besideOf(beside)));
  const schema = schemas.length === 1 ? schemas[0] : { anyOf: schemas };
  const types = ['application/json', ...(bodyIs === 'form' ? ['application/x-www-form-urlencoded'] : [])];
  const content = Object.fromEntries(types.map((type) => [type, { schema }]));
  return { requestBody: { required: bodyIs !== 'optional', content } };
}

function besideOf(beside: Route['beside'] = {}): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    Object.entries(beside).map(([name, what]) => [
      name,
      isList(what) ? { anyOf: what.map((each) => bodySchema(each)) } : what,
    ]),
  );
}

function isList(what: JsonSchema | readonly InputSchema[]): what is readonly InputSchema[] {
  return Array.isArray(what);
}

function responsesOf(method: string, path: string, facts: Route): Record<string, unknown> {
  const problem = { 'application/json': { schema: { $ref: '#/components/schemas/ProblemAnswer' } } };
  const refused = refusalsOf(method, path, facts).map((status) => {
    const headers = status === 429 || status === 503 ? named('Retry-After') : {};
    return [status, { description: STATUS_DESCRIPTIONS[status] ?? 'Refused.', ...headers, content: problem }] as const;
  });
  const answered = Object.entries(facts.answers).map(([status, answer]) => {
    return [status, responseOf(method, Number(status), answer, facts)] as const;
  });
  const anyOther = { description: 'Any other failure.', content: problem };
  return { ...Object.fromEntries(refused), ...Object.fromEntries(answered), default: anyOther };
}

/** The failures a route can answer with: those that follow from what it reads, and its own. */
function refusalsOf(method: string, path: string, facts: Route): readonly number[] {
  const { query, body, heeds = [], refusals = [] } = facts;
  const signedIn = isSignedIn(facts);
  const changes = method !== 'GET';
  const readsInput = query !== undefined || body !== undefined || heeds.includes('If-Match') || method === 'POST';
  const statuses = [
    ...(facts.action !== null && (readsInput || readsViews(method, facts)) ? [400] : []),
    ...(facts.action === null ? [] : [401, 403]),
    ...(path.includes('{') ? [404] : []),
    ...(changes && signedIn ? [409, 503] : []),
    ...(method === 'POST' && signedIn ? [422] : []),
    ...(heeds.includes('If-Match') ? [412] : []),
    ...(body === undefined ? [] : [413, 415]),
    ...refusals,
  ];
  return [...new Set(statuses)].toSorted((one, other) => one - other);
}

function responseOf(method: string, status: number, answer: Answer, facts: Route): Record<string, unknown> {
  const description = STATUS_DESCRIPTIONS[status] ?? 'Answered.';
  const redirects = status === 302 || status === 303;
  const wrote = method !== 'GET' && isSignedIn(facts) && !writesNothing(facts, answer);
  const headers = [
    ...(redirects || status === 201 ? (['Location'] as const) : []),
    ...(wrote && !redirects ? (['X-Position'] as const) : []),
    ...(facts.sends ?? []),
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
  const counted = answer.counted ? named('X-Total-Count') : {};
  return { description, ...counted, content: { 'application/json': { schema } } };
}

/** Sessions and what was read are kept beside the log; a count changes nothing. */
function writesNothing({ action }: Route, answer: Answer): boolean {
  return action === 'EndSession' || action === 'MarkAlertsRead' || answer === 'BulkCountAnswer';
}

function named(...names: readonly (keyof typeof HEADERS)[]): Record<string, unknown> {
  return names.length === 0 ? {} : { headers: Object.fromEntries(names.map((name) => [name, HEADERS[name]])) };
}

function reference(name: AnswerName): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}
