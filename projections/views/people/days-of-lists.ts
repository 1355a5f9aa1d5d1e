/** The days of lists in their own time zones (infra/docs/product.md, "Calendar"). Contract. */
import { dayIn } from '../../../command-service/contract/calendar.ts';
import { teamIdOf, teamScope, userIdOf, userScope } from '../../../command-service/contract/scope.ts';
import type { ReadStore } from '../../../infra/ports/storage/read-store.ts';
import { teams } from './teams.ts';
import { users } from './users.ts';

/** Returns the day of an instant in the list of one of these scopes. Two reads, however many scopes there are. */
export async function daysOfLists(reads: Pick<ReadStore, 'getMany'>, scopes: readonly string[]) {
  const ids = (idOf: typeof teamIdOf) => [...new Set(scopes.flatMap((scope) => idOf(scope) ?? []))];
  const [ofTeams, people] = await Promise.all([
    reads.getMany(teams, ids(teamIdOf)),
    reads.getMany(users, ids(userIdOf)),
  ]);
  const zones = new Map<string, string | undefined>([
    ...ofTeams.map(({ id, calendar }) => [teamScope(id), calendar?.timeZone] as const),
    ...people.map(({ id, settings }) => [userScope(id), settings.calendar.timeZone] as const),
  ]);
  return (scope: string, instant: Date | string): string => dayIn(zones.get(scope) ?? 'UTC', instant);
}

/** The time zone of the list of a scope. */
export async function zoneOf(reads: Pick<ReadStore, 'get'>, scope: string): Promise<string> {
  const userId = userIdOf(scope);
  if (userId !== null) return (await reads.get(users, userId))?.settings.calendar.timeZone ?? 'UTC';
  return (await reads.get(teams, teamIdOf(scope) ?? ''))?.calendar?.timeZone ?? 'UTC';
}

/** Today on a page about these lists: the day in the first of them, which is the person's own if there are several. */
export async function todayOf(reads: Pick<ReadStore, 'getMany'>, [first = '']: readonly string[], now: Date) {
  return (await daysOfLists(reads, [first]))(first, now);
}
