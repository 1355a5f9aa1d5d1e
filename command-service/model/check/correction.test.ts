import test from 'ava';
import fc from 'fast-check';
import type { LinkStatus, Verdict } from '../../contract/observation.ts';
import { givenWhenThen } from '../../testing/given-when-then.ts';
import type { CheckCommand, CorrectVerdict, UndoCorrection } from './commands.ts';
import { check } from './decider.ts';
import { type CheckEvent, CLAIMS, type Claim } from './events.ts';

const scenario = givenWhenThen(check);
const linkId = 'l1';
const ADDRESSES = { articleLink: 'https://blog.example/post', clientLink: 'https://client.example/' };
const SINCE = '2026-03-03';

const request = (checkId: string): CheckCommand => ({
  type: 'RequestCheck',
  linkId,
  checkId,
  reason: 'manual',
  ...ADDRESSES,
});
const verdictOf = (status: LinkStatus, anchor: string | null = null): Verdict => ({
  status,
  reason: ({ live: 'found-static', removed: 'not-on-page', pending: 'blocked' } as const)[status],
  anchor,
  linkType: status === 'live' ? 'dofollow' : null,
  linkTypeCause: null,
  ruleVersion: 1,
});
const record = (checkId: string, status: LinkStatus, anchor: string | null = null): CheckCommand => ({
  type: 'RecordCheck',
  linkId,
  checkId,
  observation: { visits: [], browserSkipped: null },
  verdict: verdictOf(status, anchor),
});
const correct = (claim: Claim, correctionId = 'k1'): CorrectVerdict => ({
  type: 'CorrectVerdict',
  linkId,
  correctionId,
  claim,
  note: 'I see it in the second paragraph.',
  since: SINCE,
});
const undo = (correctionId = 'k1'): UndoCorrection => ({ type: 'UndoCorrection', linkId, correctionId, since: SINCE });

/** The events of these commands in sequence. */
function after(...commands: readonly CheckCommand[]): readonly CheckEvent[] {
  const events: CheckEvent[] = [];
  for (const command of commands) {
    events.push(...check.decide(events.reduce(check.evolve, check.initialState), command));
  }
  return events;
}

/** The status after these events. */
function statusAfter(events: readonly CheckEvent[]): LinkStatus {
  return events.reduce(check.evolve, check.initialState).status;
}

const removed = [request('c1'), record('c1', 'removed')];
const live = [request('c1'), record('c1', 'live', 'tea')];

test('a person says that a removed link is live, and the status follows from the day they name', (t) => {
  const { type: _, ...data } = correct('live');
  scenario(t)
    .given(...after(...removed))
    .when(correct('live'))
    .yields(
      { type: 'VerdictCorrected', data },
      {
        type: 'LinkStatusChanged',
        data: { linkId, from: 'removed', to: 'live', reason: 'corrected-live', since: SINCE },
      },
    );
});

test('a person says that the found link is not theirs, and the link counts as removed', (t) => {
  t.is(statusAfter(after(...live, correct('not-ours'))), 'removed');
});

test('a repeated correction changes nothing', (t) => {
  scenario(t)
    .given(...after(...removed, correct('live')))
    .when(correct('live'))
    .yields();
});

test('a link that was never checked has nothing to correct', (t) => {
  scenario(t)
    .given(...after(request('c1')))
    .when(correct('live'))
    .refused('not-checked');
});

test('a claim that the list already shows is refused', (t) => {
  scenario(t)
    .given(...after(...live))
    .when(correct('live'))
    .refused('nothing-to-correct');
  for (const claim of ['removed', 'not-ours'] as const) {
    scenario(t)
      .given(...after(...removed))
      .when(correct(claim))
      .refused('nothing-to-correct');
  }
});

test('a page that could not be read does not end a correction', (t) => {
  t.is(statusAfter(after(...removed, correct('live'), request('c2'), record('c2', 'pending'))), 'live');
});

test('a later check that disagrees decides', (t) => {
  const events = after(...removed, correct('live'), request('c2'), record('c2', 'removed'));
  t.is(statusAfter(events), 'removed');
  scenario(t)
    .given(...events)
    .when(undo())
    .refused('correction-over');
});

