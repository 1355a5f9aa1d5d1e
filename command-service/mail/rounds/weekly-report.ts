/** Sends the weekly reports. */
import { DEFAULT_CALENDAR, dayIn, periodOf } from '../../contract/calendar.ts';
import { latestDay } from '../../contract/schema/days.ts';
import { reportMail } from '../alert-mail.ts';
import { REPORT, REPORTS_DONE } from '../alert-mail-progress.ts';
import type { MailRoundDeps } from './send-alert-mails.ts';
import { sendToEverybody } from './send-to-everybody.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The reports go out on Mondays from this hour of the person's time zone on. */
const REPORT_HOUR_MS = 6 * 60 * 60 * 1000;
const KINDS = { sent: REPORT, done: REPORTS_DONE };

/** Sends the weekly reports: on Mondays, to each person once. */
export async function sendWeeklyReports(deps: MailRoundDeps, signal: AbortSignal): Promise<void> {
  const at = deps.clock.trusted();
  if (at === null) return;
  // Of the days that have begun somewhere, at most one is a Monday.
  const { from: monday } = periodOf('week', DEFAULT_CALENDAR, latestDay(at));
  if (dayIn('Etc/GMT+12', at) > monday) return;
  const end = new Date(at.getTime() + 7 * DAY_MS).toISOString();
  await sendToEverybody(
    deps,
    {
      // Every ten minutes another time zone may have reached the hour.
      ...{ kinds: KINDS, period: monday, round: at.toISOString().slice(0, 15), end },
      isWanted: ({ settings: { weeklyReport, calendar } }) =>
        weeklyReport &&
        [0, REPORT_HOUR_MS].every((ago) => dayIn(calendar.timeZone, new Date(at.getTime() - ago)) === monday),
      compose: (person) => reportMail({ ...deps, person, now: () => at }),
    },
    signal,
  );
}
