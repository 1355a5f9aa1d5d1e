/** Sends the weekly reports. */
import { users } from '../../projections/views/people/users.ts';
import { reportMail } from '../mail/alert-mail.ts';
import { REPORT, REPORTS_DONE, REPORTS_TRIED } from '../mail/alert-mail-progress.ts';
import { attemptMail } from '../mail/mail-attempt.ts';
import { dayOf, isReachable, type MailRoundDeps } from './send-alert-mails.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The reports go out on Mondays from this hour (UTC) on. */
const REPORT_HOUR = 6;
/** Between two attempts to send failed reports, and the number of attempts. */
const REPORT_PAUSE_MS = 15 * 60 * 1000;
const REPORT_TRIES = 5;
/** People read at once. */
const PAGE = 200;

/** Sends the weekly reports: on Mondays, to each person once. */
export async function sendWeeklyReports(deps: MailRoundDeps, signal: AbortSignal): Promise<void> {
  const { reads, kept, clock } = deps;
  const at = clock.trusted();
  if (at === null) return;
  if (at.getUTCDay() !== 1 || at.getUTCHours() < REPORT_HOUR) return;
  const week = dayOf(at);
  const end = new Date(at.getTime() + 7 * DAY_MS).toISOString();
  if ((await kept.get(REPORTS_DONE, week)) !== null) return;
  const nextTry = new Date(at.getTime() + REPORT_PAUSE_MS).toISOString();
  if (!(await kept.putIfAbsent(REPORTS_TRIED, week, true, nextTry))) return;
  let failures = 0;
  for (let after = ''; ; ) {
    const { rows } = await reads.find(users, { after, limit: PAGE, countUpTo: 1 });
    for (const person of rows) {
      if (signal.aborted) return;
      if (!isReachable(person) || !person.settings.weeklyReport) continue;
      const own = `${person.id} ${week}`;
      if (!(await kept.putIfAbsent(REPORT, own, true, end))) continue;
      if (await attemptMail(deps, await reportMail({ ...deps, person, now: () => at }), signal)) continue;
      failures += 1;
      await kept.remove(REPORT, own);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) break;
    after = last.id;
  }
  const tries = await kept.increment(REPORTS_TRIED, `${week} tries`, end);
  if (failures === 0 || tries >= REPORT_TRIES) await kept.put(REPORTS_DONE, week, true, end);
}
