/**
 * The decider, the view and the scheduler are three parts of one promise: random histories of one link, with a clock
 * and with a scheduler that may read a stale view, must keep it.
 */
import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import type { LastCheck } from '../../projections/rules/next-check.ts';
import type { Recorded } from '../../projections/view.ts';
import { type CheckDoc, checks } from '../../projections/views/links/checks.ts';
import type { CheckReason, LinkStatus, ReasonCode } from '../contract/observation.ts';
import { FREE_CHECK_SCHEDULE } from '../contract/plans.ts';
import { DomainError } from '../core/errors.ts';
import { check } from '../model/check/decider.ts';
import { type CheckEvent, CLAIMS, type Claim } from '../model/check/events.ts';
import { link } from '../model/link/decider.ts';
import type { LinkEvent } from '../model/link/events.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const ADDRESSES = ['https://blog.example/post', 'https://blog.example/moved'] as const;
const linkId = 'l1';

type Step =
  | { readonly do: 'edit' | 'edit-crashed'; readonly address: (typeof ADDRESSES)[number] }
  | { readonly do: 'trash' | 'restore' | 'purge' | 'recheck' | 'round' | 'wait-until-due' }
  | { readonly do: 'stale-round'; readonly old: number }
  | { readonly do: 'report'; readonly status: LinkStatus }
  | { readonly do: 'correct'; readonly claim: Claim }
  | { readonly do: 'undo' }
  | { readonly do: 'wait'; readonly ms: number };

const CODES: Record<LinkStatus, ReasonCode> = { live: 'found-static', removed: 'not-on-page', pending: 'timeout' };

/** One link in a log, its view, and everything that acts on the link. */
class World {
  readonly log: Recorded[] = [];
  /** The view's document after each event; null before the first. */
  readonly docs: (CheckDoc | null)[] = [null];
  clock = Date.parse('2027-01-01T00:00:00Z');
  linkState = link.initialState;
  checkState = check.initialState;
  ids = 0;

  get doc(): CheckDoc | null {
    return this.docs.at(-1) ?? null;
  }

  do(step: Step): void {
    switch (step.do) {
      case 'wait':
        this.clock += step.ms;
        return;
      case 'wait-until-due':
        this.clock = Math.max(this.clock, Date.parse(this.doc?.nextDueAt ?? '') || 0);
        return;
      case 'edit':
      case 'edit-crashed': {
        const fields = { articleLink: step.address };
        const edited = this.#decide(() => link.decide(this.linkState, { type: 'EditLink', linkId, fields }));
        if (edited > 0 && step.do === 'edit') this.request('edited', step.address, undefined);
        return;
      }
      case 'trash':
        this.#decide(() => link.decide(this.linkState, { type: 'TrashLink', linkId }));
        return;
      case 'restore':
        this.#decide(() => link.decide(this.linkState, { type: 'RestoreLink', linkId }));
        return;
      case 'purge':
        this.#decide(() => link.decide(this.linkState, { type: 'PurgeLink', linkId }));
        return;
      case 'recheck':
        if (this.linkState.status === 'active') {
          this.request('manual', this.linkState.fields.articleLink, undefined);
        }
        return;
      case 'round':
        this.round(this.doc);
        return;
      case 'stale-round':
        this.round(this.docs.at(-1 - (step.old % this.docs.length)) ?? null);
        return;
      case 'report':
        this.report(step.status);
        return;
      case 'correct': {
        const correctionId = `k${++this.ids}`;
        const said = { linkId, correctionId, claim: step.claim, note: 'I see it.', since: '2027-01-01' };
        this.#decide(() => check.decide(this.checkState, { type: 'CorrectVerdict', ...said }));
        return;
      }
      case 'undo': {
        const correctionId = this.checkState.correction?.correctionId ?? 'none';
        const undone = { type: 'UndoCorrection', linkId, correctionId, since: '2027-01-01' } as const;
        this.#decide(() => check.decide(this.checkState, undone));
        return;
      }
      default:
        step satisfies never;
    }
  }

  /** The scheduler acts on the document that it has read. */
  round(doc: CheckDoc | null): void {
    const now = new Date(this.clock).toISOString();
    if (doc === null || doc.nextDueAt === null || doc.nextReason === null || doc.nextDueAt > now) return;
    this.request(doc.nextReason, doc.articleLink, doc.requested?.checkId ?? null);
  }

