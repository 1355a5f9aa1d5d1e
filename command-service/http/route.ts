/** Declares the routes of the command service. */
import { notFound } from '../../infra/http/request/problem.ts';
import { routesWith } from '../../infra/http/routing/route.ts';
import type { AnswerTypes } from '../../query-service/contract/answer-types.ts';
import { accessOf, type POLICY } from '../contract/policy.ts';
import { parse } from '../contract/schema/parse.ts';
import type { CommandDeps } from './deps.ts';

export const route = routesWith<CommandDeps, AnswerTypes, typeof POLICY>({
  accessOf,
  checkParam,
  parseQuery: parse,
  parseBody: parse,
});

/** @throws Problem 404 for an id that cannot exist. */
function checkParam(name: string, value: string): void {
  if (/^id$|Id$/.test(name) && !/^[\w-]{1,100}$/.test(value)) throw notFound();
}
