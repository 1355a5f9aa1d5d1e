/** Texts of team members and invitations. */

import type { ReactElement } from 'react';
import type { Permission } from '../../../command-service/model/team/events.ts';
import english from '../../languages/en/teams.members.json' with { type: 'json' };
import { translation } from '../../platform/language/translation.ts';

const { messages, labels, format, element } = translation('teams.members', english);

export { format, messages };

/** What each permission allows (infra/docs/product.md, "Permissions"). */
export const PERMISSION_HINTS: Readonly<Record<Permission, string>> = labels('permissionHints');

/** '… is already a member', one line a row. */
export function formatAlreadyMember(email: string): string {
  return format('alreadyMember', { email });
}

export function formatNotMailed(email: string): string {
  return format('notMailed', { email });
}

export function formatMailDelayed(email: string): string {
  return format('mailDelayed', { email });
}

export function formatInvitationsSent(many: number): string {
  return format('invitationsSent', { many });
}

/** 'Edit · invited yesterday · ends in 13 days'. */
export function invitationDates(values: {
  readonly permission: string;
  readonly invited: ReactElement;
  readonly ends: ReactElement;
}): ReactElement {
  return element('dates', values);
}
