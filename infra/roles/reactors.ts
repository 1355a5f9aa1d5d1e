/** The reactors role: whatever follows from events or from the time. */
import { Photos } from '../../command-service/identity/photos.ts';
import { runJobs } from '../../command-service/jobs/job-runner.ts';
import { CheckReplies } from '../../command-service/links/check-replies.ts';
import { runAccountErasure } from '../../command-service/reactors/account-erasure.ts';
import { runAlertMails } from '../../command-service/reactors/alert-mails.ts';
import { runCheckSchedule } from '../../command-service/reactors/check-schedule.ts';
import { keepEvidence } from '../../command-service/reactors/evidence-capture.ts';
import { requestScreenshots } from '../../command-service/reactors/evidence-screenshots.ts';
import { runShareRevocation } from '../../command-service/reactors/share-revocation.ts';
import { runTeamDeletion } from '../../command-service/reactors/team-deletion.ts';
import { followTokens } from '../../command-service/reactors/token-revocation.ts';
import { schedule } from '../../command-service/scheduled/scheduler.ts';
import type { RoleContext, RoleParts } from './role.ts';

/** Often enough that the links of an imported file are checked at once; a round that finds nothing costs a millisecond. */
const SCHEDULE_EVERY_MS = 5_000;

/** Starts the role. */
export function startReactors(context: RoleContext): RoleParts {
  const { config, engine, publicUrl, logger, now, clock, stopping } = context;
  const { views: reads, values, state, checkpoints, leases, blobs, keys } = engine;
  const store = context.log();
  const deps = { store, feed: store, reads, checkpoints, leases, logger, now };
  const outcomes = new CheckReplies(stopping);
  const screenshots = requestScreenshots(engine.screenshots, stopping);
  const underLease = (name: string, work: (signal: AbortSignal) => Promise<void>) => leases.hold(name, work, stopping);
  return {
    work: [
      outcomes.follow(store),
      screenshots.running,
      runTeamDeletion(deps, stopping),
      runCheckSchedule(deps, stopping),
      followTokens(deps, stopping),
      runShareRevocation(deps, stopping),
      runAccountErasure(
        {
          ...{ ...deps, state, sessions: context.sessions(), photos: new Photos(store, blobs, leases) },
          identityKey: engine.secrets.secret('identity'),
          forget: (owners) => keys.destroy(...owners),
          scrub: () => engine.eraseDeleted(),
        },
        stopping,
      ),
      runAlertMails({ ...deps, kept: state, mailer: context.mailer(), publicUrl, clock }, stopping),
      keepEvidence(
        {
          ...{ ...deps, files: blobs, quota: config.evidenceQuota },
          takePicture: config.checker.render === 'never' ? null : screenshots.take,
        },
        stopping,
      ),
      underLease('link jobs', (signal) => runJobs({ ...deps, claims: values, outcomes }, signal)),
      underLease('scheduler', (signal) => schedule({ store, reads, logger, now, clock }, SCHEDULE_EVERY_MS, signal)),
    ],
  };
}
