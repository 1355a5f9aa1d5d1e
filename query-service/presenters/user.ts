/** A person as the API shows them to themselves. */
import type { UserDoc } from '../../projections/views/users.ts';
import type { ProfileAnswer, UserAnswer } from '../queries.ts';

/** Names every outgoing field. */
export function presentUser({ id, firstName, lastName, email }: UserDoc): UserAnswer {
  return { id, firstName, lastName, email };
}

/** Names every outgoing field. */
export function presentProfile({ firstName, lastName, email, company }: UserDoc): ProfileAnswer {
  return { firstName, lastName, email, company };
}
