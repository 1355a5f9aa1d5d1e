/** The team a path names, for who may see what is asked of it. */
import { type Action, allows } from '../../command-service/policy.ts';
import { notFound } from '../../infra/http/problem.ts';
import type { RequestContext } from '../../infra/http/request-context.ts';
import type { Access } from './access.ts';

/** @throws Problem 404 for a team that does not exist and, all the same, for one the person is not in. */
export function requireTeam(ctx: RequestContext, access: Access, action: Action): string {
  const teamId = String(ctx.params.id);
  if (!allows(action, access.roleIn(`team:${teamId}`))) throw notFound();
  return teamId;
}
