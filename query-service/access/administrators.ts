/** Who administers the installation. */
import type { UserDoc } from '../../projections/views/people/users.ts';

/** Whether the account has one of these addresses. An account has only addresses that their owner confirmed. */
export function isAdministrator({ email, deletedAt }: Pick<UserDoc, 'email' | 'deletedAt'>, admins: readonly string[]) {
  return deletedAt === null && email !== '' && admins.includes(email.toLowerCase());
}
