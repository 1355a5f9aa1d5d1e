/** The table of all reactors: one runner carries them out. */
import { type AccountErasureDeps, accountErasure } from './account-erasure.ts';
import { type AlertMailsDeps, alertMails } from './alert-mails.ts';
import { checkSchedule } from './check-schedule.ts';
import { deviationNotices } from './deviation-notices.ts';
import { type EmailChangeNoticeDeps, emailChangeNotice } from './email-change-notice.ts';
import { type EvidenceDeps, evidenceCapture } from './evidence-capture.ts';
import { type PlanActivationDeps, planActivation } from './plan-activation.ts';
import { runReactor } from './run-reactor.ts';
import { shareRevocation } from './share-revocation.ts';
import { teamDeletion } from './team-deletion.ts';
import { tokenRevocation } from './token-revocation.ts';

/** The dependencies of all reactors. */
type AllReactorDeps = AccountErasureDeps & AlertMailsDeps & EmailChangeNoticeDeps & EvidenceDeps & PlanActivationDeps;

/** Runs all reactors until aborted. */
export async function runReactors(deps: AllReactorDeps, signal: AbortSignal): Promise<void> {
  const reactors = [
    accountErasure(deps),
    teamDeletion(deps),
    tokenRevocation(deps),
    shareRevocation(deps),
    checkSchedule(deps),
    alertMails(deps),
    deviationNotices(deps),
    emailChangeNotice(deps),
    evidenceCapture(deps),
    planActivation(deps),
  ];
  await Promise.all(reactors.map((reactor) => runReactor(deps, reactor, signal)));
}
