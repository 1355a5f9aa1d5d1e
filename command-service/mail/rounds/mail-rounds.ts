/** Writes alert mails, weekly reports, and mails about plans and seals in rounds, and sends the mails that wait. */
import { setTimeout as pause } from 'node:timers/promises';
import type { MailOutbox } from '../outbox.ts';
import { type MailRoundDeps, sendAlertMails } from './send-alert-mails.ts';
import { sendPlanEndMails } from './send-plan-end-mails.ts';
import { sendSealMails } from './send-seal-mails.ts';
import { sendWeeklyReports } from './weekly-report.ts';

const ROUND_MS = 30_000;

/** Sends what is due until aborted. A failure is logged, and the next round tries again. */
export async function runMailRounds(
  deps: MailRoundDeps & { readonly outbox: MailOutbox },
  signal: AbortSignal,
): Promise<void> {
  const inRounds = async (send: (deps: MailRoundDeps, signal: AbortSignal) => Promise<void>) => {
    for (let failing = false; !signal.aborted; ) {
      try {
        await send(deps, signal);
        failing = false;
      } catch (error) {
        if (!failing && !signal.aborted) deps.logger.error({ err: error }, 'could not write alert mails; trying again');
        failing = true;
      }
      await pause(ROUND_MS, undefined, { signal }).catch(() => undefined);
    }
  };
  await Promise.all([
    inRounds(sendAlertMails),
    inRounds(sendWeeklyReports),
    inRounds(sendPlanEndMails),
    inRounds(sendSealMails),
    deps.outbox.run(signal),
  ]);
}
