/**
 * The declaration of a route: method, path, policy action, schemas of query, body and answers, and handler. The router,
 * the limits of API tokens, the OpenAPI document, the permission matrix and the console's client all derive from it.
 */
import type { Readable } from 'node:stream';
import type { InferType } from 'yup';
import type { Principal } from '../../ports/process/principal.ts';
import { Problem } from '../request/problem.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { Answer, InputSchema, RouteAccess, RouteFacts } from '../request/route-facts.ts';

/** A route with its handler. */
export interface Route<Deps> extends RouteFacts {
  readonly respond: (ctx: RequestContext, deps: Deps) => Promise<void>;
}

type ParamName<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | ParamName<Tail>
    : Rest
  : never;

/** The roles that may do each action. */
type Roles = Readonly<Record<string, readonly string[]>>;
type ActionOf<Policy extends Roles> = keyof Policy & string;

/** The principal is null only if the policy allows signed-out callers. */
type CallerOf<Policy extends Roles, Name extends ActionOf<Policy> | null> =
  Name extends ActionOf<Policy>
    ? 'signed-out' extends Policy[Name][number]
      ? Principal | null
      : Principal
    : Principal | null;

type InputOf<Schema> = [Schema] extends [never] ? undefined : Schema extends InputSchema ? InferType<Schema> : never;

/** An answer in JSON: a value, or a stream of its text. */
export type JsonBody<Value> = Value | (Readable & { readonly value?: Value });

type BodyOf<Answers, Given> = Given extends keyof Answers
  ? JsonBody<Answers[Given]>
  : Given extends { readonly list: infer Name extends keyof Answers }
    ? JsonBody<readonly Answers[Name][]>
    : Given extends { readonly media: readonly string[] }
      ? string | object | undefined
      : undefined;

type HandlerResult<Body> = [Body] extends [undefined] ? Promise<void> : Body | Promise<Body>;

interface RouteRequest<Caller, Path extends string, Query, Body> {
  readonly ctx: RequestContext;
  readonly params: Readonly<Record<ParamName<Path>, string>>;
  readonly principal: Caller;
  readonly query: InputOf<Query>;
  readonly body: InputOf<Body>;
}

interface Declaration<
  Deps,
  Answers,
  Policy extends Roles,
  Path extends string,
  Name extends ActionOf<Policy> | null,
  Given extends Readonly<Record<number, Answer<keyof Answers & string>>>,
  Query extends InputSchema,
  Body extends InputSchema,
> extends Omit<RouteFacts, 'access'> {
  readonly path: Path;
  readonly action: Name;
  readonly query?: Query;
  readonly body?: Body;
  readonly answers: Given;
  /** Returns the body; nothing if the answer has no body or the handler has set it. */
  readonly handle: (
    request: RouteRequest<CallerOf<Policy, Name>, Path, Query, Body>,
    deps: Deps,
  ) => HandlerResult<BodyOf<Answers, Given[keyof Given]>>;
}

/** A service's rules for its routes. Each reader of input throws an error that the service answers with 400. */
interface ServiceRules<Action> {
  /** Absent: the service has only public routes. */
  readonly accessOf?: (action: Action) => RouteAccess;
  /** Absent: the service reads no queries. */
  readonly parseQuery?: <Schema extends InputSchema>(
    schema: Schema,
    query: RequestContext['query'],
  ) => InferType<Schema>;
  /** Absent: the service reads no bodies. */
  readonly parseBody?: <Schema extends InputSchema>(schema: Schema, body: unknown) => InferType<Schema>;
  /** Checks a parameter of the path. */
  readonly checkParam?: (name: string, value: string) => void;
}

/**
 * The function that declares the routes of a service, whose handlers get `Deps`, whose answers have the types of
 * `Answers`, and whose actions are those of `Policy`. A declared route checks in this order: that the caller is signed
 * in if the policy requires it, the action on their own account, the path, the query, the body.
 */
export function routesWith<Deps, Answers, Policy extends Roles>({
  accessOf = readNothing,
  parseQuery = readNothing,
  parseBody = readNothing,
  checkParam = () => {},
}: ServiceRules<ActionOf<Policy>>) {
  const accessTo = (action: ActionOf<Policy> | null) => (action === null ? null : accessOf(action));
  return function route<
    const Path extends string,
    const Name extends ActionOf<Policy> | null,
    const Given extends Readonly<Record<number, Answer<keyof Answers & string>>>,
    Query extends InputSchema = never,
    Body extends InputSchema = never,
  >({ handle, ...facts }: Declaration<Deps, Answers, Policy, Path, Name, Given, Query, Body>): Route<Deps> {
    const { action, onSelf, query, body, isBodyOptional, answers } = facts;
    const access = accessTo(action);
    const status = Math.min(...Object.keys(answers).map(Number));
    return {
      ...facts,
      access,
      async respond(ctx, deps) {
        const { principal, params, body: sentBody } = ctx.state;
        assertMayCall(access, onSelf === true, principal);
        for (const [name, value] of Object.entries(params)) checkParam(name, value);
        const request = {
          ctx,
          params,
          principal,
          query: query === undefined ? undefined : parseQuery(query, ctx.query),
          body: body === undefined ? undefined : parseBody(body, isBodyOptional ? (sentBody ?? {}) : sentBody),
        };
        ctx.status = status;
        const answer = await handle(request as RouteRequest<CallerOf<Policy, Name>, Path, Query, Body>, deps);
        if (answer !== undefined) ctx.body = answer;
      },
    };
  };
}

function readNothing(): never {
  throw new Error('The service has no reader for this input and no policy for this action.');
}

/** @throws Problem 401 if nobody is signed in, 403 if the policy does not allow the action to the account's owner. */
function assertMayCall(access: RouteAccess | null, onSelf: boolean, principal: Principal | null): void {
  if (access === null) return;
  const { roles } = access;
  if (principal === null && !roles.includes('signed-out')) throw new Problem(401, 'signed-out', 'Please sign in.');
  if (onSelf && principal !== null && !roles.includes('owner'))
    throw new Problem(403, 'forbidden', 'You may not do that.');
}
