/** GET /api/teams/my, /joined, /{id} and /{id}/members. */
import type { Router } from '@koa/router';
import { cooldownEnd, FREE_SUBSCRIPTION } from '../../command-service/plans.ts';
import { allows } from '../../command-service/policy.ts';
import { notFound, Problem } from '../../infra/http/problem.ts';
import {
  type RequestContext,
  type RequestState,
  requirePrincipal,
  requireUser,
} from '../../infra/http/request-context.ts';
import { linkCountId, linkCounts, links } from '../../projections/views/links/links.ts';
import { invitations } from '../../projections/views/people/invitations.ts';
import { subscriptions } from '../../projections/views/people/subscriptions.ts';
import type { TeamDoc } from '../../projections/views/people/teams.ts';
import { type UserDoc, users } from '../../projections/views/people/users.ts';
import { type Access, accessOf } from '../access/access.ts';
import type { MembersAnswer, TeamAnswer } from '../contract/answers/teams.ts';
import { nothingSchema, ownTeamsSchema } from '../contract/queries.ts';
import type { QueryDeps } from '../deps.ts';
import { parseQuery } from '../lists/query-params.ts';
import { waitForPosition } from '../live/read-your-writes.ts';
import { peopleInTeam, presentInvitation, presentMembers, presentTeam } from '../presenters/team.ts';

export function teamRoutes(router: Router<RequestState>, deps: QueryDeps): void {
  router.get('/api/teams/my', async (ctx) => {
    const access = await asked(ctx, deps);
    await answerTeams(ctx, deps, access, (team) => team.ownerId === access.userId);
  });

  router.get('/api/teams/joined', async (ctx) => {
    const access = await asked(ctx, deps);
    await answerTeams(ctx, deps, access, (team) => team.ownerId !== access.userId);
  });

  router.get('/api/teams/:id', async (ctx) => {
    const { access, team } = await teamOfPath(ctx, deps);
    const [answer] = await presentAll(deps, access, [team]);
    ctx.set('ETag', `"${team.revision}"`);
    ctx.body = answer;
  });

  router.get('/api/teams/:id/members', async (ctx) => {
    const { access, team } = await teamOfPath(ctx, deps);
    const manages = allows('InviteMember', access.roleIn(`team:${team.id}`));
    const people = await peopleBy(deps, [team]);
    ctx.body = {
      ...presentMembers(team, people),
      invitations: manages ? await pendingOf(deps, team) : [],
    } satisfies MembersAnswer;
  });
}

/** @throws Problem 403 for who asks for somebody else's teams. */
async function asked(ctx: RequestContext, deps: QueryDeps): Promise<Access> {
  const userId = requireUser(ctx);
  const query = parseQuery(ownTeamsSchema, ctx.query);
  if (query.userId !== undefined && query.userId !== userId) {
    throw new Problem(403, 'not-yours', 'You can only ask for your own teams.');
  }
  await waitForPosition(ctx, deps, users, subscriptions, links);
  return accessOf(deps.reads, requirePrincipal(ctx));
}

/** @throws Problem 404 for a team that does not exist and, all the same, for one the person is not in. */
async function teamOfPath(ctx: RequestContext, deps: QueryDeps) {
  const principal = requirePrincipal(ctx);
  parseQuery(nothingSchema, ctx.query);
  await waitForPosition(ctx, deps, users, subscriptions, invitations, links);
  const access = await accessOf(deps.reads, principal);
  const team = access.teams.get(String(ctx.params.id));
  if (team === undefined || !allows('ReadTeam', access.roleIn(`team:${team.id}`))) throw notFound();
  return { access, team };
}

async function answerTeams(
  ctx: RequestContext,
  deps: QueryDeps,
  access: Access,
  wanted: (team: TeamDoc) => boolean,
): Promise<void> {
  const teams = [...access.teams.values()].filter(wanted).sort((a, b) => a.name.localeCompare(b.name, 'en'));
  ctx.set('X-Total-Count', String(teams.length));
  ctx.body = await presentAll(deps, access, teams);
}

async function presentAll(deps: QueryDeps, access: Access, teams: readonly TeamDoc[]): Promise<TeamAnswer[]> {
  const people = await peopleBy(deps, teams);
  const owners = [...new Set(teams.map(({ ownerId }) => ownerId))];
  const docs = await deps.reads.getMany(subscriptions, owners);
  const plans = new Map(docs.map((doc) => [doc.id, doc]));
  const counted = await deps.reads.getMany(linkCounts, teams.map(counterOf));
  const counters = new Map(counted.map((doc) => [doc.id, doc]));
  return teams.map((team) => {
    const nextCheckDate = cooldownEnd(plans.get(team.ownerId) ?? FREE_SUBSCRIPTION, deps.now());
    return presentTeam(team, { access, people, nextCheckDate, counts: counters.get(counterOf(team)) });
  });
}

/** The counter of a team's links. */
function counterOf({ id }: TeamDoc): string {
  return linkCountId(`team:${id}`, { kind: 'scope' });
}

async function peopleBy({ reads }: QueryDeps, teams: readonly TeamDoc[]): Promise<ReadonlyMap<string, UserDoc>> {
  const docs = await reads.getMany(users, [...new Set(teams.flatMap(peopleInTeam))]);
  return new Map(docs.map((doc) => [doc.id, doc]));
}

/** Invitations that can still be accepted, the latest first. */
async function pendingOf({ reads, now }: QueryDeps, team: TeamDoc): Promise<MembersAnswer['invitations']> {
  const { rows } = await reads.find(invitations, {
    where: { teamId: team.id, status: 'pending' },
    sort: { field: 'invitedAt', descending: true },
  });
  return rows.filter(({ expiresAt }) => Date.parse(expiresAt) > now().getTime()).map(presentInvitation);
}