  request(reason: CheckReason, articleLink: string, after: string | null | undefined): void {
    const checkId = `c${++this.ids}`;
    const asked = {
      type: 'RequestCheck',
      linkId,
      checkId,
      reason,
      articleLink,
      clientLink: 'https://c.example/',
    } as const;
    this.#decide(() => check.decide(this.checkState, after === undefined ? asked : { ...asked, after }));
  }

  report(status: LinkStatus): void {
    const { open } = this.checkState;
    if (open === null) return;
    const verdict = {
      status,
      reason: CODES[status],
      anchor: null,
      linkType: null,
      linkTypeCause: null,
      ruleVersion: 1,
    };
    const observation = { visits: [], browserSkipped: null };
    this.#decide(() =>
      check.decide(this.checkState, { type: 'RecordCheck', linkId, checkId: open.checkId, observation, verdict }),
    );
  }

  add(): void {
    const fields = { articleLink: ADDRESSES[0], clientLink: 'https://c.example/', duration: '30 days' };
    const nothing = { liveDate: null, assignedTo: null, pocEmail: null, remarks: null, anchor: null, linkType: null };
    this.#decide(() =>
      link.decide(this.linkState, { type: 'AddLink', linkId, scope: 'user:ann', ...fields, ...nothing }),
    );
  }

  #decide(decide: () => readonly (LinkEvent | CheckEvent)[]): number {
    let events: readonly (LinkEvent | CheckEvent)[] = [];
    try {
      events = decide();
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
    for (const event of events) this.#append(event);
    return events.length;
  }

  #append(event: LinkEvent | CheckEvent): void {
    const position = this.log.length + 1;
    const metadata = { actor: 'a', correlationId: 'c', causationId: 'c', at: new Date(this.clock).toISOString() };
    const recorded: Recorded = { ...event, id: `e${position}`, stream: 's', revision: position, position, metadata };
    this.log.push(recorded);
    if (link.isEvent(event)) this.linkState = link.evolve(this.linkState, event);
    if (check.isEvent(event)) this.checkState = check.evolve(this.checkState, event);
    this.docs.push(checks.evolve(this.doc, recorded, linkId));
  }
}

const status = fc.constantFrom<LinkStatus>('live', 'removed', 'pending');
const pause = fc.oneof(
  fc.integer({ min: 0, max: 20 * MINUTE }),
  fc.integer({ min: 0, max: DAY }),
  fc.integer({ min: 0, max: 30 * DAY }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 80, arbitrary: pause.map((ms): Step => ({ do: 'wait', ms })) },
  { weight: 80, arbitrary: status.map((seen): Step => ({ do: 'report', status: seen })) },
  { weight: 80, arbitrary: fc.constant<Step>({ do: 'round' }) },
  { weight: 30, arbitrary: fc.nat(12).map((old): Step => ({ do: 'stale-round', old })) },
  { weight: 20, arbitrary: fc.constant<Step>({ do: 'recheck' }) },
  {
    weight: 20,
    arbitrary: fc
      .tuple(fc.constantFrom('edit', 'edit-crashed'), fc.constantFrom(...ADDRESSES))
      .map(([kind, address]): Step => ({ do: kind, address })),
  },
  { weight: 20, arbitrary: fc.constantFrom<Step>({ do: 'trash' }, { do: 'restore' }, { do: 'restore' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'purge' }) },
);
/** The most frequent steps: time passes, due checks are requested, and the page answers one way or another. */
const ordinary = status.map((seen): readonly Step[] => [
  { do: 'wait-until-due' },
  { do: 'round' },
  { do: 'report', status: seen },
]);
const histories = fc
  .array(
    fc.oneof(
      step.map((one): readonly Step[] => [one]),
      ordinary,
    ),
    { minLength: 30, maxLength: 60 },
  )
  .map((parts) => parts.flat());

const corrections = fc.oneof(
  fc.constantFrom(...CLAIMS).map((claim): Step => ({ do: 'correct', claim })),
  fc.constant<Step>({ do: 'undo' }),
);
/** The same histories with corrections after some steps. */
const correctedHistories = histories.chain((steps) =>
  fc
    .array(fc.option(corrections, { freq: 2 }), { minLength: steps.length, maxLength: steps.length })
    .map((between) => steps.flatMap((one, index) => [one, ...[between[index] ?? []].flat()])),
);

function forAllHistories(
  holds: (world: World) => void,
  after: (world: World) => void = () => {},
  all: fc.Arbitrary<Step[]> = histories,
) {
  fc.assert(
    fc.property(all, (steps) => {
      const world = new World();
      world.add();
      for (const one of steps) {
        world.do(one);
        holds(world);
      }
      after(world);
    }),
    { numRuns: 300 },
  );
}

