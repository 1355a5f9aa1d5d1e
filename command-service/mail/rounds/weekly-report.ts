/** Sends the weekly reports. */
import { reportMail } from '../alert-mail.ts';
import { REPORT, REPORTS_DONE } from '../alert-mail-progress.ts';
import { dayOf, type MailRoundDeps } from './send-alert-mails.ts';
import { sendToEverybody } from './send-to-everybody.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The reports go out on Mondays from this hour (UTC) on. */
const REPORT_HOUR = 6;
const KINDS = { sent: REPORT, done: REPORTS_DONE };

/** Sends the weekly reports: on Mondays, to each person once. */
export async function sendWeeklyReports(deps: MailRoundDeps, signal: AbortSignal): Promise<void> {
  const at = deps.clock.trusted();
  if (at === null || at.getUTCDay() !== 1 || at.getUTCHours() < REPORT_HOUR) return;
  const end = new Date(at.getTime() + 7 * DAY_MS).toISOString();
  await sendToEverybody(
    deps,
    {
      ...{ kinds: KINDS, period: dayOf(at), end },
      isWanted: ({ settings }) => settings.weeklyReport,
      compose: (person) => reportMail({ ...deps, person, now: () => at }),
    },
    signal,
  );
}
