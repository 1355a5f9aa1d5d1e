/** Declares the routes of the query service. */
import { routesWith } from '../../infra/http/routing/route.ts';
import type { AnswerTypes } from '../contract/answer-types.ts';
import type { QueryDeps } from '../deps.ts';
import { parseQuery } from '../lists/query-params.ts';

export const route = routesWith<QueryDeps, AnswerTypes>({ parseQuery });
