/**
 * The declaration of a route: method, path, policy action, schemas of query, body and answers, and handler. The router,
 * the limits of API tokens, the OpenAPI document, the permission matrix and the console's client all derive from it.
 */
import type { AnyObject, InferType, ObjectSchema } from 'yup';
import { type Action, allows, type POLICY } from '../../command-service/policy.ts';
import type { Principal } from '../../command-service/principal.ts';
import { Problem } from './problem.ts';
import type { RequestContext } from './request-context.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
export type JsonSchema = Readonly<Record<string, unknown>>;
export type InputSchema = ObjectSchema<AnyObject>;

/** A JSON object by the name of its type; a JSON array of them; a file or a page by its media types; or no body. */
export type Answer<Name extends string = string> =
  | Name
  | { readonly list: Name; readonly isPaged: boolean }
  | { readonly media: readonly string[] }
  | null;

/** A list whose pages can be asked for; it answers `X-Total-Count`. */
export const pagedList = <Name extends string>(list: Name) => ({ list, isPaged: true }) as const;
/** A list that is always answered whole. */
export const wholeList = <Name extends string>(list: Name) => ({ list, isPaged: false }) as const;
export const HTML_PAGE = { media: ['text/html'] } as const;

/** A body that the handler reads itself, as the OpenAPI document describes it. */
export interface RawBody {
  /** Any of these schemas fits. */
  readonly schemas?: readonly InputSchema[];
  /** Fields beside those of the schemas. */
  readonly extraFields?: Readonly<Record<string, JsonSchema | readonly InputSchema[]>>;
  /** The media types, where it is not only JSON. */
  readonly media?: readonly string[];
  /** The handler reads the body as a stream; it is not parsed before. */
  readonly isStream?: boolean;
}

/** Everything that is known about a route without calling it. */
export interface RouteFacts {
  readonly method: Method;
  /** With parameters, such as `/api/links/:id`. */
  readonly path: string;
  /** The action it carries out; null: open to everybody, about no person and no team. */
  readonly action: Action | null;
  /** It acts on the caller's own account, so that the action is authorized before the handler runs. */
  readonly onSelf?: true;
  /** What it does, in one sentence. */
  readonly summary: string;
  readonly query?: InputSchema;
  /** Names of parameters that no schema reads. */
  readonly unvalidatedQuery?: readonly string[];
  readonly body?: InputSchema;
  readonly isBodyOptional?: true;
  readonly rawBody?: RawBody;
  /** The largest body in bytes, where it is not the usual limit. */
  readonly maxBody?: number;
  /** By status. The lowest one is set before the handler runs. */
  readonly answers: Readonly<Record<number, Answer>>;
  /** Statuses of failures that do not follow from the rest. */
  readonly errorStatuses?: readonly number[];
  readonly requestHeaders?: readonly ('If-Match' | 'X-Share-Password')[];
  readonly responseHeaders?: readonly 'X-Position'[];
  /** The statuses that follow a write to the log; every success of a command where it is left out. */
  readonly writes?: readonly number[];
  /** A parameter of the path grants access, so the path must not be logged. */
  readonly secretInPath?: true;
}

/** A route, and how to answer it. */
export interface Route<Deps> extends RouteFacts {
  readonly respond: (ctx: RequestContext, params: Readonly<Record<string, string>>, deps: Deps) => Promise<void>;
}

type ParamName<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | ParamName<Tail>
    : Rest
  : never;

/** Nobody is signed in only where the policy allows it. */
type CallerOf<Name extends Action | null> = Name extends Action
  ? 'signed-out' extends (typeof POLICY)[Name][number]
    ? Principal | null
    : Principal
  : Principal | null;

type InputOf<Schema> = [Schema] extends [never] ? undefined : Schema extends InputSchema ? InferType<Schema> : never;

