/** GET /api/teams/my, /joined, /{id} and /{id}/members. */

import { cooldownEnd, FREE_SUBSCRIPTION } from '../../command-service/contract/plans.ts';
import { allows } from '../../command-service/contract/policy.ts';
import { Problem } from '../../infra/http/request/problem.ts';
import type { RequestContext } from '../../infra/http/request/request-context.ts';
import { pagedList } from '../../infra/http/request/route-facts.ts';
import { linkCountId, linkCounts } from '../../projections/views/links/link-counts.ts';
import { links } from '../../projections/views/links/links.ts';
import { invitations } from '../../projections/views/people/invitations.ts';
import { subscriptions } from '../../projections/views/people/subscriptions.ts';
import type { TeamDoc } from '../../projections/views/people/teams.ts';
import { type UserDoc, users } from '../../projections/views/people/users.ts';
import type { Access } from '../access/access.ts';
import { readAt } from '../as-of/read-at.ts';
import type { MembersAnswer, TeamAnswer } from '../contract/answers/teams.ts';
import { asOfSchema, ownTeamsSchema } from '../contract/queries.ts';
import type { QueryDeps } from '../deps.ts';
import { peopleInTeam, presentInvitation, presentMembers, presentTeam } from '../presenters/team.ts';
import { route } from './route.ts';

export const teamRoutes = [
  route({
    method: 'GET',
    path: '/api/teams/my',
    action: 'ReadTeam',
    summary: 'The teams you own.',
    query: ownTeamsSchema,
    answers: { 200: pagedList('TeamAnswer') },
    async handle(request, live) {
      const { deps, access } = await ownAccess(request, live);
      return answerTeams(request.ctx, deps, access, (team) => team.ownerId === access.userId);
    },
  }),

  route({
    method: 'GET',
    path: '/api/teams/joined',
    action: 'ReadTeam',
    summary: 'The teams you have joined.',
    query: ownTeamsSchema,
    answers: { 200: pagedList('TeamAnswer') },
    async handle(request, live) {
      const { deps, access } = await ownAccess(request, live);
      return answerTeams(request.ctx, deps, access, (team) => team.ownerId !== access.userId);
    },
  }),

  route({
    method: 'GET',
    path: '/api/teams/:id',
    action: 'ReadTeam',
    summary: 'One team.',
    query: asOfSchema,
    answers: { 200: 'TeamAnswer' },
    async handle(request, live) {
      const { deps, access, team } = await visibleTeam(request, request.params.id, live);
      const [answer] = await presentAll(deps, access, [team]);
      if (answer === undefined) throw new Error(`no answer was made for the team ${team.id}`);
      request.ctx.set('ETag', `"${team.revision}"`);
      return answer;
    },
  }),

  route({
    method: 'GET',
    path: '/api/teams/:id/members',
    action: 'ReadTeam',
    summary: 'The members of a team, and its pending invitations if you manage it.',
    query: asOfSchema,
    answers: { 200: 'MembersAnswer' },
    async handle(request, live) {
      const { deps, access, team } = await visibleTeam(request, request.params.id, live);
      const manages = allows('InviteMember', access.roleIn(`team:${team.id}`));
      const people = await peopleBy(deps, [team]);
      return {
        ...presentMembers(team, people),
        invitations: manages ? await pendingOf(deps, team) : [],
      };
    },
  }),
];

type ReadRequest = Parameters<typeof readAt>[0];

/** @throws Problem 403 if the query names another person. */
async function ownAccess(
  request: ReadRequest & { readonly query: { readonly userId?: string | undefined } },
  deps: QueryDeps,
) {
  const { query, principal } = request;
  if (query.userId !== undefined && query.userId !== principal.userId) {
    throw new Problem(403, 'not-yours', 'You can only ask for your own teams.');
  }
  return readAt(request, deps, users, subscriptions, links);
}

/** @throws Problem 404 if the team does not exist or the caller may not see it. */
async function visibleTeam(request: ReadRequest, teamId: string, live: QueryDeps) {
  const { deps, access, missing } = await readAt(request, live, users, subscriptions, invitations, links);
  const team = access.teams.get(teamId);
  if (team === undefined || !allows('ReadTeam', access.roleIn(`team:${team.id}`))) throw missing();
  return { deps, access, team };
}

async function answerTeams(
  ctx: RequestContext,
  deps: QueryDeps,
  access: Access,
  wanted: (team: TeamDoc) => boolean,
): Promise<readonly TeamAnswer[]> {
  const teams = [...access.teams.values()].filter(wanted).sort((a, b) => a.name.localeCompare(b.name, 'en'));
  ctx.set('X-Total-Count', String(teams.length));
  return presentAll(deps, access, teams);
}

async function presentAll(deps: QueryDeps, access: Access, teams: readonly TeamDoc[]): Promise<TeamAnswer[]> {
  const people = await peopleBy(deps, teams);
  const owners = [...new Set(teams.map(({ ownerId }) => ownerId))];
  const docs = await deps.reads.getMany(subscriptions, owners);
  const plans = new Map(docs.map((doc) => [doc.id, doc]));
  const counted = await deps.reads.getMany(linkCounts, teams.map(counterOf));
  const counters = new Map(counted.map((doc) => [doc.id, doc]));
  return teams.map((team) => {
    const nextCheckDate = cooldownEnd(plans.get(team.ownerId) ?? FREE_SUBSCRIPTION, deps.now(), `team:${team.id}`);
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

/** Invitations that can still be accepted, latest first. */
async function pendingOf({ reads, now }: QueryDeps, team: TeamDoc): Promise<MembersAnswer['invitations']> {
  const { rows } = await reads.find(invitations, {
    where: { teamId: team.id, status: 'pending' },
    sort: { field: 'invitedAt', descending: true },
  });
  return rows.filter(({ expiresAt }) => Date.parse(expiresAt) > now().getTime()).map(presentInvitation);
}
