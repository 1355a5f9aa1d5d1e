/** The reactors role: the work that follows from events and from time. */
import { judgeAgain } from '../../../checker/verdict/judge-again.ts';
import { runAlertRules } from '../../../command-service/alert-rules/run-alert-rules.ts';
import type { ChannelQueue } from '../../../command-service/channels/channel-queue.ts';
import { askCheckers } from '../../../command-service/checks/ask-checkers.ts';
import { CheckReplies } from '../../../command-service/checks/check-replies.ts';
import { Photos } from '../../../command-service/identity/photos.ts';
import { runJobs } from '../../../command-service/jobs/job-runner.ts';
import type { MailOutbox } from '../../../command-service/mail/outbox.ts';
import { runMailRounds } from '../../../command-service/mail/rounds/mail-rounds.ts';
import { runReactors } from '../../../command-service/reactors/all-reactors.ts';
import { issueReports } from '../../../command-service/scheduled/report-issues.ts';
import { schedule } from '../../../command-service/scheduled/scheduler.ts';
import { sealDaily } from '../../../command-service/scheduled/seal-log.ts';
import { settlePayments } from '../../../command-service/scheduled/settle-payments.ts';
import { LogChain } from '../../ledger/follow-chain.ts';
import { requestTimestamp } from '../../ledger/timestamp.ts';
import { makeDialer } from '../../network/dialer.ts';
import { guardedAgent } from '../../network/guarded-agent.ts';
import { makeGuard } from '../../network/ssrf-guard.ts';
import { counter, gauge, type Metric } from '../../ports/process/metric.ts';
import type { Config } from '../config/config.ts';
import { startBackups } from '../parts/backups.ts';
import { openChannels } from '../parts/channels.ts';
import { openPayments } from '../parts/payments.ts';
import { openReportWriter } from '../parts/report-writer.ts';
import type { RoleContext, RoleParts } from '../parts/role.ts';
import { openSharing } from '../parts/sharing.ts';

/** Often enough that the links of an imported file are checked at once; a round without work costs a millisecond. */
const SCHEDULE_EVERY_MS = 5_000;

/** Often enough that a payment is settled a minute or two after it was started. */
const SETTLE_EVERY_MS = 15_000;

const STAMP_HEADERS_MS = 15_000;
const STAMP_BODY_MS = 5_000;

/** Gets timestamps from the configured authority, which must be on the public internet or in CHECKER_ALLOW_HOSTS. */
function stampWith({ timestampUrl, checker }: Config): ((hash: string) => Promise<string>) | null {
  if (timestampUrl === null) return null;
  const guard = makeGuard(checker.allowHosts);
  const dialer = makeDialer({ guard, ...(checker.dns !== undefined && { dns: checker.dns }) });
  return async (hash) => {
    const refusal = guard.url(new URL(timestampUrl));
    if (refusal !== null) throw new Error(`TIMESTAMP_URL may not be used: ${refusal}`);
    const agent = guardedAgent(dialer, STAMP_HEADERS_MS, STAMP_BODY_MS);
    try {
      return await requestTimestamp(timestampUrl, hash, agent);
    } finally {
      await agent.close();
    }
  };
}

/** Starts the role. */
export function startReactors(context: RoleContext): RoleParts {
  const { config, engine, publicUrl, logger, now, clock, stopping } = context;
  const { views: reads, values, state, checkpoints, leases, blobs, keys } = engine;
  const store = context.log();
  const deps = { store, feed: store, reads, checkpoints, leases, logger, now };
  const payments = openPayments(context);
  const checkReplies = new CheckReplies(stopping);
  const screenshots = askCheckers(engine.screenshots, stopping);
  const backups = startBackups({ config, leases, logger, now, stopping });
  const chain = new LogChain({ feed: engine.log, state, checkpoints, leases, logger });
  const [outbox, unsubscribing] = [context.outbox(), context.unsubscribing()];
  const channels = openChannels(context);
  for (const metric of [...backups.metrics, ...mailMetrics(outbox), ...channelMetrics(channels), chainMetric(chain)])
    context.metrics.add(metric);
  const underLease = (name: string, work: (signal: AbortSignal) => Promise<void>) => leases.hold(name, work, stopping);
  return {
    work: [
      checkReplies.follow(store),
      screenshots.running,
      chain.run(stopping, (signal) =>
        sealDaily({ store, head: () => chain.head, stamp: stampWith(config), logger, clock }, signal),
      ),
      runReactors(
        {
          ...{ ...deps, state, clock, files: blobs, quota: config.evidenceQuota },
          ...{ sessions: context.sessions(), photos: new Photos(store, blobs, leases) },
          identityKey: engine.secrets.secret('identity'),
          forget: (owners) => keys.destroy(...owners),
          scrub: () => engine.eraseDeleted(),
          payments,
          ...{ outbox, publicUrl },
          takePicture: config.checker.render === 'never' ? null : screenshots.ask,
        },
        stopping,
      ),
      underLease('mail rounds', (signal) =>
        runMailRounds({ reads, state, outbox, unsubscribing, publicUrl, logger, now, clock }, signal),
      ),
      underLease('alert rules', (signal) =>
        runAlertRules({ reads, state, outbox, channels, unsubscribing, publicUrl, logger, now, clock }, signal),
      ),
      underLease('channels', (signal) => channels.run(signal)),
      ...(payments.isOpen
        ? [
            underLease('settle payments', (signal) =>
              settlePayments({ reads, payments, logger, now }, SETTLE_EVERY_MS, signal),
            ),
          ]
        : []),
      ...backups.work,
      underLease('link jobs', (signal) =>
        runJobs({ ...deps, claims: values, checkReplies, judge: judgeAgain }, signal),
      ),
      context.printer().running,
      underLease('report issues', (signal) =>
        issueReports(
          {
            ...{ store, feed: store, reads, outbox, unsubscribing, files: blobs, publicUrl, logger, clock },
            ...{ sharing: openSharing(context), reports: openReportWriter(context) },
          },
          signal,
        ),
      ),
      underLease('scheduler', (signal) => schedule({ store, reads, logger, now, clock }, SCHEDULE_EVERY_MS, signal)),
    ],
    close: () => channels.close(),
    async report() {
      const [mails, backup] = [await outbox.summary(), backups.status()];
      return { mails, ...(backup !== null && { backup }), ...(chain.status === 'broken' && { isChainBroken: true }) };
    },
  };
}

function mailMetrics(outbox: MailOutbox): readonly Metric[] {
  return [
    gauge('linkledger_mails_waiting', 'Mails that wait for the mail server.', () => outbox.waiting()),
    counter('linkledger_mails_given_up_total', 'Mails that waited and are not tried again.', () => outbox.givenUp),
  ];
}

function channelMetrics(channels: ChannelQueue): readonly Metric[] {
  return [
    gauge('linkledger_channel_messages_waiting', 'Messages that wait for channels.', () => channels.waiting()),
    counter('linkledger_channel_failures_total', 'Tries of messages to channels that failed.', () => channels.failed),
    counter(
      'linkledger_channel_messages_given_up_total',
      'Messages to channels that are not tried again.',
      () => channels.dropped,
    ),
  ];
}

function chainMetric(chain: LogChain): Metric {
  return {
    ...{ type: 'gauge', name: 'linkledger_chain_fits', labels: [] },
    help: '1 while the log fits its hash chain, 0 if events were lost or changed; absent where another process follows.',
    read: () => (chain.status === 'waiting' ? [] : [{ labels: {}, value: chain.status === 'following' ? 1 : 0 }]),
  };
}
