/** Texts of teams. */

import type { Permission } from '../../command-service/events/team.ts';
import type { TeamAnswer } from '../../query-service/contract/answers/teams.ts';
import english from '../languages/en/teams.json' with { type: 'json' };
import { translation } from '../platform/language/translation.ts';

const { messages, format } = translation('teams', english);

export { messages };

export const PERMISSION_LABELS: Readonly<Record<Permission, string>> = { full: 'Full', edit: 'Edit', view: 'View' };

export function formatMembers(many: number): string {
  return format('members', { many });
}

/** '4 members · Owner'. */
export function formatMembership({ memberCount, role, permission }: TeamAnswer): string {
  return `${formatMembers(memberCount)} · ${role === 'admin' ? messages.owner : PERMISSION_LABELS[permission]}`;
}
