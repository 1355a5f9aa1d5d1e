/** The names of people, for answers that speak of them. */
import type { ReadStore } from '../../infra/ports/read-store.ts';
import { type UserDoc, users } from '../../projections/views/people/users.ts';

/** Actors that are no people. */
const OURSELVES: Readonly<Record<string, string>> = {
  checker: 'Checker',
  scheduler: 'Scheduler',
  system: 'Linkledger',
};

/** Stands for a person of whom nothing is known any more. */
export const UNKNOWN_PERSON = 'Unknown person';
/** Stands for a person who deleted their account. */
export const DELETED_PERSON = 'Deleted user';

/** Finds a name by user id or actor; what is not in it is unknown. */
export type Names = ReadonlyMap<string, string>;

/** First and last name, else the e-mail address. */
export function fullName({ firstName, lastName, email, deletedAt }: UserDoc): string {
  if (deletedAt !== null) return DELETED_PERSON;
  return `${firstName} ${lastName}`.trim() || email || UNKNOWN_PERSON;
}

/** Looks up each id once. */
export async function loadNames(reads: ReadStore, ids: Iterable<string>): Promise<Names> {
  const wanted = [...new Set(ids)];
  const names = new Map<string, string>();
  for (const id of wanted) if (Object.hasOwn(OURSELVES, id)) names.set(id, OURSELVES[id] ?? id);
  const people = wanted.filter((id) => !names.has(id));
  if (people.length === 0) return names;
  for (const person of await reads.getMany(users, people)) names.set(person.id, fullName(person));
  return names;
}
