/** Labels of the toast region; each resource has the texts of its toasts. */
import english from '../../languages/en/ui.toasts.json' with { type: 'json' };
import { translation } from '../../platform/language/translation.ts';

const { messages, format } = translation('ui.toasts', english);

export { messages };

/** 'Notifications (F8)': the name of the region, with the key that leads there. */
export function formatViewport(hotkey: string): string {
  return format('viewport', { hotkey });
}
