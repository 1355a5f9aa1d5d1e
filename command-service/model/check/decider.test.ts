import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import type {
  CheckReason,
  LinkStatus,
  Observation,
  ReasonCode,
  Verdict,
  Visit,
  Warning,
} from '../../contract/observation.ts';
import { FREE_CHECK_SCHEDULE } from '../../contract/plans.ts';
import { givenWhenThen, play } from '../../testing/given-when-then.ts';
import type { CheckCommand, RecordCheck, RequestCheck } from './commands.ts';
import { check } from './decider.ts';
import type { CheckEvent, LinkChecked, StateBeforeCheck } from './events.ts';

const scenario = givenWhenThen(check);
const linkId = 'l1';
const addresses = { articleLink: 'https://blog.example/post', clientLink: 'https://client.example/' };
const observation: Observation = { visits: [], browserSkipped: null };

const REASON: Record<LinkStatus, ReasonCode> = { live: 'found-static', removed: 'not-on-page', pending: 'timeout' };
const elsewhere = { ...addresses, articleLink: 'https://blog.example/moved' };
const verdictOf = (status: LinkStatus): Verdict => ({
  status,
  reason: REASON[status],
  anchor: null,
  linkType: null,
  linkTypeCause: null,
  ruleVersion: 1,
});
const request = (checkId: string, reason: CheckReason = 'manual', at = addresses): RequestCheck => ({
  type: 'RequestCheck',
  linkId,
  checkId,
  reason,
  ...at,
});
const record = (checkId: string, status: LinkStatus): RecordCheck => ({
  type: 'RecordCheck',
  linkId,
  checkId,
  observation,
  verdict: verdictOf(status),
});
const requested = (checkId: string, reason: CheckReason = 'manual', at = addresses): CheckEvent => ({
  type: 'CheckRequested',
  data: { linkId, checkId, reason, ...at },
});
const checked = (checkId: string, status: LinkStatus, before?: StateBeforeCheck): CheckEvent => ({
  type: 'LinkChecked',
  data: { linkId, checkId, observation, verdict: verdictOf(status), ...(before && { before }) },
});
/** What a visit with a link saw at the end of a redirect. */
const endedAt = (finalUrl: string): Observation => {
  const hops = [{ url: addresses.articleLink, via: 301 }];
  const link = { href: addresses.clientLink, anchor: 'tea', rel: [], snippet: '<a>' };
  return { visits: [{ ...emptyVisit, finalUrl, hops, matches: [link] }], browserSkipped: null };
};
const fresh: StateBeforeCheck = { status: 'pending', lastClaim: null };
const found = { anchor: null, linkType: null };
const afterLive: StateBeforeCheck = { status: 'live', lastClaim: 'live', found };
const afterUnread: StateBeforeCheck = { status: 'pending', lastClaim: 'live', found };
const changed = (from: LinkStatus, to: LinkStatus): CheckEvent => ({
  type: 'LinkStatusChanged',
  data: { linkId, from, to, reason: REASON[to] },
});
const live = [requested('c1', 'added'), checked('c1', 'live'), changed('pending', 'live')];

test('a check request has everything the checker needs', (t) => {
  scenario(t).given().when(request('c1', 'added')).yields(requested('c1', 'added'));
});

test('a repeated recheck joins the open check', (t) => {
  scenario(t).given(requested('c1')).when(request('c2')).yields();
});

test('a request with the id of a finished check changes nothing', (t) => {
  scenario(t)
    .given(...live)
    .when(request('c1', 'added'))
    .yields();
});

test('a first report of a live link changes the status from pending to live', (t) => {
  scenario(t)
    .given(requested('c1'))
    .when(record('c1', 'live'))
    .yields(checked('c1', 'live', fresh), changed('pending', 'live'));
});

test('a report that confirms the status is recorded and does not change the status', (t) => {
  scenario(t)
    .given(...live, requested('c2'))
    .when(record('c2', 'live'))
    .yields(checked('c2', 'live', afterLive));
});

test('a report of a check that was not requested, or was reported before, changes nothing', (t) => {
  scenario(t).given().when(record('c1', 'live')).yields();
  scenario(t)
    .given(...live)
    .when(record('c1', 'removed'))
    .yields();
});

test('a person’s own recheck that misses a live link decides at once', (t) => {
  for (const reason of ['manual', 'batch'] as const) {
    scenario(t)
      .given(...live, requested('c2', reason))
      .when(record('c2', 'removed'))
      .yields(checked('c2', 'removed', afterLive), changed('live', 'removed'));
  }
});

test('a scheduled check that misses a live link does not yet change its status', (t) => {
  for (const reason of ['scheduled', 'retry', 'added', 'edited'] as const) {
    scenario(t)
      .given(...live, requested('c2', reason))
      .when(record('c2', 'removed'))
      .yields(checked('c2', 'removed', afterLive));
  }
});