test('a link is due at some time, but not while its check is open or it is in the trash', (t) => {
  forAllHistories(({ doc, linkState }) => {
    t.is(doc === null, linkState.status === 'purged');
    if (doc === null) return;
    t.is(doc.nextDueAt === null, linkState.status === 'trash' || doc.state === 'open');
    t.is(doc.nextReason === null, doc.nextDueAt === null);
    if (doc.nextDueAt !== null) t.true(Date.parse(doc.nextDueAt) <= Date.parse(doc.since) + 14 * DAY);
  });
});

test('the view and the decider agree about the checks of a link, whatever people correct', (t) => {
  const agree = ({ doc, checkState }: World) => {
    if (doc === null) return;
    t.is(doc.requested?.checkId ?? null, checkState.newest);
    t.is(doc.lastClaim, checkState.lastClaim);
    t.deepEqual(doc.corrected?.lastClaim, checkState.correction?.before.lastClaim);
    if (doc.state === 'open') t.is(doc.checkId, checkState.open?.checkId ?? null);
    if (doc.nextReason === 'confirm') t.true(checkState.missed);
  };
  forAllHistories(agree);
  forAllHistories(agree, () => {}, correctedHistories);
});

test('a due check is requested once, by the first of several schedulers', (t) => {
  forAllHistories(
    () => {},
    (world) => {
      if (world.linkState.status === 'trash') world.do({ do: 'restore' });
      if (world.linkState.status !== 'active') return;
      world.report('live');
      for (let cycle = 0; cycle < 3; cycle += 1) {
        const { doc } = world;
        if (doc?.nextDueAt == null) return t.fail('nothing is due');
        world.clock = Math.max(world.clock, Date.parse(doc.nextDueAt));
        const before = world.log.length;
        world.round(doc);
        world.round(doc);
        const asked = world.log.slice(before).filter(({ type }) => type === 'CheckRequested');
        t.is(asked.length, 1);
        world.report('live');
        world.round(doc);
        t.is(world.doc?.state, 'done');
      }
    },
  );
});

test('retries are bounded, and so are confirmations', (t) => {
  forAllHistories(
    () => {},
    ({ log }) => {
      let retries = 0;
      let confirmations = 0;
      for (const event of log) {
        if (event.type !== 'CheckRequested') continue;
        if (event.data.reason === 'retry') retries += 1;
        else if (event.data.reason === 'confirm') confirmations += 1;
        else retries = confirmations = 0;
        t.true(retries <= FREE_CHECK_SCHEDULE.retries);
        t.true(confirmations <= FREE_CHECK_SCHEDULE.retries + 1);
      }
    },
  );
});

test('a link last seen live is called removed only by a person’s recheck or by a second miss ten minutes later', (t) => {
  const said = { manual: 0, confirm: 0 };
  forAllHistories(
    () => {},
    ({ log }) => {
      for (const [index, event] of log.entries()) {
        if (event.type !== 'LinkStatusChanged' || event.data.to !== 'removed') continue;
        if (lastClaimBefore(log, index) !== 'live') continue;
        said[justification(t, log.slice(0, index))] += 1;
      }
    },
  );
  t.true(said.manual > 10 && said.confirm > 100, JSON.stringify(said));
});

/** The reason why a link became removed, found in the events up to that report. */
function justification(t: ExecutionContext, before: readonly Recorded[]): 'manual' | 'confirm' {
  const request = before.findLast((event) => event.type === 'CheckRequested');
  if (request?.data.reason === 'manual') return 'manual';
  t.is(request?.data.reason, 'confirm');
  const [first, second] = before.filter((event) => event.type === 'LinkChecked').slice(-2);
  t.deepEqual([first?.data.verdict.status, second?.data.verdict.status], ['removed', 'removed']);
  const [seen, asked] = [first, request].map((event) => Date.parse(event?.metadata.at ?? ''));
  t.true(asked !== undefined && seen !== undefined && asked - seen >= 10 * MINUTE);
  return 'confirm';
}

function lastClaimBefore(log: readonly Recorded[], index: number): LastCheck['lastClaim'] {
  let claim: LastCheck['lastClaim'] = null;
  for (const event of log.slice(0, index)) {
    if (event.type !== 'LinkStatusChanged') continue;
    if (event.data.reason === 'address-changed') claim = null;
    else if (event.data.to !== 'pending') claim = event.data.to;
  }
  return claim;
}
