/** Sends one mail to each person who wants it, once in a period. */
import type { Mail } from '../../../infra/ports/process/mailer.ts';
import { type UserDoc, users } from '../../../projections/views/people/users.ts';
import { isReachable, type MailRoundDeps } from './send-alert-mails.ts';

/** People read at once. */
const PAGE = 200;

interface PeriodicMail {
  /** The kinds of the entries in durable state: `sent` by person and period, `done` by round. */
  readonly kinds: { readonly sent: string; readonly done: string };
  readonly period: string;
  /** Everybody is looked at once in a round; default: once in the period. */
  readonly round?: string;
  /** When the period ends: an ISO instant. */
  readonly end: string;
  readonly isWanted: (person: UserDoc) => boolean;
  /** The mail; null if there is nothing to tell this person. */
  readonly compose: (person: UserDoc) => Promise<Mail | null>;
}

/** Puts the mails of the period into the outbox, each once. */
export async function sendToEverybody(
  deps: MailRoundDeps,
  { kinds, period, round = period, end, isWanted, compose }: PeriodicMail,
  signal: AbortSignal,
): Promise<void> {
  const { reads, state, outbox } = deps;
  if ((await state.get(kinds.done, round)) !== null) return;
  for (let after = ''; ; ) {
    const { rows } = await reads.find(users, { after, limit: PAGE, countUpTo: 1 });
    for (const person of rows) {
      if (signal.aborted) return;
      if (!isReachable(person) || !isWanted(person)) continue;
      const own = `${person.id} ${period}`;
      if ((await state.get(kinds.sent, own)) !== null) continue;
      const mail = await compose(person);
      if (mail !== null) await outbox.add(mail, { id: `${kinds.sent} ${own}`, kind: kinds.sent, until: end });
      await state.put(kinds.sent, own, true, end);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) break;
    after = last.id;
  }
  await state.put(kinds.done, round, true, end);
}
