/** The name and the initials of a person. */

import type { UserAnswer } from '../../query-service/contract/answers/account.ts';

type PersonName = Pick<UserAnswer, 'firstName' | 'lastName' | 'email'>;

/** 'Ada Lovelace', or the email address where there is no name. */
export function displayNameOf({ firstName, lastName, email }: PersonName): string {
  return `${firstName} ${lastName}`.trim() || email;
}

/** Two letters for the avatar; 'JD' where nothing is known. */
export function initialsOf({ firstName, lastName, email }: PersonName): string {
  const named = `${[...firstName.trim()][0] ?? ''}${[...lastName.trim()][0] ?? ''}`;
  return (named || email.slice(0, 2) || 'JD').toUpperCase();
}
