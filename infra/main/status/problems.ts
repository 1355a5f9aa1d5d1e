/**
 * Problems to look at, from the reports of all processes. Each sentence is translated in
 * command-service/contract/languages/<language>/doctor.json.
 */

import { MAX_CHECKER_IDLE_MS } from '../../../command-service/scheduled/checker-watchdog.ts';
import type {
  SystemBackupAnswer,
  SystemLostMailAnswer,
  SystemProblemAnswer,
  SystemViewAnswer,
} from '../../../query-service/contract/answers/system.ts';
import { MAX_LAG_SECONDS } from '../../observability/health.ts';
import { ageOf } from '../doctor/backups.ts';
import { type Finding, findingsOf, isProblem } from '../doctor/finding.ts';
import type { ProcessReport } from './process-report.ts';

interface ReportedState {
  readonly reports: readonly ProcessReport[];
  readonly views: readonly SystemViewAnswer[];
  /** The roles that some process must play and report. */
  readonly roles: readonly string[];
  readonly now: Date;
}

const RANKS: Readonly<Record<SystemProblemAnswer['level'], number>> = { error: 0, warning: 1 };

/** All problems, errors first, each once. */
export function problemsOf({ reports, views, roles, now }: ReportedState): readonly SystemProblemAnswer[] {
  const played = new Set(reports.flatMap(({ process }) => process.roles));
  const found = [
    ...roles.filter((role) => !played.has(role)).map(missingRole),
    ...views.map(checkView),
    ...reports.flatMap((report) => [...report.problems, ...checkReport(report, now)]),
  ];
  const distinct = new Map(
    found
      .filter((each) => each !== null)
      .filter(isProblem)
      .map((each) => [each.message, each]),
  );
  return [...distinct.values()].toSorted((one, other) => RANKS[one.level] - RANKS[other.level]);
}

function missingRole(role: string): Finding {
  const advice = 'Start a process with this role: SERVICES names the roles of a process.';
  return findingsOf('process').error(`No process with the role ${role} reports.`, advice);
}

function checkView({ view, state, lagSeconds, error }: SystemViewAnswer): Finding | null {
  const found = findingsOf('view');
  if (state === 'stopped')
    return found.error(
      `The view ${view} stopped at an event that this version cannot handle: ${error}`,
      `Upgrade. If that does not help, stop the server and run npm run rebuild ${view}.`,
    );
  if (state === 'failing')
    return found.warning(
      `The view ${view} cannot be updated now: ${error}`,
      'Linkledger keeps trying. If the problem stays, look into the log of the server.',
    );
  if (state === 'unkept')
    return found.warning(
      `No process keeps the view ${view}.`,
      'Is a process with the role projections running? Another one takes over within a minute.',
    );
  if (lagSeconds <= MAX_LAG_SECONDS) return null;
  return found.warning(
    `The view ${view} is ${lagSeconds} seconds behind the log: lists are too old.`,
    'Wait some minutes. If the delay stays, the machine is too slow or busy: look at its load.',
  );
}

function checkReport(report: ProcessReport, now: Date): readonly (Finding | null)[] {
  const { mails, backup, isChainBroken, checksSilentSeconds = 0 } = report;
  const mail = findingsOf('mail');
  const sendAgain = 'Ask people to send these invitations and shares again.';
  const gaveUp = (why: SystemLostMailAnswer['reason']) => mails?.givenUp.some(({ reason }) => reason === why) === true;
  return [
    isChainBroken === true
      ? findingsOf('log').error(
          'The log does not fit its hash chain: events were lost or changed.',
          'Keep the data as it is, and run npm run verify.',
        )
      : null,
    checksSilentSeconds * 1_000 > MAX_CHECKER_IDLE_MS
      ? findingsOf('checks').error(
          `Checks are due, and none was recorded for ${Math.floor(checksSilentSeconds / 3_600)} hours.`,
          'Is a checker running? Look into its log, or run npm run doctor.',
        )
      : null,
    backup === undefined ? null : checkBackup(backup, now),
    mails !== undefined && mails.retried > 0
      ? mail.warning(
          'The mail server does not take mails: they wait.',
          'Linkledger sends them once the server takes them. npm run doctor shows the answer of the server.',
        )
      : null,
    gaveUp('unreadable')
      ? mail.warning('Mails were given up, because SESSION_SECRET was changed while they waited.', sendAgain)
      : null,
    gaveUp('late') ? mail.warning('Mails were given up: the mail server did not take them in time.', sendAgain) : null,
  ];
}

function checkBackup({ hasFailed, lastAt, everySeconds }: SystemBackupAnswer, now: Date): Finding | null {
  if (hasFailed) {
    const advice = 'The log of the server says why. Linkledger will try again.';
    return findingsOf('backup').error('The last backup failed.', advice);
  }
  return lastAt === null ? null : ageOf(lastAt, everySeconds * 1_000, now);
}
