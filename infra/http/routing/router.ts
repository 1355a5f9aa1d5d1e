/** Finds the route of a request, and answers the request with it. */
import type { Middleware } from 'koa';
import { limitConcurrency } from '../limits/concurrency-limit.ts';
import type { ConcurrencyLimit, RequestContext, RequestState } from '../request/request-context.ts';
import type { RouteFacts } from '../request/route-facts.ts';
import type { Route } from './route.ts';

/** A route with the dependencies of its handler. */
export interface Endpoint {
  readonly facts: RouteFacts;
  readonly respond: (ctx: RequestContext) => Promise<void>;
}

/** Binds the routes of a service to the dependencies of their handlers. */
export function mount<Deps>(routes: readonly Route<Deps>[], deps: Deps): readonly Endpoint[] {
  return routes.map(({ respond, ...facts }) => ({ facts, respond: (ctx) => respond(ctx, deps) }));
}

/**
 * Two middlewares: `match` puts the route of the request and the parameters of its path into the state, for everything
 * that depends on them; `answer` answers a request that has a route. HEAD is answered as GET.
 */
export function createRouter(endpoints: readonly Endpoint[]) {
  // A fixed segment wins over a parameter at the same place: letters sort before "~".
  const sortKey = ({ facts }: Endpoint) => facts.path.replaceAll(':', '~');
  const sorted = endpoints.toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1));
  const patterns = sorted.map(({ facts }) => ({ facts, pattern: patternOf(facts.path) }));
  const byMethod = Map.groupBy(patterns, ({ facts }): string => facts.method);
  const byFacts = new Map(endpoints.map((endpoint) => [endpoint.facts, endpoint]));

  const acquire = limitConcurrency();

  const match: Middleware<RequestState> = (ctx, next) => {
    ctx.state.route = null;
    ctx.state.params = {};
    ctx.state.acquireSlot = (limit: ConcurrencyLimit) => acquire(ctx, limit);
    for (const { facts, pattern } of byMethod.get(ctx.method === 'HEAD' ? 'GET' : ctx.method) ?? []) {
      const found = pattern.exec(ctx.path);
      if (found === null) continue;
      ctx.state.route = facts;
      ctx.state.params = Object.fromEntries(
        Object.entries(found.groups ?? {}).map(([name, value]) => [name, decode(value)]),
      );
      break;
    }
    return next();
  };
  const answer: Middleware<RequestState> = (ctx, next) => {
    const endpoint = ctx.state.route === null ? undefined : byFacts.get(ctx.state.route);
    return endpoint === undefined ? next() : endpoint.respond(ctx);
  };
  return { match, answer };
}

/** Ignores case and a trailing slash. */
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
