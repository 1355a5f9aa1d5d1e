/** An instant relative to now, with the exact time in a tooltip. */
import { formatExact, formatRelative } from '../platform/format/dates.ts';
import { useNow } from '../platform/timing/use-now.ts';

export function RelativeTime({ at }: { at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={formatExact(at)}>
      {formatRelative(at, now)}
    </time>
  );
}
