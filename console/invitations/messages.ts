/** Texts of the invitation page. */
import type { Permission } from '../../command-service/events/team.ts';
import english from '../languages/en/invitations.json' with { type: 'json' };
import { translation } from '../platform/language/translation.ts';

export const { messages } = translation('invitations', english);

export function formatAccess(permission: Permission): string {
  return `You'll have ${permission} access to this team`;
}

/** 'It was sent to ann@…, and you are signed in as bob@….' */
export function formatWrongAccount(invited: string, signedIn: string): string {
  return `It was sent to ${invited}, and you are signed in as ${signedIn}.`;
}