/** The rows of a list in JSON: as an array, or as a stream of its text. */
export type ListBody<Row> = readonly Row[] | ListStream<Row>;
/** The text of a JSON array of rows. */
export interface ListStream<Row> extends NodeJS.ReadableStream {
  /** Only for the compiler: the type of the rows. */
  readonly row?: Row;
}

type BodyOf<Answers, Given> = Given extends keyof Answers
  ? Answers[Given]
  : Given extends { readonly list: infer Name extends keyof Answers }
    ? ListBody<Answers[Name]>
    : void;

export interface RouteRequest<Path extends string, Name extends Action | null, Query, Body> {
  readonly ctx: RequestContext;
  readonly params: Readonly<Record<ParamName<Path>, string>>;
  readonly principal: CallerOf<Name>;
  readonly query: InputOf<Query>;
  readonly body: InputOf<Body>;
}

interface Declaration<
  Deps,
  Answers,
  Path extends string,
  Name extends Action | null,
  Given extends Readonly<Record<number, Answer<keyof Answers & string>>>,
  Query extends InputSchema,
  Body extends InputSchema,
> extends RouteFacts {
  readonly path: Path;
  readonly action: Name;
  readonly query?: Query;
  readonly body?: Body;
  readonly answers: Given;
  /** Answers the body; nothing where the answer has none or the handler has set it. */
  readonly handle: (
    request: RouteRequest<Path, Name, Query, Body>,
    deps: Deps,
  ) => BodyOf<Answers, Given[keyof Given]> | Promise<BodyOf<Answers, Given[keyof Given]>>;
}

/** How a service reads input. Each throws what the service answers 400 for. */
export interface InputReaders {
  readonly parseQuery: <Schema extends InputSchema>(schema: Schema, query: RequestContext['query']) => InferType<Schema>;
  readonly parseBody: <Schema extends InputSchema>(schema: Schema, body: unknown) => InferType<Schema>;
  /** Checks a parameter of the path. */
  readonly checkParam?: (name: string, value: string) => void;
}

/**
 * The function that declares the routes of a service, whose handlers get `Deps` and whose answers are the types of
 * `Answers`. A declared route checks in this order: the caller is signed in where the policy asks for it, the action on
 * their own account, the path, the query, the body.
 */
export function routesWith<Deps, Answers>({ parseQuery, parseBody, checkParam = () => {} }: InputReaders) {
  return function route<
    const Path extends string,
    const Name extends Action | null,
    const Given extends Readonly<Record<number, Answer<keyof Answers & string>>>,
    Query extends InputSchema = never,
    Body extends InputSchema = never,
  >({ handle, ...facts }: Declaration<Deps, Answers, Path, Name, Given, Query, Body>): Route<Deps> {
    const { action, onSelf, query, body, isBodyOptional, answers } = facts;
    const status = Math.min(...Object.keys(answers).map(Number));
    return {
      ...facts,
      async respond(ctx, params, deps) {
        const { principal } = ctx.state;
        assertMayCall(action, onSelf === true, principal);
        for (const [name, value] of Object.entries(params)) checkParam(name, value);
        const given = ctx.state.body;
        const request = {
          ctx,
          params,
          principal,
          query: query === undefined ? undefined : parseQuery(query, ctx.query),
          body: body === undefined ? undefined : parseBody(body, isBodyOptional ? (given ?? {}) : given),
        };
        ctx.status = status;
        const answer = await handle(request as RouteRequest<Path, Name, Query, Body>, deps);
        if (answer !== undefined) ctx.body = answer;
      },
    };
  };
}

/** @throws Problem 401 when nobody is signed in, 403 when the policy does not open the action to the account's owner. */
function assertMayCall(action: Action | null, onSelf: boolean, principal: Principal | null): void {
  if (action === null) return;
  if (principal === null && !allows(action, 'signed-out')) throw new Problem(401, 'signed-out', 'Please sign in.');
  if (onSelf && principal !== null && !allows(action, 'owner')) throw new Problem(403, 'forbidden', 'You may not do that.');
}
