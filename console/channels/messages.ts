/** Texts of channels and their deliveries. */
import type { DeliveryAnswer } from '../../query-service/contract/answers/channels.ts';
import english from '../languages/en/channels.json' with { type: 'json' };
import { translateCheckerText } from '../platform/language/server-texts.ts';
import { translation } from '../platform/language/translation.ts';

const { messages, format, element } = translation('channels', english);

export { element, format, messages };

/** 'Answer 200 · 140 ms', or why it failed: 'The receiver answered 500 · 140 ms'. */
export function formatAttempt({ status, error, durationMs }: DeliveryAnswer['attempts'][number]): string {
  const why = error === null ? '' : translateCheckerText(error);
  const answer = status === null || why.includes(String(status)) ? '' : format('answered', { status });
  const parts = [answer, why, format('duration', { count: durationMs })].filter(Boolean).join(' · ');
  return parts.charAt(0).toUpperCase() + parts.slice(1);
}
