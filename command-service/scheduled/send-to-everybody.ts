/** Sends one mail to each person who wants it, once in a period. */
import type { Mail } from '../../infra/ports/mailer.ts';
import { type UserDoc, users } from '../../projections/views/people/users.ts';
import { attemptMail } from '../mail/mail-attempt.ts';
import { isReachable, type MailRoundDeps } from './send-alert-mails.ts';

/** Between two attempts to send what failed, and the number of attempts. */
const PAUSE_MS = 15 * 60 * 1000;
const TRIES = 5;
/** People read at once. */
const PAGE = 200;

interface PeriodicMail {
  /** The kinds of its entries in durable state: by person and period; by period, done; by period, tried. */
  readonly kinds: { readonly sent: string; readonly done: string; readonly tried: string };
  readonly period: string;
  readonly at: Date;
  /** When the period is over for good: an ISO instant. */
  readonly end: string;
  readonly isWanted: (person: UserDoc) => boolean;
  /** null: there is nothing to say to this person. */
  readonly compose: (person: UserDoc) => Promise<Mail | null>;
}

/** Sends what was not sent yet. A mail is marked as sent before it goes out: none is sent twice. */
export async function sendToEverybody(
  deps: MailRoundDeps,
  { kinds, period, at, end, isWanted, compose }: PeriodicMail,
  signal: AbortSignal,
): Promise<void> {
  const { reads, kept } = deps;
  if ((await kept.get(kinds.done, period)) !== null) return;
  const nextTry = new Date(at.getTime() + PAUSE_MS).toISOString();
  if (!(await kept.putIfAbsent(kinds.tried, period, true, nextTry))) return;
  let failures = 0;
  for (let after = ''; ; ) {
    const { rows } = await reads.find(users, { after, limit: PAGE, countUpTo: 1 });
    for (const person of rows) {
      if (signal.aborted) return;
      if (!isReachable(person) || !isWanted(person)) continue;
      const own = `${person.id} ${period}`;
      if (!(await kept.putIfAbsent(kinds.sent, own, true, end))) continue;
      if (await attemptMail(deps, await compose(person), signal)) continue;
      failures += 1;
      await kept.remove(kinds.sent, own);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) break;
    after = last.id;
  }
  const tries = await kept.increment(kinds.tried, `${period} tries`, end);
  if (failures === 0 || tries >= TRIES) await kept.put(kinds.done, period, true, end);
}
