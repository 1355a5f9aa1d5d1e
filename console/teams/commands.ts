/** Changes to a team: each says in a toast what came of it. Errors are told, never thrown. */
import type { Permission } from '../../command-service/events.ts';
import type { InvitedAnswer, PendingInvitationAnswer, TeamAnswer } from '../../query-service/contract/answers/teams.ts';
import { ApiError, send } from '../platform/api/client.ts';
import { refresh } from '../platform/live/use-live-updates.ts';
import { notify } from '../ui/toasts/toast-store.ts';
import { resultInWords } from './members/invite-form.ts';
import { words } from './messages.ts';
import { teamPath } from './queries.ts';

/** Does it and says so; answers whether it was done. */
async function attempt(act: () => Promise<void>, failed: string): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status !== 401) notify(failed, { lines: [error.message], tone: 'destructive' });
    return false;
  } finally {
    await refresh(['teams']);
  }
}

export function leaveTeam({ id, name }: TeamAnswer): Promise<boolean> {
  return attempt(async () => {
    await send('POST', `${teamPath(id)}/leave`, { body: {} });
    notify(words.left, { lines: [name] });
  }, words.leaveFailed);
}

export function deleteTeam({ id, name }: TeamAnswer): Promise<boolean> {
  return attempt(async () => {
    await send('DELETE', teamPath(id));
    notify(words.deleted, { lines: [name, words.deletedHint] });
  }, words.deleteFailed);
}

export function handOver({ id }: TeamAnswer, userId: string, name: string): Promise<boolean> {
  return attempt(async () => {
    await send('POST', `${teamPath(id)}/hand-over`, { body: { userId } });
    notify(words.handedOver, { lines: [name] });
  }, words.handOverFailed);
}

export function changePermission(teamId: string, userId: string, permission: Permission): Promise<boolean> {
  return attempt(async () => {
    await send('PATCH', `${teamPath(teamId)}/members/${encodeURIComponent(userId)}`, { body: { permission } });
    notify(words.permissionChanged);
  }, words.permissionFailed);
}

export function removeMember(teamId: string, userId: string, name: string): Promise<boolean> {
  return attempt(async () => {
    await send('DELETE', `${teamPath(teamId)}/members/${encodeURIComponent(userId)}`);
    notify(words.removed, { lines: [name] });
  }, words.removeFailed);
}

/** Inviting the same address again replaces the earlier invitation and mails a new one. */
export function sendAgain(teamId: string, { email, name, permission }: PendingInvitationAnswer): Promise<boolean> {
  return attempt(async () => {
    const body = { invitations: [{ email, name, permission }] };
    const { title, lines, whole } = resultInWords(
      await send<InvitedAnswer>('POST', `${teamPath(teamId)}/invite`, { body }),
    );
    notify(title, { lines, ...(whole ? {} : { tone: 'destructive' as const }) });
  }, words.sendFailed);
}

export function takeBack(teamId: string, { id, email }: PendingInvitationAnswer): Promise<boolean> {
  return attempt(async () => {
    await send('DELETE', `${teamPath(teamId)}/invitations/${encodeURIComponent(id)}`);
    notify(words.takenBack, { lines: [email] });
  }, words.takeBackFailed);
}
