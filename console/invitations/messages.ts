/** Texts of the invitation page. */
import type { Permission } from '../../command-service/model/team/events.ts';
import english from '../languages/en/invitations.json' with { type: 'json' };
import { translation } from '../platform/language/translation.ts';

const { messages, format } = translation('invitations', english);

export { messages };

/** 'You'll have edit access to this team'. */
export function formatAccess(permission: Permission): string {
  return format('access', { permission });
}

/** 'It was sent to ann@…, and you are signed in as bob@….' */
export function formatWrongAccount(invited: string, signedIn: string): string {
  return format('wrongAccount', { invited, signedIn });
}
