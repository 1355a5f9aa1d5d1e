/** Declares the routes of the query service. */
import { accessOf, type POLICY } from '../../command-service/contract/policy.ts';
import { routesWith } from '../../infra/http/routing/route.ts';
import type { AnswerTypes } from '../contract/answer-types.ts';
import type { QueryDeps } from '../deps.ts';
import { parseQuery } from '../lists/query-params.ts';

export const route = routesWith<QueryDeps, AnswerTypes, typeof POLICY>({ accessOf, parseQuery });
