import test from 'ava';
import type { SystemViewAnswer } from '../../../query-service/contract/answers/system.ts';
import { problemsOf } from './problems.ts';
import { describeProcess, type ProcessReport } from './process-report.ts';

const NOW = new Date('2026-11-23T12:00:00Z');
const process = describeProcess('p', ['command', 'query'], NOW, 'running');
const report: ProcessReport = { process, views: [], problems: [] };
const well: SystemViewAnswer = { view: 'links', state: 'following', lagSeconds: 0, error: null };

/** The problems of one report and one view. */
const found = (reported: Partial<ProcessReport> = {}, view: Partial<SystemViewAnswer> = {}, roles = ['query']) =>
  problemsOf({ reports: [{ ...report, ...reported }], views: [{ ...well, ...view }], roles, now: NOW });

test('an installation that works has no problems', (t) => {
  t.deepEqual(found({ mails: { waiting: 3, retried: 0, nextAt: null, givenUp: [] } }), []);
  t.deepEqual(found({ backup: { folder: '/b', everySeconds: 3_600, keep: 2, lastAt: null, hasFailed: false } }), []);
  t.deepEqual(found({}, { state: 'behind', lagSeconds: 60 }), []);
});

test('a missing role, and a view that stopped, fails, is far behind or unkept, are problems', (t) => {
  const messages = [
    ...found({}, {}, ['query', 'reactors']),
    ...found({}, { state: 'stopped', error: 'No such event.' }),
    ...found({}, { state: 'failing', error: 'The disk is full.' }),
    ...found({}, { state: 'behind', lagSeconds: 61 }),
    ...found({}, { state: 'unkept' }),
  ].map(({ level, message }) => `${level}: ${message}`);
  t.deepEqual(messages, [
    'error: No process with the role reactors reports.',
    'error: The view links stopped at an event that this version cannot handle: No such event.',
    'warning: The view links cannot be updated now: The disk is full.',
    'warning: The view links is 61 seconds behind the log: lists are too old.',
    'warning: No process keeps the view links.',
  ]);
});

test('a broken chain, silent checks, a backup that failed or is late, and waiting mails are problems', (t) => {
  const backup = { folder: '/b', everySeconds: 3_600, keep: 2, hasFailed: false };
  const mails = { waiting: 1, retried: 1, nextAt: NOW.toISOString(), givenUp: [] };
  const lost = { kind: 'alert-mail', reason: 'unreadable', at: NOW.toISOString() } as const;
  const subjects = (reported: Partial<ProcessReport>) => found(reported).map(({ area, level }) => `${area} ${level}`);
  t.deepEqual(subjects({ isChainBroken: true }), ['log error']);
  t.deepEqual(subjects({ checksSilentSeconds: 27 * 3_600 }), ['checks error']);
  t.deepEqual(subjects({ backup: { ...backup, lastAt: '2026-11-23T11:30:00Z', hasFailed: true } }), ['backup error']);
  t.deepEqual(subjects({ backup: { ...backup, lastAt: '2026-11-23T09:59:00Z' } }), ['backup warning']);
  t.deepEqual(subjects({ mails }), ['mail warning']);
  for (const reason of ['unreadable', 'late'] as const)
    t.deepEqual(subjects({ mails: { ...mails, retried: 0, givenUp: [{ ...lost, reason }] } }), ['mail warning']);
  t.deepEqual(subjects({ mails: { ...mails, retried: 0, givenUp: [{ ...lost, reason: 'refused' }] } }), []);
});

test('errors come first, and a problem that several processes found comes once', (t) => {
  const doubt = { area: 'settings', level: 'warning', message: 'PUBLIC_URL begins with http.', advice: null } as const;
  const reports = [
    { ...report, problems: [doubt] },
    { ...report, problems: [doubt], isChainBroken: true },
  ];
  const areas = problemsOf({ reports, views: [], roles: [], now: NOW }).map(({ area }) => area);
  t.deepEqual(areas, ['log', 'settings']);
});
