/** Texts of teams. */

import type { Permission } from '../../command-service/model/team/events.ts';
import type { TeamAnswer } from '../../query-service/contract/answers/teams.ts';
import english from '../languages/en/teams.json' with { type: 'json' };
import { translation } from '../platform/language/translation.ts';

const { messages, labels, format } = translation('teams', english);

export { format, messages };

export const PERMISSION_LABELS: Readonly<Record<Permission, string>> = labels('permission');

/** '6 members: Ada, Bob, Cleo, Dan +2', for screen readers. */
export function formatPeople(names: readonly string[], more: number): string {
  const values = { members: format('members', { many: names.length + more }), names: names.join(', ') };
  return more === 0 ? format('people', values) : format('peopleAndMore', { ...values, more });
}

/** '4 members · Owner'. */
export function formatMembership({ memberCount, role, permission }: TeamAnswer): string {
  return `${format('members', { many: memberCount })} · ${role === 'admin' ? messages.owner : PERMISSION_LABELS[permission]}`;
}
