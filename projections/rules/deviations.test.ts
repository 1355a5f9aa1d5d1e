import test from 'ava';
import fc from 'fast-check';
import { NO_TERMS, type Terms } from '../../command-service/model/terms/events.ts';
import {
  type Agreement,
  begunBy,
  type Deviation,
  deviationsOf,
  type FoundState,
  hasBegun,
  isAgreedAnchor,
  partOfSet,
} from './deviations.ts';

const TERMS: Terms = {
  ...NO_TERMS,
  anchor: { rule: 'exactly', texts: ['Shoes'] },
  linkTypes: ['dofollow'],
  indexable: true,
  visible: true,
};

const live = (since: string, seen: Partial<Extract<FoundState, { isLive: true }>> = {}): FoundState => ({
  ...{ since, isLive: true, anchor: 'Shoes', linkType: 'dofollow', linkTypeCause: null, warnings: [] },
  ...seen,
});
const absent = (since: string): FoundState => ({ since, isLive: false });

function agreement(of: Partial<Agreement>): Agreement {
  const dates = { due: null, duration: 'permanent', expirationDate: null, agreedAt: { any: '2026-01-01' } };
  return { terms: TERMS, ...dates, found: [], wasEverLive: true, isVisited: true, ...of };
}

test('a found link that is as agreed has no deviation', (t) => {
  t.deepEqual(deviationsOf(agreement({ found: [live('2026-03-01')] })), []);
});

test('each term has its deviation, with what was found', (t) => {
  const found = [
    live('2026-03-01', {
      ...{ anchor: 'Boots', linkType: 'nofollow', linkTypeCause: 'meta-robots', warnings: ['hidden', 'robots-txt'] },
    }),
  ];
  const since = { since: '2026-03-01', factSince: '2026-03-01' };
  t.deepEqual(deviationsOf(agreement({ found })), [
    { code: 'wrong-anchor', ...since, evidence: 'Boots' },
    { code: 'wrong-type', ...since, evidence: 'nofollow', cause: 'meta-robots' },
    { code: 'not-indexable', ...since, evidence: 'robots-txt' },
    { code: 'not-visible', ...since, evidence: 'hidden' },
  ]);
});

test('a deviation holds since the first of the states that all deviate, and is counted from the agreement', (t) => {
  const found = [
    live('2026-02-01', { linkType: 'nofollow' }),
    live('2026-02-10T08:00:00.000Z'),
    live('2026-03-01T08:00:00.000Z', { linkType: 'nofollow' }),
    live('2026-03-05T08:00:00.000Z', { linkType: 'sponsored' }),
  ];
  const [early] = deviationsOf(agreement({ found }));
  t.like(early, { code: 'wrong-type', since: '2026-03-01', factSince: '2026-03-01', evidence: 'sponsored' });
  const [late] = deviationsOf(agreement({ found, agreedAt: { any: '2026-01-01', linkTypes: '2026-04-02' } }));
  t.like(late, { since: '2026-04-02', factSince: '2026-03-01' });
});

test('what is unknown of a link that a person called live does not deviate', (t) => {
  t.deepEqual(deviationsOf(agreement({ found: [live('2026-03-01', { anchor: null, linkType: null })] })), []);
});

test('a link that was due and never live is late from the next day, unless its page was never readable', (t) => {
  const due = { due: '2026-05-10', terms: null, wasEverLive: false } as const;
  const late: Deviation = { code: 'late', since: '2026-05-11', factSince: '2026-05-11', evidence: '2026-05-10' };
  t.deepEqual(deviationsOf(agreement({ ...due, found: [absent('2026-03-01')] })), [late]);
  t.deepEqual(deviationsOf(agreement({ ...due, isVisited: false })), [late]);
  t.deepEqual(deviationsOf(agreement(due)), []);
  t.deepEqual(deviationsOf(agreement({ ...due, wasEverLive: true })), []);
  t.deepEqual(begunBy([late], '2026-05-10'), []);
  t.deepEqual(begunBy([late], '2026-05-11'), [late]);
});

test('a link that was removed before its end is lost early; at its end, or later, it is not', (t) => {
  const found = [live('2026-02-01'), absent('2026-03-05T09:00:00.000Z')];
  t.deepEqual(deviationsOf(agreement({ found, expirationDate: '2026-03-06' })), [
    { code: 'lost-early', since: '2026-03-05', factSince: '2026-03-05', evidence: '2026-03-06' },
  ]);
  t.deepEqual(deviationsOf(agreement({ found, expirationDate: '2026-03-05' })), []);
  t.like(deviationsOf(agreement({ found })), [{ code: 'lost-early', evidence: '' }]);
  t.deepEqual(deviationsOf(agreement({ found: [absent('2026-03-05')] })), [], 'it was never live at these addresses');
});