const missed = [...live, requested('c2', 'scheduled'), checked('c2', 'removed')];

test('a loss is confirmed by a second miss right after the first', (t) => {
  scenario(t)
    .given(...missed, requested('c3', 'confirm'))
    .when(record('c3', 'removed'))
    .yields(checked('c3', 'removed', afterLive), changed('live', 'removed'));
});

test('a confirmation that finds the link again changes nothing', (t) => {
  scenario(t)
    .given(...missed, requested('c3', 'confirm'))
    .when(record('c3', 'live'))
    .yields(checked('c3', 'live', afterLive));
});

test('a confirmation that cannot read the page confirms nothing: the next miss is the first again', (t) => {
  const unread = [...missed, requested('c3', 'confirm'), checked('c3', 'pending'), changed('live', 'pending')];
  scenario(t)
    .given(...missed, requested('c3', 'confirm'))
    .when(record('c3', 'pending'))
    .yields(checked('c3', 'pending', afterLive), changed('live', 'pending'));
  for (const reason of ['retry', 'confirm'] as const) {
    scenario(t)
      .given(...unread, requested('c4', reason))
      .when(record('c4', 'removed'))
      .yields(checked('c4', 'removed', afterUnread));
  }
});

test('a confirmation without a miss before it does not change the status of a live link', (t) => {
  scenario(t)
    .given(...live, requested('c2', 'confirm'))
    .when(record('c2', 'removed'))
    .yields(checked('c2', 'removed', afterLive));
});

test('a request that follows a check changes nothing once there is a newer check', (t) => {
  const follow = (after: string | null) => ({ ...request('c9', 'scheduled'), after });
  scenario(t)
    .given(...live)
    .when(follow('c1'))
    .yields(requested('c9', 'scheduled'));
  scenario(t)
    .given(...live)
    .when(follow('c0'))
    .yields();
  scenario(t)
    .given(...live)
    .when(follow(null))
    .yields();
  scenario(t).given().when(follow(null)).yields(requested('c9', 'scheduled'));
  scenario(t)
    .given(requested('c1'), requested('c2', 'edited', elsewhere))
    .when(follow('c1'))
    .yields();
});

test('a person who rechecks while a scheduled check is open takes it over, and its miss decides', (t) => {
  const open = [...live, requested('c2', 'scheduled')];
  scenario(t)
    .given(...open)
    .when(request('c3', 'manual'))
    .yields(requested('c2', 'manual'));
  const taken = [...open, requested('c2', 'manual')];
  scenario(t)
    .given(...taken)
    .when(request('c4', 'manual'))
    .yields();
  scenario(t)
    .given(...taken)
    .when(request('c4', 'scheduled'))
    .yields();
  scenario(t)
    .given(...taken)
    .when(record('c2', 'removed'))
    .yields(checked('c2', 'removed', afterLive), changed('live', 'removed'));
});

test('a person who rechecks a link that was never seen live joins the open check as it is', (t) => {
  scenario(t).given(requested('c1', 'added')).when(request('c2', 'manual')).yields();
});

test('a link last seen live is not called removed by a retry after an unreadable page', (t) => {
  scenario(t)
    .given(
      ...live,
      requested('c2', 'scheduled'),
      checked('c2', 'pending'),
      changed('live', 'pending'),
      requested('c3', 'retry'),
    )
    .when(record('c3', 'removed'))
    .yields(checked('c3', 'removed', afterUnread));
});

test('an unreadable page makes a live link pending, never removed', (t) => {
  scenario(t)
    .given(...live, requested('c2'))
    .when(record('c2', 'pending'))
    .yields(checked('c2', 'pending', afterLive), changed('live', 'pending'));
});

test('a check of new addresses replaces the open one and voids the old result', (t) => {
  scenario(t)
    .given(...live)
    .when(request('c2', 'edited', elsewhere))
    .yields(
      { type: 'LinkStatusChanged', data: { linkId, from: 'live', to: 'pending', reason: 'address-changed' } },
      requested('c2', 'edited', elsewhere),
    );
  scenario(t)
    .given(requested('c1'))
    .when(request('c2', 'edited', elsewhere))
    .yields(requested('c2', 'edited', elsewhere));
});

test('the report of a check that was replaced changes nothing', (t) => {
  scenario(t)
    .given(requested('c1'), requested('c2', 'edited', elsewhere))
    .when(record('c1', 'live'))
    .yields();
});

const weekly = { everyDays: 7, retries: 1 };
const setWeekly: CheckCommand = { type: 'SetCheckSchedule', linkId, ...weekly };
const weeklySet: CheckEvent = { type: 'CheckTimetableSet', data: { linkId, ...weekly } };

