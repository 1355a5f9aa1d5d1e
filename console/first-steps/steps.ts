/** The first steps of a newcomer, from the state of their data. Pure. */
import { isSampleTeam } from '../../command-service/contract/scope.ts';
import type { TeamAnswer } from '../../query-service/contract/answers/teams.ts';

/** With more links of their own, nobody is a newcomer. */
const NEWCOMER_LINKS = 50;

export const STEPS = ['addLinks', 'invite', 'share'] as const;
type Step = (typeof STEPS)[number];

type Team = Pick<TeamAnswer, 'id' | 'memberCount' | 'links'>;

/** The links that are not sample data. @param total all visible links. */
export function ownLinks(total: number, teams: readonly Team[]): number {
  const samples = teams.filter(({ id }) => isSampleTeam(id)).reduce((sum, { links }) => sum + links.total, 0);
  return Math.max(0, total - samples);
}

/** Which steps are done. Sample data does not count. */
export function doneSteps(links: number, teams: readonly Team[], shares: number): ReadonlySet<Step> {
  const isShared = teams.some(({ id, memberCount }) => !isSampleTeam(id) && memberCount > 1);
  const done: Readonly<Record<Step, boolean>> = { addLinks: links > 0, invite: isShared, share: shares > 0 };
  return new Set(STEPS.filter((step) => done[step]));
}

export function isNewcomer(links: number): boolean {
  return links < NEWCOMER_LINKS;
}
