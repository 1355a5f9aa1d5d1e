/** An instant relative to now, with the exact time in a tooltip; on paper the day and the time. */
import { usePrinting } from '../../platform/browser/printing.ts';
import { formatExact, formatMinute, formatRelative } from '../../platform/format/dates.ts';
import { useNow } from '../../platform/timing/use-now.ts';

export function RelativeTime({ at }: { at: string }) {
  const now = useNow();
  const printing = usePrinting();
  return (
    <time dateTime={at} title={formatExact(at)}>
      {printing ? formatMinute(at) : formatRelative(at, now)}
    </time>
  );
}
