/** Changes to the members and invitations of a team. Each command reports its result in a toast. */
import type { Permission } from '../../../command-service/model/team/events.ts';
import type { InvitedAnswer, PendingInvitationAnswer } from '../../../query-service/contract/answers/teams.ts';
import { send } from '../../platform/api/client.ts';
import { notify } from '../../ui/toasts/toast-store.ts';
import { runCommand } from '../commands.ts';
import { formatInviteResult } from './invite-form.ts';
import { messages } from './messages.ts';

export function changePermission(teamId: string, userId: string, permission: Permission): Promise<boolean> {
  return runCommand(async () => {
    await send('PATCH', '/api/teams/:id/members/:userId', { params: { id: teamId, userId }, body: { permission } });
    notify(messages.permissionChanged);
  }, messages.permissionFailed);
}

export function removeMember(teamId: string, userId: string, name: string): Promise<boolean> {
  return runCommand(async () => {
    await send('DELETE', '/api/teams/:id/members/:userId', { params: { id: teamId, userId } });
    notify(messages.removed, { lines: [name] });
  }, messages.removeFailed);
}

/** Shows which invitations were sent and which were not. */
export function notifyInvited(answer: InvitedAnswer): void {
  const { title, lines, whole } = formatInviteResult(answer);
  notify(title, { lines, ...(whole ? {} : { severity: 'destructive' as const }) });
}

/** Inviting the same address again replaces the earlier invitation and mails a new one. */
export function resendInvitation(
  teamId: string,
  { email, name, permission }: PendingInvitationAnswer,
): Promise<boolean> {
  return runCommand(async () => {
    const body = { invitations: [{ email, name, permission }] };
    notifyInvited(await send('POST', '/api/teams/:id/invite', { params: { id: teamId }, body }));
  }, messages.inviteFailed);
}

export function revokeInvitation(teamId: string, { id, email }: PendingInvitationAnswer): Promise<boolean> {
  return runCommand(async () => {
    await send('DELETE', '/api/teams/:id/invitations/:invitationId', { params: { id: teamId, invitationId: id } });
    notify(messages.takenBack, { lines: [email] });
  }, messages.takeBackFailed);
}
