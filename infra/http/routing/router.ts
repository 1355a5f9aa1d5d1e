/** Finds the route of a request, and answers the request with it. */
import { METHODS } from 'node:http';
import Router from '@koa/router';
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
 * that depends on them; `answer` answers a request that has a route, HEAD as GET, another method for a known path with
 * 405, and OPTIONS with 204, both with the methods of the path in `Allow`. A path ignores case and a trailing slash.
 */
export function createRouter(endpoints: readonly Endpoint[]) {
  // A fixed segment wins over a parameter at the same place: letters sort before "~".
  const sortKey = ({ facts }: Endpoint) => facts.path.replaceAll(':', '~');
  const sorted = endpoints.toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1));
  const router = new Router<RequestState>({ methods: METHODS });
  const factsOf = new Map(sorted.map(({ facts }) => [router.register(facts.path, [facts.method], []), facts]));
  const byFacts = new Map(endpoints.map((endpoint) => [endpoint.facts, endpoint]));
  const allowedMethods = router.allowedMethods();
  const acquire = limitConcurrency();

  const match: Middleware<RequestState> = (ctx, next) => {
    const [layer] = router.match(ctx.path, ctx.method).pathAndMethod;
    ctx.state.route = (layer && factsOf.get(layer)) ?? null;
    ctx.state.params = layer?.params(ctx.path, layer.captures(ctx.path)) ?? {};
    ctx.state.acquireSlot = (limit: ConcurrencyLimit) => acquire(ctx, limit);
    return next();
  };
  const answer: Middleware<RequestState> = async (ctx, next) => {
    const endpoint = ctx.state.route === null ? undefined : byFacts.get(ctx.state.route);
    if (endpoint !== undefined) return endpoint.respond(ctx);
    const matched = router.match(ctx.path, ctx.method).path;
    const request = Object.assign(ctx.request, { params: {} });
    await allowedMethods(Object.assign(ctx, { matched, router, params: {}, request }), next);
    if (ctx.method === 'OPTIONS' && ctx.status === 200) ctx.status = 204;
  };
  return { match, answer };
}
