/** Mails about the end of a paid plan: a week before, and a day before, each once. */
import { subscriptions } from '../../../projections/views/people/subscriptions.ts';
import { users } from '../../../projections/views/people/users.ts';
import { RENEWAL_DAYS } from '../../contract/prices.ts';
import { PLAN_END } from '../alert-mail-progress.ts';
import { planEndMail } from '../plan-end-mail.ts';
import type { MailRoundDeps } from './send-alert-mails.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Plans read at once. */
const PAGE = 200;

/** Sends the mails about plans that end within a week, and again within a day. */
export async function sendPlanEndMails(deps: MailRoundDeps, signal: AbortSignal): Promise<void> {
  const { reads, state, outbox, clock, publicUrl } = deps;
  const at = clock.trusted();
  if (at === null) return;
  const last = new Date(at.getTime() + RENEWAL_DAYS * DAY_MS).toISOString();
  for (let skip = 0; ; skip += PAGE) {
    const sort = { field: 'paidUntil', descending: false } as const;
    const { rows } = await reads.find(subscriptions, { sort, skip, limit: PAGE, countUpTo: 1 });
    for (const { id: userId, plan, paidUntil } of rows) {
      if (signal.aborted || paidUntil === null || paidUntil > last) return;
      const left = Date.parse(paidUntil) - at.getTime();
      if (left <= 0) continue;
      const mark = `${userId} ${paidUntil} ${left <= DAY_MS ? 'day' : 'week'}`;
      const ends = new Date(Date.parse(paidUntil) + DAY_MS).toISOString();
      if ((await state.get(PLAN_END, mark)) !== null) continue;
      const person = await reads.get(users, userId);
      if (person !== null && person.deletedAt === null && person.email !== '') {
        const mail = planEndMail({
          email: person.email,
          plan,
          paidUntil,
          publicUrl,
          language: person.settings.language,
        });
        await outbox.add(mail, { id: `plan-end ${mark}`, kind: 'plan-end-mail', until: paidUntil });
      }
      await state.put(PLAN_END, mark, true, ends);
    }
    if (rows.length < PAGE) return;
  }
}