test('a link that stays after its end deviates only if it must be gone', (t) => {
  const over = { found: [live('2026-02-01')], expirationDate: '2026-03-31' };
  t.deepEqual(deviationsOf(agreement(over)), []);
  const terms = { ...TERMS, goneAfterEnd: true };
  const [first] = deviationsOf(agreement({ ...over, terms }));
  t.like(first, { code: 'live-after-end', since: '2026-04-01', evidence: '2026-03-31' });
  const back = [...over.found, absent('2026-04-02'), live('2026-05-02')];
  t.like(deviationsOf(agreement({ ...over, terms, found: back })), [{ since: '2026-05-02' }]);
});

test('a duration alone is the default of every link: nothing was agreed', (t) => {
  const found = [live('2026-02-01'), absent('2026-03-05')];
  t.deepEqual(deviationsOf(agreement({ found, terms: null, expirationDate: '2027-01-01', duration: '1 year' })), []);
  const until = { expirationDate: '2027-01-01', duration: '2027-01-01' };
  t.like(deviationsOf(agreement({ found, terms: null, ...until })), [{ code: 'lost-early' }]);
});

test('anchors are compared without case, white space and invisible breaks, in every script', (t) => {
  const is = (agreed: string, found: string) => isAgreedAnchor({ rule: 'exactly', texts: [agreed] }, found);
  t.true(is('Straße', 'STRASSE'));
  t.true(is('caf\u00e9', 'cafe\u0301'));
  t.true(is('best shoes', ' Best\u00a0\n shoes '));
  t.true(is('Donaudampfschiff', 'Donau\u00addampf\u00adschiff'));
  t.true(is('İstanbul', 'i̇stanbul'), 'the Turkish İ folds to i with a dot above');
  t.false(is('ısı', 'isi'), 'the dotless ı is another letter');
  t.true(is('ΟΔΟΣ', 'οδος'));
  t.true(is('נעליים', 'נעליים'));
  t.false(is('Shoes', 'Shoe'));
});

test('the four anchor rules', (t) => {
  t.true(isAgreedAnchor({ rule: 'contains', texts: ['shoes'] }, 'Buy SHOES here'));
  t.false(isAgreedAnchor({ rule: 'contains', texts: ['shoes'] }, 'Buy boots'));
  t.true(isAgreedAnchor({ rule: 'one-of', texts: ['Boots', 'Shoes'] }, 'shoes'));
  t.false(isAgreedAnchor({ rule: 'none-of', texts: ['click here', 'here'] }, 'Click here'));
  t.true(isAgreedAnchor({ rule: 'none-of', texts: ['click here'] }, 'Shoes'));
});

const day = fc.integer({ min: 1, max: 28 }).map((number) => `2026-03-${String(number).padStart(2, '0')}`);
const states = fc
  .array(
    fc.record({
      day,
      isLive: fc.boolean(),
      anchor: fc.constantFrom('Shoes', 'Boots', 'Hats', null),
      linkType: fc.constantFrom('dofollow', 'nofollow', null),
      warnings: fc.subarray(['noindex', 'hidden'] as const),
    }),
    { maxLength: 8 },
  )
  .map((list): readonly FoundState[] =>
    list
      .toSorted((one, other) => (one.day < other.day ? -1 : 1))
      .map(({ day: since, isLive, ...seen }) => (isLive ? live(since, seen) : absent(since))),
  );

test('a deviation begins on the day a naive reading of the states finds, and never before the agreement', (t) => {
  fc.assert(
    fc.property(states, day, (found, agreedDay) => {
      const deviations = deviationsOf(agreement({ found, agreedAt: { any: '2026-01-01', anchor: agreedDay } }));
      // The naive reading walks forward and forgets the day whenever a state does not deviate.
      let began: string | null = null;
      for (const state of found) {
        const isWrong = state.isLive && state.anchor !== null && state.anchor !== 'Shoes';
        began = isWrong ? (began ?? state.since) : null;
      }
      const wrong = deviations.find(({ code }) => code === 'wrong-anchor');
      t.is(wrong?.factSince ?? null, began);
      if (wrong) t.is(wrong.since, began !== null && began > agreedDay ? began : agreedDay);
    }),
  );
});

test('a set says which deviations have begun by a day', (t) => {
  const base = { factSince: '', evidence: '' };
  const set = [
    { code: 'wrong-type', since: '2026-03-01', ...base } as const,
    { code: 'live-after-end', since: '2026-04-01', ...base } as const,
  ]
    .map(partOfSet)
    .join();
  t.true(hasBegun(set, 'wrong-type', '2026-03-01'));
  t.false(hasBegun(set, 'live-after-end', '2026-03-31'));
  t.true(hasBegun(set, 'live-after-end', '2026-04-01'));
  t.false(hasBegun(set, 'late', '2026-04-01'));
});
