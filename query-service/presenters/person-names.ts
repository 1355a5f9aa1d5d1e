/** The names of people in answers. */
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { teams } from '../../projections/views/people/teams.ts';
import { type UserDoc, users } from '../../projections/views/people/users.ts';

/** Actors that are parts of the system. */
const SYSTEM_ACTORS: Readonly<Record<string, string>> = {
  checker: 'Checker',
  scheduler: 'Scheduler',
  system: 'Linkledger',
};

/** The name of a person who is not in the views. */
export const UNKNOWN_PERSON = 'Unknown person';
/** The name of a deleted account. */
const DELETED_PERSON = 'Deleted user';

/** Names by user id or actor. */
export type Names = ReadonlyMap<string, string>;

/** First and last name, or the email address of a person without a name. */
export function fullName({ firstName, lastName, email, deletedAt }: UserDoc): string {
  if (deletedAt !== null) return DELETED_PERSON;
  return `${firstName} ${lastName}`.trim() || email || UNKNOWN_PERSON;
}

/** Looks up each id once. Unknown ids are missing. */
export async function loadNames(reads: ReadStore, ids: Iterable<string>): Promise<Names> {
  const wanted = [...new Set(ids)];
  const names = new Map<string, string>();
  for (const id of wanted) if (Object.hasOwn(SYSTEM_ACTORS, id)) names.set(id, SYSTEM_ACTORS[id] ?? id);
  const people = wanted.filter((id) => !names.has(id));
  if (people.length === 0) return names;
  for (const person of await reads.getMany(users, people)) names.set(person.id, fullName(person));
  return names;
}

/** The team’s name, else the person’s; null if both are unknown. Never an email address. */
export async function agencyName(
  reads: Pick<ReadStore, 'get'>,
  teamId: string | null,
  userId: string,
): Promise<string | null> {
  const team = teamId === null ? null : await reads.get(teams, teamId);
  if (team !== null) return team.name;
  const person = await reads.get(users, userId);
  return person === null ? null : `${person.firstName} ${person.lastName}`.trim() || null;
}