test('a request carries its schedule', (t) => {
  const asked = requested('c1', 'added');
  scenario(t)
    .given()
    .when({ ...request('c1', 'added'), schedule: weekly })
    .yields({ ...asked, data: { ...asked.data, timetable: weekly } } as CheckEvent);
});

test('a schedule is set only if it differs', (t) => {
  scenario(t)
    .given(...live)
    .when(setWeekly)
    .yields(weeklySet);
  scenario(t)
    .given(...live, weeklySet)
    .when(setWeekly)
    .yields();
  scenario(t)
    .given(...live)
    .when({ type: 'SetCheckSchedule', linkId, ...FREE_CHECK_SCHEDULE })
    .yields();
});

test('a link without checks gets its schedule with its first check', (t) => {
  scenario(t).given().when(setWeekly).yields();
});

const id = fc.constantFrom('c1', 'c2', 'c3', 'c4');
const status = fc.constantFrom<LinkStatus>('live', 'removed', 'pending');
const reason = fc.constantFrom<CheckReason>('added', 'edited', 'manual', 'batch', 'scheduled', 'retry', 'confirm');
const anyCommand: fc.Arbitrary<CheckCommand> = fc.oneof(
  fc.tuple(id, reason, fc.constantFrom(addresses, elsewhere)).map((args) => request(...args)),
  fc.tuple(id, reason, id).map(([checkId, why, after]) => ({ ...request(checkId, why), after })),
  fc.tuple(id, status).map((args) => record(...args)),
  fc.constantFrom(1, 7).map((everyDays) => ({ type: 'SetCheckSchedule', linkId, everyDays, retries: 3 }) as const),
);

test('a repeated command yields no events, whatever came before', (t) => {
  fc.assert(
    fc.property(fc.array(anyCommand, { maxLength: 30 }), anyCommand, (past, command) => {
      t.deepEqual(play(check, [...past, command, command]).at(-1), []);
    }),
  );
});

test('the status of a link is always the "to" of its last change, and every change starts from it', (t) => {
  fc.assert(
    fc.property(fc.array(anyCommand, { maxLength: 40 }), (commands) => {
      let current: LinkStatus = 'pending';
      for (const event of play(check, commands).flat()) {
        if (event.type !== 'LinkStatusChanged') continue;
        t.is(event.data.from, current);
        current = event.data.to;
      }
    }),
  );
});

test('every report answers the newest request, and no check is reported twice', (t) => {
  fc.assert(
    fc.property(fc.array(anyCommand, { maxLength: 40 }), (commands) => {
      let open: string | null = null;
      for (const event of play(check, commands).flat()) {
        if (event.type === 'CheckRequested') open = event.data.checkId;
        if (event.type !== 'LinkChecked') continue;
        t.true(event.data.checkId === open);
        open = null;
      }
    }),
  );
});

test('the newest events lead to the same decisions as the whole stream', (t) => {
  const { tail } = check;
  if (tail === undefined) return t.fail();
  const schedule = { everyDays: 7, retries: 3 };
  // Ids as in real histories: a new id for each request, and sometimes one of the last few.
  const step = fc.record({
    what: fc.constantFrom('request', 'request', 'report', 'report', 'schedule', 'judge'),
    back: fc.constantFrom(0, 0, 0, 1, 2),
    reason,
    at: fc.constantFrom(addresses, addresses, addresses, elsewhere),
    status,
  });
  let bounded = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 60, maxLength: 120 }), step, (steps, last) => {
      let requests = 0;
      const commandOf = ({ what, back, reason: why, at, status: found }: typeof last): CheckCommand => {
        if (what === 'schedule') return { type: 'SetCheckSchedule', linkId, everyDays: back + 1, retries: 3 };
        if (what === 'report') {
          const seen = back === 0 ? observation : endedAt(`https://blog.example/moved-${back}`);
          return { ...record(`c${requests - back}`, found), observation: seen };
        }
        if (what === 'judge') {
          const checkId = `c${requests - back}`;
          return { type: 'JudgeAgain', linkId, judgingId: 'j1', checkId, observation, verdict: verdictOf(found) };
        }
        if (back === 0) requests += 1;
        return { ...request(`c${requests - back}`, why, at), schedule };
      };
      const events = play(check, steps.map(commandOf)).flat();
      const newest = events.slice(-tail.length);
      if (newest.length === events.length || !tail.determinesState(newest)) return;
      bounded += 1;
      const command = commandOf(last);
      const decide = (past: readonly CheckEvent[]) =>
        check.decide(past.reduce(check.evolve, check.initialState), command);
      t.deepEqual(decide(newest), decide(events));
    }),
  );
  t.true(bounded > 50);
});

test('a tail without a check that recorded the state before it does not determine the state', (t) => {
  t.false(check.tail?.determinesState([...live, requested('c2')]));
});

