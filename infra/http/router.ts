/** Finds the route of a request, and answers the request with it. */
import type { Middleware } from 'koa';
import type { RequestContext, RequestState } from './request-context.ts';
import type { Route, RouteFacts } from './route.ts';

/** A route with what its handler needs. */
export interface Endpoint {
  readonly facts: RouteFacts;
  readonly respond: (ctx: RequestContext, params: Readonly<Record<string, string>>) => Promise<void>;
}

/** The endpoint of a request, and the parameters of its path. */
export interface Match extends Endpoint {
  readonly params: Readonly<Record<string, string>>;
}

/** Gives the routes of a service what their handlers need. */
export function mount<Deps>(routes: readonly Route<Deps>[], deps: Deps): readonly Endpoint[] {
  return routes.map(({ respond, ...facts }) => ({ facts, respond: (ctx, params) => respond(ctx, params, deps) }));
}

/** Middleware: puts the match of the request, or null, into `ctx.state.match`. HEAD is answered as GET. */
export function matchRoute(endpoints: readonly Endpoint[]): Middleware<RequestState> {
  // A fixed segment goes before a parameter at the same place, and sorts before it: letters come before "~".
  const sortKey = ({ facts }: Endpoint) => facts.path.replaceAll(':', '~');
  const sorted = endpoints.toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1));
  const patterns = sorted.map((endpoint) => ({ endpoint, pattern: patternOf(endpoint.facts.path) }));
  const byMethod = Map.groupBy(patterns, ({ endpoint }) => endpoint.facts.method as string);
  return (ctx, next) => {
    ctx.state.match = null;
    for (const { endpoint, pattern } of byMethod.get(ctx.method === 'HEAD' ? 'GET' : ctx.method) ?? []) {
      const found = pattern.exec(ctx.path);
      if (found === null) continue;
      const params = Object.entries(found.groups ?? {}).map(([name, value]) => [name, decode(value)]);
      ctx.state.match = { ...endpoint, params: Object.fromEntries(params) };
      break;
    }
    return next();
  };
}

/** Middleware: answers a request that has a route. */
export function answerRoute(): Middleware<RequestState> {
  return (ctx, next) => {
    const { match } = ctx.state;
    return match === null ? next() : match.respond(ctx, match.params);
  };
}

/** Case and a slash at the end do not matter. */
function patternOf(path: string): RegExp {
  const literal = path.replaceAll('.', String.raw`\.`);
  return new RegExp(`^${literal.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`, 'i');
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
