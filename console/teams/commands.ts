/** Changes to a team. Each command reports its result in a toast and resolves to whether it succeeded. */
import type { Calendar } from '../../command-service/contract/calendar.ts';
import type { TeamAnswer } from '../../query-service/contract/answers/teams.ts';
import { send } from '../platform/api/client.ts';
import { revalidateLists } from '../platform/live/use-live-updates.ts';
import { notifyRefusal } from '../ui/toasts/notify-refusal.ts';
import { notify } from '../ui/toasts/toast-store.ts';
import { messages } from './messages.ts';

/** Runs a command, shows an API error in a toast and reads the teams again. Resolves to whether it succeeded. */
export async function runCommand(act: () => Promise<void>, failed: string): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    notifyRefusal(failed, error);
    return false;
  } finally {
    await revalidateLists(['teams']);
  }
}

/** @throws ApiError if it could not be saved, or somebody changed the team since it was read. */
export async function saveCalendar({ id, revision }: TeamAnswer, calendar: Calendar): Promise<void> {
  await send('PUT', '/api/teams/:id/calendar', { params: { id }, body: calendar, revision });
  await revalidateLists(['teams']);
}

export function leaveTeam({ id, name }: TeamAnswer): Promise<boolean> {
  return runCommand(async () => {
    await send('POST', '/api/teams/:id/leave', { params: { id }, body: {} });
    notify(messages.left, { lines: [name] });
  }, messages.leaveFailed);
}

export function deleteTeam({ id, name }: TeamAnswer): Promise<boolean> {
  return runCommand(async () => {
    await send('DELETE', '/api/teams/:id', { params: { id } });
    notify(messages.deleted, { lines: [name, messages.deletedHint] });
  }, messages.deleteFailed);
}

export function transferOwnership({ id }: TeamAnswer, userId: string, name: string): Promise<boolean> {
  return runCommand(async () => {
    await send('POST', '/api/teams/:id/hand-over', { params: { id }, body: { userId } });
    notify(messages.handedOver, { lines: [name] });
  }, messages.handOverFailed);
}
