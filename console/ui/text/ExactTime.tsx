/** An instant as a date and a time; the tooltip has the weekday and the reader's own time zone. */
import { formatExact, formatMinute } from '../../platform/format/dates.ts';

export function ExactTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatExact(at)}>
      {formatMinute(at)}
    </time>
  );
}
