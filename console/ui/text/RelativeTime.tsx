/** An instant relative to now, with the exact time in a tooltip; on paper the exact time. */
import { usePrinting } from '../../platform/browser/printing.ts';
import { formatExact, formatInstant, formatRelative } from '../../platform/format/dates.ts';
import { useNow } from '../../platform/timing/use-now.ts';

export function RelativeTime({ at }: { at: string }) {
  const now = useNow();
  const printing = usePrinting();
  return (
    <time dateTime={at} title={formatExact(at)}>
      {printing ? formatInstant(at) : formatRelative(at, now)}
    </time>
  );
}
