/** Reads the views of lists, and the one that the dashboard opens with. */
import { pathTo } from '../../platform/api/client.ts';
import { useAnswer } from '../../platform/api/use-answer.ts';
import { useNow } from '../../platform/timing/use-now.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { useStats } from '../stats/use-stats.ts';
import { builtInViews } from './built-in-views.ts';

export const VIEWS = pathTo('/api/saved-views');
export const SETTINGS = pathTo('/api/user/settings');

const EVERYTHING = {};

/** The views that every list has, for the signed-in person. */
export function useBuiltInViews() {
  const { id: userId } = useCurrentUser();
  const { data } = useAnswer(SETTINGS);
  const deviates = (useStats(EVERYTHING).data?.deviating ?? 0) > 0;
  const now = useNow();
  return data === undefined ? [] : builtInViews({ userId, warningAlerts: data.warningAlerts, now, deviates });
}

export function useSavedViews(wanted = true) {
  return useAnswer(wanted ? VIEWS : null);
}

/** The id of the view that the dashboard opens with; null: all links; undefined while loading. */
export function useDefaultViewId(): string | null | undefined {
  return useAnswer(SETTINGS).data?.defaultView;
}