const HIDDEN: Warning = { code: 'hidden', evidence: 'display: none' };
const CLIENT_PAGE: Warning = { code: 'client-page-error', evidence: 'https://client.example/ answers 404' };
const emptyVisit: Visit = {
  ...{ by: 'http', requestedUrl: addresses.articleLink, finalUrl: addresses.articleLink, hops: [], httpStatus: 200 },
  ...{ contentType: null, charset: null, retryAfter: null, complete: true, bytes: 1, durationMs: 1, title: null },
  ...{ metaRobots: null, xRobotsTag: null, canonical: null, contentHash: null, challenge: false },
  ...{ matches: [], nearest: [], linkCount: 0, error: null },
};
const seenBy = (...tiers: Visit['by'][]): Observation => ({
  visits: tiers.map((by) => ({ ...emptyVisit, by })),
  browserSkipped: null,
});
const report = (checkId: string, seen: Observation, verdict: Partial<Verdict>): RecordCheck => ({
  ...record(checkId, 'live'),
  observation: seen,
  verdict: { ...verdictOf('live'), anchor: 'tea', linkType: 'dofollow', ...verdict },
});
/** Records a first check with these warnings; returns the check after it. */
function second(t: ExecutionContext, warnings: readonly Warning[], next: RecordCheck): LinkChecked['data']['verdict'] {
  const first = report('c1', seenBy('http', 'browser'), { warnings });
  const history: CheckEvent[] = [requested('c1', 'added')];
  for (const command of [first, request('c2', 'scheduled'), next]) {
    const state = history.reduce(check.evolve, check.initialState);
    history.push(...check.decide(state, command));
  }
  const last = history.findLast((event) => event.type === 'LinkChecked');
  t.is(last?.data.checkId, 'c2');
  if (last === undefined) throw new Error('nothing was recorded');
  return last.data.verdict;
}

test('a request names where the redirects ended when the link was last found, for the present addresses', (t) => {
  const end = 'https://blog.example/moved';
  const seen = (checkId: string, status: LinkStatus, at: Observation): CheckEvent[] => [
    requested(checkId, 'added'),
    { type: 'LinkChecked', data: { linkId, checkId, observation: at, verdict: verdictOf(status) } },
  ];
  const found = seen('c1', 'live', endedAt(end));
  const withEnd: CheckEvent = {
    type: 'CheckRequested',
    data: { linkId, checkId: 'c9', reason: 'scheduled', ...addresses, articleEnd: end },
  };
  const next = request('c9', 'scheduled');
  scenario(t)
    .given(...found)
    .when(next)
    .yields(withEnd);
  scenario(t)
    .given(...found, ...seen('c2', 'pending', observation))
    .when(next)
    .yields(withEnd);
  scenario(t)
    .given(...found, ...seen('c2', 'live', observation))
    .when(next)
    .yields(requested('c9', 'scheduled'));
  const voided = check.decide(found.reduce(check.evolve, check.initialState), request('c9', 'edited', elsewhere));
  t.true(voided.every(({ data }) => !('articleEnd' in data)));
});

test('a link that differs from the last time gets a warning with both versions', (t) => {
  const verdict = second(t, [], report('c2', seenBy('http'), { anchor: 'shop', linkType: 'nofollow' }));
  t.deepEqual(verdict.warnings, [
    { code: 'anchor-changed', evidence: '“tea” is now “shop”' },
    { code: 'type-changed', evidence: 'dofollow is now nofollow' },
  ]);
});

test('a warning that only a browser sees stays until a browser looks again, and the next check asks for that', (t) => {
  t.deepEqual(second(t, [HIDDEN], report('c2', seenBy('http'), {})).warnings, [HIDDEN]);
  t.is(second(t, [HIDDEN], report('c2', seenBy('http', 'browser'), {})).warnings, undefined);
  const first = checked('c1', 'live', fresh);
  if (first.type !== 'LinkChecked') throw new Error('not a check');
  const seen = { ...first, data: { ...first.data, verdict: { ...verdictOf('live'), warnings: [HIDDEN] } } };
  const asked = requested('c2', 'scheduled');
  if (asked.type !== 'CheckRequested') throw new Error('not a request');
  scenario(t)
    .given(requested('c1', 'added'), seen, changed('pending', 'live'))
    .when(request('c2', 'scheduled'))
    .yields({ ...asked, data: { ...asked.data, look: true } });
});

test('a warning about the client’s page stays while its answer is unknown', (t) => {
  t.deepEqual(second(t, [CLIENT_PAGE], report('c2', seenBy('http'), {})).warnings, [CLIENT_PAGE]);
  const landing = { httpStatus: 200, finalUrl: 'https://client.example/', hops: [], error: null };
  t.is(second(t, [CLIENT_PAGE], report('c2', { ...seenBy('http'), landing }, {})).warnings, undefined);
});
