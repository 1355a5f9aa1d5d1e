/** Changes saved views, and the choice of the one that the dashboard opens with. */
import { mutate } from 'swr';
import type { SavedViewAnswer } from '../../../query-service/contract/answers/links.ts';
import { ApiError, newKey, send } from '../../platform/api/client.ts';
import { messages as common } from '../../ui/messages.ts';
import { notify } from '../../ui/toasts/toast-store.ts';
import { messages } from './messages.ts';
import { SETTINGS, VIEWS } from './saved-views.ts';

/** A view as it is saved. */
interface NewView {
  readonly name: string;
  readonly query: string;
  readonly teamId: string | null;
}

/** Saves a view; one of the same name at the same place is replaced. Resolves to whether it was saved. */
export function saveView(view: NewView, views: readonly SavedViewAnswer[]): Promise<boolean> {
  const same = views.find(({ name, teamId }) => name === view.name && teamId === view.teamId);
  return change(async () => {
    if (same === undefined) await send('POST', '/api/saved-views', { body: view, key: newKey() });
    else await send('PATCH', '/api/saved-views/:id', { params: { id: same.id }, body: { query: view.query } });
    notify(messages.saved, { lines: [view.name] });
  });
}

/** Deletes a view; the toast can save it again. */
export function deleteView({ id, name, query, teamId }: SavedViewAnswer): Promise<boolean> {
  return change(async () => {
    await send('DELETE', '/api/saved-views/:id', { params: { id } });
    const run = () => void saveView({ name, query, teamId }, []);
    notify(messages.deleted, { lines: [name], action: { label: messages.undo, run } });
  });
}

/** Chooses the view that the dashboard opens with; null: all links. */
export function chooseDefaultView(id: string | null): Promise<boolean> {
  return change(() => send('PATCH', '/api/user/settings', { body: { defaultView: id } }));
}

async function change(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    notify(common.error, { lines: [messages.failed, error.message], severity: 'destructive' });
    return false;
  } finally {
    await Promise.all([mutate(VIEWS), mutate(SETTINGS)]);
  }
}
