/** Texts of failed requests. */
import english from '../../languages/en/platform.api.json' with { type: 'json' };
import { translation } from '../language/translation.ts';

const { messages, format } = translation('platform.api', english);

export { messages };

/** '503: Service Unavailable. Try again in 20 seconds.' @param seconds the time to wait, if the server names one */
export function formatFailed(status: number, why: string, seconds: number | null): string {
  if (seconds === null || seconds <= 0) return format('failed', { status: String(status), why });
  const wait =
    seconds < 90
      ? format('seconds', { count: Math.ceil(seconds) })
      : format('minutes', { count: Math.ceil(seconds / 60) });
  return format('failedWait', { status: String(status), why, wait });
}
