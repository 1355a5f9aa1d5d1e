import test from 'ava';
import fc from 'fast-check';
import {
  type LinkStatus,
  MATCHINGS,
  type Observation,
  type Verdict,
  type Warning,
} from '../../contract/observation.ts';
import { givenWhenThen, play } from '../../testing/given-when-then.ts';
import type { CheckCommand, JudgeAgain, RequestCheck } from './commands.ts';
import { check } from './decider.ts';
import type { CheckEvent, VerdictJudgedAgain } from './events.ts';

const scenario = givenWhenThen(check);
const linkId = 'l1';
const judgingId = 'j1';
const observation: Observation = { visits: [], browserSkipped: null };
const ADDRESSES = { articleLink: 'https://blog.example/post', clientLink: 'https://client.example/' };
const FORMER: Warning = { code: 'client-page-error', evidence: 'it answers 500' };

const request = (checkId: string, reason: RequestCheck['reason'] = 'manual'): RequestCheck => ({
  type: 'RequestCheck',
  ...{ linkId, checkId, reason },
  ...ADDRESSES,
});
const verdictOf = (status: LinkStatus, more: Partial<Verdict> = {}): Verdict => ({
  status,
  reason: ({ live: 'found-static', removed: 'not-on-page', pending: 'blocked' } as const)[status],
  anchor: null,
  linkType: status === 'live' ? 'dofollow' : null,
  linkTypeCause: null,
  ruleVersion: 1,
  ...more,
});
const record = (checkId: string, verdict: Verdict): CheckCommand => ({
  type: 'RecordCheck',
  ...{ linkId, checkId, observation, verdict },
});
const judge = (verdict: Verdict, checkId = 'c1'): JudgeAgain => ({
  type: 'JudgeAgain',
  ...{ linkId, judgingId, checkId, observation, verdict },
});
const correct = (claim: 'live' | 'removed'): CheckCommand => ({
  type: 'CorrectVerdict',
  ...{ linkId, correctionId: 'k1', claim, note: 'I see it.', since: '2026-03-03' },
});
const undo: CheckCommand = { type: 'UndoCorrection', linkId, correctionId: 'k1', since: '2026-03-03' };

const after = (...commands: readonly CheckCommand[]): readonly CheckEvent[] => play(check, commands).flat();
const judged = (from: LinkStatus, verdict: Verdict): VerdictJudgedAgain => ({
  type: 'VerdictJudgedAgain',
  data: { linkId, judgingId, checkId: 'c1', from, verdict },
});
const changed = (from: LinkStatus, to: LinkStatus): CheckEvent => ({
  type: 'LinkStatusChanged',
  data: { linkId, from, to, reason: verdictOf(to).reason, judgingId },
});

const removed = [request('c1'), record('c1', verdictOf('removed'))];
const looser = verdictOf('live', { ruleVersion: 3, matching: 'ignore-query' });

test('a past check that is judged differently gets a new verdict, and the status follows at once', (t) => {
  scenario(t)
    .given(...after(...removed))
    .when(judge(looser))
    .yields(judged('removed', looser), changed('removed', 'live'));
});

test('a verdict that claims the same is not recorded, whichever rules it comes from', (t) => {
  const same = verdictOf('removed', { ruleVersion: 9, matching: 'any-subdomain' });
  scenario(t)
    .given(...after(...removed))
    .when(judge(same))
    .yields();
});

test('another link type is recorded, and the status stays', (t) => {
  const live = [request('c1'), record('c1', verdictOf('live', { linkType: 'nofollow', linkTypeCause: 'rel' }))];
  scenario(t)
    .given(...after(...live))
    .when(judge(looser))
    .yields(judged('live', looser));
});

test('only the newest check is judged again: neither an older one nor one of other addresses', (t) => {
  const newer = [request('c2'), record('c2', verdictOf('removed'))];
  scenario(t)
    .given(...after(...removed, ...newer))
    .when(judge(looser))
    .yields();
  scenario(t)
    .given(...after(...removed, { ...request('c2'), clientLink: 'https://other.example/' }))
    .when(judge(looser))
    .yields();
  scenario(t).given().when(judge(looser)).yields();
});

test('an open check does not keep the newest report from being judged again', (t) => {
  scenario(t)
    .given(...after(...removed, request('c2')))
    .when(judge(looser))
    .yields(judged('removed', looser), changed('removed', 'live'));
});

test('a correction stays in force, and undoing it leads to the new verdict', (t) => {
  const live = [request('c1'), record('c1', verdictOf('live'))];
  const strict = verdictOf('removed', { ruleVersion: 3 });
  const history = after(...removed, correct('live'));
  scenario(t)
    .given(...history)
    .when(judge(looser))
    .yields(judged('removed', looser));
  scenario(t)
    .given(...after(...removed, correct('live'), judge(looser)))
    .when(undo)
    .yields({ type: 'CorrectionUndone', data: { linkId, correctionId: 'k1' } });
  scenario(t)
    .given(...after(...live, correct('removed'), judge(strict)))
    .when(undo)
    .yields({ type: 'CorrectionUndone', data: { linkId, correctionId: 'k1' } });
});

