/** Changes to a team: each says in a toast what came of it. Errors are told, never thrown. */
import type { Permission } from '../../command-service/events/team.ts';
import type { InvitedAnswer, PendingInvitationAnswer, TeamAnswer } from '../../query-service/contract/answers/teams.ts';
import { ApiError, send } from '../platform/api/client.ts';
import { revalidateLists } from '../platform/live/use-live-updates.ts';
import { notify } from '../ui/toasts/toast-store.ts';
import { formatInviteResult } from './members/invite-form.ts';
import { messages } from './messages.ts';
import { teamUrl } from './queries.ts';

/** Does it and says so; answers whether it was done. */
async function runCommand(act: () => Promise<void>, failed: string): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status !== 401) notify(failed, { lines: [error.message], severity: 'destructive' });
    return false;
  } finally {
    await revalidateLists(['teams']);
  }
}

export function leaveTeam({ id, name }: TeamAnswer): Promise<boolean> {
  return runCommand(async () => {
    await send('POST', `${teamUrl(id)}/leave`, { body: {} });
    notify(messages.left, { lines: [name] });
  }, messages.leaveFailed);
}

export function deleteTeam({ id, name }: TeamAnswer): Promise<boolean> {
  return runCommand(async () => {
    await send('DELETE', teamUrl(id));
    notify(messages.deleted, { lines: [name, messages.deletedHint] });
  }, messages.deleteFailed);
}

export function transferOwnership({ id }: TeamAnswer, userId: string, name: string): Promise<boolean> {
  return runCommand(async () => {
    await send('POST', `${teamUrl(id)}/hand-over`, { body: { userId } });
    notify(messages.handedOver, { lines: [name] });
  }, messages.handOverFailed);
}

export function changePermission(teamId: string, userId: string, permission: Permission): Promise<boolean> {
  return runCommand(async () => {
    await send('PATCH', `${teamUrl(teamId)}/members/${encodeURIComponent(userId)}`, { body: { permission } });
    notify(messages.permissionChanged);
  }, messages.permissionFailed);
}

export function removeMember(teamId: string, userId: string, name: string): Promise<boolean> {
  return runCommand(async () => {
    await send('DELETE', `${teamUrl(teamId)}/members/${encodeURIComponent(userId)}`);
    notify(messages.removed, { lines: [name] });
  }, messages.removeFailed);
}

/** Inviting the same address again replaces the earlier invitation and mails a new one. */
export function sendAgain(teamId: string, { email, name, permission }: PendingInvitationAnswer): Promise<boolean> {
  return runCommand(async () => {
    const body = { invitations: [{ email, name, permission }] };
    const { title, lines, whole } = formatInviteResult(
      await send<InvitedAnswer>('POST', `${teamUrl(teamId)}/invite`, { body }),
    );
    notify(title, { lines, ...(whole ? {} : { severity: 'destructive' as const }) });
  }, messages.sendFailed);
}

export function takeBack(teamId: string, { id, email }: PendingInvitationAnswer): Promise<boolean> {
  return runCommand(async () => {
    await send('DELETE', `${teamUrl(teamId)}/invitations/${encodeURIComponent(id)}`);
    notify(messages.takenBack, { lines: [email] });
  }, messages.takeBackFailed);
}
