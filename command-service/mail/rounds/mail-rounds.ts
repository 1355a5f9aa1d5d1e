/** Writes alert mails, weekly reports, and mails about plans and seals in rounds, and sends the waiting mails. */
import { inRounds } from '../../../infra/ports/process/rounds.ts';
import type { MailOutbox } from '../outbox.ts';
import { type MailRoundDeps, sendAlertMails } from './send-alert-mails.ts';
import { sendPlanEndMails } from './send-plan-end-mails.ts';
import { sendSealMails } from './send-seal-mails.ts';
import { sendWeeklyReports } from './weekly-report.ts';

const ROUND_MS = 30_000;

/** Sends due mails until aborted. A failure is logged, and the next round tries again. */
export async function runMailRounds(
  deps: MailRoundDeps & { readonly outbox: MailOutbox },
  signal: AbortSignal,
): Promise<void> {
  const trouble = { logger: deps.logger, failing: 'could not write alert mails; trying again' };
  const senders = [sendAlertMails, sendWeeklyReports, sendPlanEndMails, sendSealMails];
  await Promise.all([
    ...senders.map((send) => inRounds(() => send(deps, signal), ROUND_MS, trouble, signal)),
    deps.outbox.run(signal),
  ]);
}