test('a miss that waits for its confirmation stays unconfirmed, unless judging again finds the link', (t) => {
  const live = [request('c1'), record('c1', verdictOf('live'))];
  const missed = [...live, request('c2', 'scheduled'), record('c2', verdictOf('removed'))];
  const gone = verdictOf('removed', { reason: 'page-gone' });
  const data = { linkId, judgingId, checkId: 'c2', from: 'removed' } as const;
  scenario(t)
    .given(...after(...missed))
    .when(judge(gone, 'c2'))
    .yields({ type: 'VerdictJudgedAgain', data: { ...data, verdict: gone } });
  const found = after(...missed, judge(looser, 'c2'));
  t.deepEqual(found.at(-1), { type: 'VerdictJudgedAgain', data: { ...data, verdict: looser } });
  // Now the second miss counts as the first.
  scenario(t)
    .given(...found, ...after(request('c3', 'confirm')))
    .when(record('c3', verdictOf('removed')))
    .yields({
      type: 'LinkChecked',
      data: {
        ...{ linkId, checkId: 'c3', observation, verdict: verdictOf('removed') },
        before: { status: 'live', lastClaim: 'live', found: { anchor: null, linkType: 'dofollow' } },
      },
    });
});

test('a warning about what the check could not see stays', (t) => {
  const first = [request('c1'), record('c1', verdictOf('live', { warnings: [FORMER] }))];
  const second = [request('c2'), record('c2', verdictOf('removed'))];
  const history = after(...first, ...second);
  const [event] = check.decide(history.reduce(check.evolve, check.initialState), judge(looser, 'c2'));
  t.deepEqual(event?.type === 'VerdictJudgedAgain' && event.data.verdict.warnings, [FORMER]);
});

test('the matching of the schedule goes into each order, and a link without it is checked exactly', (t) => {
  const schedule = { everyDays: 7, retries: 3 };
  const asked = (matching?: 'ignore-query') => {
    const how = { ...schedule, ...(matching && { matching }) };
    const [event] = check.decide(check.initialState, { ...request('c1'), schedule: how });
    return event?.type === 'CheckRequested' ? event.data.matching : null;
  };
  t.is(asked(), undefined);
  t.is(asked('ignore-query'), 'ignore-query');
  const set: CheckCommand = { type: 'SetCheckSchedule', linkId, ...schedule, matching: 'any-subdomain' };
  const history = after(...removed, set);
  t.deepEqual(history.at(-1), { type: 'CheckTimetableSet', data: { linkId, ...schedule, matching: 'any-subdomain' } });
  scenario(t)
    .given(...history)
    .when(set)
    .yields();
  scenario(t)
    .given(...history)
    .when(request('c2', 'scheduled'))
    .yields({
      type: 'CheckRequested',
      data: { linkId, checkId: 'c2', reason: 'scheduled', ...ADDRESSES, matching: 'any-subdomain' },
    });
});

test('judging again with the same rules changes nothing, and judging twice equals judging once', (t) => {
  const status = fc.constantFrom<LinkStatus>('live', 'removed', 'pending');
  const warnings = fc.constantFrom<readonly Warning[]>([], [FORMER], [{ code: 'noindex', evidence: 'it says so' }]);
  const verdict = fc.record({
    ...{ status, warnings, anchor: fc.constantFrom('tea', 'shop', null), matching: fc.constantFrom(...MATCHINGS) },
    linkType: fc.constantFrom('dofollow' as const, 'nofollow' as const),
  });
  type Found = typeof verdict extends fc.Arbitrary<infer Value> ? Value : never;
  const found = ({ status, anchor, linkType, warnings, matching }: Found): Verdict =>
    verdictOf(status, {
      ...(status === 'live' ? { anchor, linkType } : {}),
      ...(warnings.length > 0 && { warnings }),
      ...(matching !== 'exact' && { matching }),
    });
  const step = fc.record({
    what: fc.constantFrom('check', 'check', 'judge', 'correct', 'undo', 'request'),
    reason: fc.constantFrom('manual', 'scheduled', 'confirm'),
    verdict,
    claim: fc.constantFrom('live', 'removed'),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), verdict, (steps, next) => {
      let checks = 0;
      let newest: Verdict | null = null;
      const commands = steps.flatMap((each): CheckCommand[] => {
        if (each.what === 'correct') return [correct(each.claim as 'live' | 'removed')];
        if (each.what === 'undo') return [undo];
        if (each.what === 'request') return [request(`open${checks}`)];
        if (each.what === 'judge') {
          newest = found(each.verdict);
          return [judge(newest, `c${checks}`)];
        }
        newest = found(each.verdict);
        checks += 1;
        return [request(`c${checks}`, each.reason as 'manual'), record(`c${checks}`, newest)];
      });
      let history = play(check, commands).flat();
      // A request that joined an open check has no report of its own.
      const reported = history.findLast(({ type }) => type === 'LinkChecked');
      if (reported?.type !== 'LinkChecked') return;
      const { checkId } = reported.data;
      const again = (by: Verdict) => check.decide(history.reduce(check.evolve, check.initialState), judge(by, checkId));
      const last = history.findLast(({ type }) => type === 'LinkChecked' || type === 'VerdictJudgedAgain');
      if (last?.type === 'LinkChecked' && newest !== null && checkId === `c${checks}`) t.deepEqual(again(newest), []);
      const by = found(next);
      history = [...history, ...again(by)];
      t.deepEqual(again(by), []);
    }),
    { numRuns: 300 },
  );
});
