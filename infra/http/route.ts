/**
 * What each route is, as data beside the routes themselves: the action it carries out, the schemas it reads its input with
 * and what it answers. From it follow what API tokens may ask for and the description at GET /api/openapi.json.
 */
import type { Router } from '@koa/router';
import type { AnyObject, ObjectSchema } from 'yup';
import type { Action } from '../../command-service/policy.ts';
import schemas from '../../query-service/contract/answers/schemas.json' with { type: 'json' };
import type { ActionOf } from './auth/bearer-token.ts';
import type { JsonSchema } from './openapi/yup-schema.ts';
import type { RequestState } from './request-context.ts';

/** The schemas of all answers, by the names of their types. */
export const answerSchemas = schemas;

/** The name of an answer's type. */
export type AnswerName = keyof typeof answerSchemas;

export type InputSchema = ObjectSchema<AnyObject>;

/**
 * What a status is answered with: a JSON object; a JSON array of them, with `X-Total-Count` where it can be a page; a file
 * or a page of HTML by its media types; or nothing.
 */
export type Answer =
  | AnswerName
  | { readonly list: AnswerName; readonly counted: boolean }
  | { readonly media: readonly string[] }
  | null;

export interface Route {
  /** What asking for it is, in the policy; null: open to the world, of no person and no team. */
  readonly action: Action | null;
  /** What it does, in one sentence. */
  readonly says: string;
  /** The schema that the query string is read with; of `loose` ones nothing is refused. */
  readonly query?: InputSchema;
  /** Parameters that are read without a schema. */
  readonly loose?: readonly string[];
  /** The schema that the body is read with; of several any fits. */
  readonly body?: InputSchema | readonly InputSchema[];
  /** Fields of the body that are read beside the schema: what each is, or the schemas one of which it is read with. */
  readonly beside?: Readonly<Record<string, JsonSchema | readonly InputSchema[]>>;
  /** The body may be left out, or be sent as a form as well, or is a file. */
  readonly bodyIs?: 'optional' | 'form' | { readonly media: readonly string[] };
  /** By status. */
  readonly answers: Readonly<Record<number, Answer>>;
  /** Failures that do not follow from the rest. */
  readonly refusals?: readonly number[];
  /** Headers of the request that only some routes heed. */
  readonly heeds?: readonly ('If-Match' | 'X-Share-Password')[];
  /** Headers of the answer that only some reads send. */
  readonly sends?: readonly 'X-Position'[];
}

/** By method and path, as the router has them: `GET /api/links/:id`. */
export type RouteTable = Readonly<Record<string, Route>>;

/** A list that can be asked for by page. */
export const pages = (list: AnswerName): Answer => ({ list, counted: true });
/** A list that is short. */
export const all = (list: AnswerName): Answer => ({ list, counted: false });
/** A page for people. */
export const PAGE: Answer = { media: ['text/html'] };

/** Every route of a router, as a table names it. */
export function routesOf({ stack }: Pick<Router<RequestState>, 'stack'>): readonly string[] {
  return stack.flatMap(({ methods, path }) =>
    methods.filter((method) => method !== 'HEAD').map((method) => `${method} ${String(path)}`),
  );
}

/** Finds what a request asks for: the action of the route that answers it. */
export function actionsOf(routers: readonly Pick<Router<RequestState>, 'stack'>[], table: RouteTable): ActionOf {
  const layers = routers.flatMap(({ stack }) => stack.filter(({ methods }) => methods.length > 0));
  return (method, path) => {
    const layer = layers.find((each) => each.methods.includes(method) && each.match(path));
    if (layer === undefined) return undefined;
    const name = `${method === 'HEAD' ? 'GET' : method} ${String(layer.path)}`;
    return Object.hasOwn(table, name) ? (table[name]?.action ?? null) : 'undeclared';
  };
}
