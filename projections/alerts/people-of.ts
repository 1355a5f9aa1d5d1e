/** Who sees an alert. Contract: commands mail people, and run their rules. */
import { teamIdOf, userIdOf } from '../../command-service/contract/scope.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import type { Audience } from '../views/links/alerts.ts';
import { memberships } from '../views/people/memberships.ts';

/** The ids of the people of these lists; what everybody sees names nobody. */
export async function peopleOf(
  reads: Pick<ReadStore, 'find'>,
  audiences: Iterable<Audience>,
): Promise<ReadonlySet<string>> {
  const people = new Set<string>();
  for (const audience of audiences) {
    const [person, teamId] = [userIdOf(audience), teamIdOf(audience)];
    if (person !== null) people.add(person);
    if (teamId === null) continue;
    const { rows } = await reads.find(memberships, { where: { teamId } });
    for (const { userId } of rows) people.add(userId);
  }
  return people;
}
