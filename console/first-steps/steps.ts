/** The first steps of a newcomer, from the state of their data. Pure. */
import type { TeamAnswer } from '../../query-service/contract/answers/teams.ts';

/** With more links of their own, nobody is a newcomer. */
const NEWCOMER_LINKS = 50;

export const STEPS = ['addLinks', 'invite', 'share'] as const;
type Step = (typeof STEPS)[number];

type Team = Pick<TeamAnswer, 'memberCount'>;

/** Which steps are done. */
export function doneSteps(links: number, teams: readonly Team[], shares: number): ReadonlySet<Step> {
  const isShared = teams.some(({ memberCount }) => memberCount > 1);
  const done: Readonly<Record<Step, boolean>> = { addLinks: links > 0, invite: isShared, share: shares > 0 };
  return new Set(STEPS.filter((step) => done[step]));
}

export function isNewcomer(links: number): boolean {
  return links < NEWCOMER_LINKS;
}
