/** Mails the seal of a day to the people who want the mail. */
import { seals } from '../../../projections/views/ledger/seals.ts';
import { SEAL, SEALS_DONE } from '../alert-mail-progress.ts';
import { sealMail } from '../seal-mail.ts';
import type { MailRoundDeps } from './send-alert-mails.ts';
import { sendToEverybody } from './send-to-everybody.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Older seals are not mailed: they are in Settings. */
const MAILED_DAYS = 2;
const KINDS = { sent: SEAL, done: SEALS_DONE };

/** Sends the newest seal to each person once. */
export async function sendSealMails(deps: MailRoundDeps, signal: AbortSignal): Promise<void> {
  const { reads, clock, publicUrl, unsubscribing } = deps;
  const at = clock.trusted();
  if (at === null) return;
  const { rows } = await reads.find(seals, { sort: { field: 'day', descending: true }, limit: 1, countUpTo: 1 });
  const [newest] = rows;
  if (newest === undefined || at.getTime() - Date.parse(newest.sealedAt) > MAILED_DAYS * DAY_MS) return;
  const end = new Date(at.getTime() + 2 * MAILED_DAYS * DAY_MS).toISOString();
  await sendToEverybody(
    deps,
    {
      ...{ kinds: KINDS, period: newest.day, end },
      isWanted: ({ settings }) => settings.sealMails,
      compose: async ({ id, email, settings: { language } }) => {
        const unsubscribe = unsubscribing.ofSetting(id, 'sealMails');
        return sealMail({ ...newest, email, publicUrl, language, unsubscribe });
      },
    },
    signal,
  );
}
