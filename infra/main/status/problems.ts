/**
 * Problems to look at, from the reports of all processes. Each sentence is translated in
 * command-service/contract/languages/<language>/doctor.json.
 */
import type { SystemProblemAnswer, SystemViewAnswer } from '../../../query-service/contract/answers/system.ts';
import type { ProcessReport } from './process-report.ts';

/** With a longer lag lists are too old to work with: the same as in `/api/ready`. */
const MAX_LAG_S = 60;
/** In seconds, the same as for the alert of a stalled checker. */
const MAX_SILENT_S = 26 * 60 * 60;

interface Reported {
  readonly reports: readonly ProcessReport[];
  readonly views: readonly SystemViewAnswer[];
  /** The roles that some process must play and report. */
  readonly roles: readonly string[];
  readonly now: Date;
}

const RANKS: Readonly<Record<SystemProblemAnswer['level'], number>> = { error: 0, warning: 1 };

/** All problems, errors first, each once. */
export function problemsOf({ reports, views, roles, now }: Reported): readonly SystemProblemAnswer[] {
  const played = new Set(reports.flatMap(({ process }) => process.roles));
  const found = [
    ...roles.filter((role) => !played.has(role)).map(missingRole),
    ...views.flatMap(problemOfView),
    ...reports.flatMap((report) => [...report.problems, ...problemsOfReport(report, now)]),
  ];
  const distinct = new Map(found.map((each) => [each.message, each]));
  return [...distinct.values()].toSorted((one, other) => RANKS[one.level] - RANKS[other.level]);
}

function missingRole(role: string): SystemProblemAnswer {
  return problem(
    'process',
    'error',
    `No process with the role ${role} reports.`,
    'Start one: SERVICES names its roles.',
  );
}

function problemOfView({ view, state, lagSeconds, error }: SystemViewAnswer): readonly SystemProblemAnswer[] {
  if (state === 'stopped') {
    return [
      problem(
        'view',
        'error',
        `The view ${view} stopped at an event that this version cannot handle: ${error}`,
        `Upgrade. If that does not help, stop the server and run npm run rebuild ${view}.`,
      ),
    ];
  }
  if (state === 'failing') {
    const advice = 'It is tried again by itself. If this stays, look into the log of the server.';
    return [problem('view', 'warning', `The view ${view} cannot be updated now: ${error}`, advice)];
  }
  if (state === 'unkept') {
    const advice = 'Is a process with the role projections running? Another one takes over within a minute.';
    return [problem('view', 'warning', `No process keeps the view ${view}.`, advice)];
  }
  if (lagSeconds <= MAX_LAG_S) return [];
  return [
    problem(
      'view',
      'warning',
      `The view ${view} is ${lagSeconds} seconds behind the log: lists are too old.`,
      'Wait some minutes. If it stays, the machine is too slow or busy: look at its load.',
    ),
  ];
}

function problemsOfReport(
  { mails, backup, isChainBroken, checksSilentSeconds = 0 }: ProcessReport,
  now: Date,
): readonly SystemProblemAnswer[] {
  const found: SystemProblemAnswer[] = [];
  if (isChainBroken) {
    found.push(
      problem(
        'log',
        'error',
        'The log does not fit its hash chain: events were lost or changed.',
        'Keep the data as it is, and run npm run verify.',
      ),
    );
  }
  if (checksSilentSeconds > MAX_SILENT_S) {
    found.push(
      problem(
        'checks',
        'error',
        `Checks are due, and none was recorded for ${Math.floor(checksSilentSeconds / 3_600)} hours.`,
        'Is a checker running? Look into its log, or run npm run doctor.',
      ),
    );
  }
  if (backup?.hasFailed) {
    found.push(
      problem(
        'backup',
        'error',
        'The last backup failed.',
        'The log of the server says why. It is tried again by itself.',
      ),
    );
  } else if (backup?.lastAt && now.getTime() - Date.parse(backup.lastAt) > 2_000 * backup.everySeconds) {
    const advice = 'Look into the log of the server for why it takes none.';
    found.push(problem('backup', 'warning', `The last backup is of ${backup.lastAt}.`, advice));
  }
  if (mails !== undefined && mails.retried > 0) {
    found.push(
      problem(
        'mail',
        'warning',
        'The mail server does not take mails: they wait.',
        'They are sent by themselves once it does. npm run doctor says what it answers.',
      ),
    );
  }
  if (mails?.givenUp.some(({ reason }) => reason === 'unreadable')) {
    found.push(
      problem(
        'mail',
        'warning',
        'Mails were given up, because SESSION_SECRET was changed while they waited.',
        'Ask people to send these invitations and shares again.',
      ),
    );
  }
  if (mails?.givenUp.some(({ reason }) => reason === 'late')) {
    found.push(
      problem(
        'mail',
        'warning',
        'Mails were given up: the mail server did not take them in time.',
        'Ask people to send these invitations and shares again.',
      ),
    );
  }
  return found;
}

function problem(
  area: string,
  level: SystemProblemAnswer['level'],
  message: string,
  advice: string,
): SystemProblemAnswer {
  return { area, level, message, advice };
}