test('a later check that agrees takes the place of the correction', (t) => {
  const events = after(...removed, correct('live'), request('c2'), record('c2', 'live'));
  t.is(statusAfter(events), 'live');
  scenario(t)
    .given(...events)
    .when(undo())
    .refused('correction-over');
});

test('the same link of somebody else found again does not end a correction, another link does', (t) => {
  const wrong = [...live, correct('not-ours'), request('c2')];
  t.is(statusAfter(after(...wrong, record('c2', 'live', 'tea'))), 'removed');
  t.is(statusAfter(after(...wrong, record('c2', 'live', 'best tea'))), 'live');
});

test('other addresses end a correction', (t) => {
  const moved: CheckCommand = {
    type: 'RequestCheck',
    linkId,
    checkId: 'c2',
    reason: 'edited',
    ...ADDRESSES,
    articleLink: 'https://blog.example/moved',
  };
  const events = after(...removed, correct('live'), moved);
  t.is(statusAfter(events), 'pending');
  scenario(t)
    .given(...events)
    .when(undo())
    .refused('correction-over');
});

test('an undone correction gives the status back that the checks had found', (t) => {
  scenario(t)
    .given(...after(...removed, correct('live')))
    .when(undo())
    .yields(
      { type: 'CorrectionUndone', data: { linkId, correctionId: 'k1' } },
      {
        type: 'LinkStatusChanged',
        data: { linkId, from: 'live', to: 'removed', reason: 'correction-undone', since: SINCE },
      },
    );
});

test('a second correction replaces the first, and undoing it leads back to the checks', (t) => {
  const pending = [request('c1'), record('c1', 'pending')];
  const events = after(...pending, correct('live'), correct('removed', 'k2'));
  t.is(statusAfter(events), 'removed');
  t.is(
    statusAfter([...events, ...check.decide(events.reduce(check.evolve, check.initialState), undo('k2'))]),
    'pending',
  );
});

test('a loss after an undone correction of a page that could not be read needs no confirmation', (t) => {
  const scheduled: CheckCommand = { ...ADDRESSES, type: 'RequestCheck', linkId, checkId: 'c2', reason: 'scheduled' };
  const events = after(request('c1'), record('c1', 'pending'), correct('live'), undo(), scheduled);
  t.is(statusAfter(events), 'pending');
  const state = events.reduce(check.evolve, check.initialState);
  t.is(statusAfter([...events, ...check.decide(state, record('c2', 'removed'))]), 'removed');
});

const command = fc.oneof(
  fc.record({ kind: fc.constant('check' as const), status: fc.constantFrom<LinkStatus>('live', 'removed', 'pending') }),
  fc.record({ kind: fc.constant('correct' as const), claim: fc.constantFrom(...CLAIMS) }),
  fc.record({ kind: fc.constant('undo' as const) }),
);

test('the newest events alone lead to the same decisions as all of them', (t) => {
  fc.assert(
    fc.property(fc.array(command, { minLength: 20, maxLength: 60 }), (steps) => {
      const events: CheckEvent[] = [...after(request('c0'), record('c0', 'removed'))];
      const state = () => events.reduce(check.evolve, check.initialState);
      const tryTo = (each: CheckCommand) => {
        try {
          events.push(...check.decide(state(), each));
        } catch {
          // Refused: the log is unchanged.
        }
      };
      for (const [index, step] of steps.entries()) {
        if (step.kind === 'check') {
          const schedule = { everyDays: 14, retries: 3 };
          tryTo({ type: 'RequestCheck', linkId, checkId: `c${index + 1}`, reason: 'manual', ...ADDRESSES, schedule });
          tryTo(record(`c${index + 1}`, step.status));
        } else if (step.kind === 'correct') tryTo(correct(step.claim, `k${index}`));
        else tryTo(undo(state().correction?.correctionId ?? 'k'));
      }
      const newest = events.slice(-(check.tail?.length ?? 0));
      if (check.tail?.determinesState(newest) !== true) return;
      const short = newest.reduce(check.evolve, check.initialState);
      const { status, lastClaim, correction } = state();
      t.deepEqual(
        { status: short.status, lastClaim: short.lastClaim, correction: short.correction },
        { status, lastClaim, correction },
      );
    }),
  );
});
