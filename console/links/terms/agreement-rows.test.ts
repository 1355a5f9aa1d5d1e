import test from 'ava';
import { NO_TERMS } from '../../../command-service/model/terms/events.ts';
import type { DeviationAnswer, LinkDetailsAnswer } from '../../../query-service/contract/answers/links.ts';
import { agreementRows } from './agreement-rows.ts';
import { changedTerms, formatTermsChanges, formatUse } from './messages.ts';

/** What the lines of a link are made from. */
const LINK = {
  ...{ terms: null, timelineDate: null, duration: '30 days', expirationDate: '2026-11-30', daysLeft: 2 },
  ...{ anchor: 'green tea', linkType: 'nofollow', status: 'live', wasLive: true, statusSince: '2026-10-04' },
  ...{ liveDate: '2026-10-31', correction: null, deviations: [] },
} as const;
const rowsOf = (more: object) =>
  agreementRows({ ...LINK, ...more } as Partial<LinkDetailsAnswer> as LinkDetailsAnswer, {
    anchor: '2026-10-04',
    linkType: null,
  }).map(({ label, agreed, mark, found }) => [label, agreed, mark, found]);
const deviation = (code: DeviationAnswer['code'], more: Partial<DeviationAnswer> = {}): DeviationAnswer => ({
  ...{ code, since: '2026-10-30', factSince: '2026-10-30', evidence: '', cause: null },
  ...more,
});
const UNTIL = ['Until', 'Nov 30, 2026', 'kept', '2 days left'];

test('each agreed line says whether it is kept, what was found and since when', (t) => {
  const terms = { ...NO_TERMS, anchor: { rule: 'contains', texts: ['tea'] }, linkTypes: ['nofollow', 'sponsored'] };
  t.deepEqual(rowsOf({ terms: { ...terms, indexable: true, visible: true } }), [
    ['Anchor', 'contains “tea”', 'kept', 'found “green tea” since Oct 4, 2026'],
    ['Link type', 'Nofollow or Sponsored', 'kept', 'found nofollow'],
    ['Indexable', 'required', 'kept', null],
    ['Visible', 'required', 'kept', null],
    UNTIL,
  ]);
});

test('a deviation is shown with its evidence and the day of the fact, and with a later day from which it counts', (t) => {
  const terms = { ...NO_TERMS, anchor: { rule: 'none-of', texts: ['tea', 'green tea'] }, linkTypes: ['dofollow'] };
  const deviations = [
    deviation('wrong-anchor', { evidence: '', since: '2026-11-20' }),
    deviation('wrong-type', { evidence: 'nofollow', cause: 'meta-robots' }),
    deviation('not-visible', { evidence: 'only-in-frame' }),
  ];
  t.deepEqual(rowsOf({ terms: { ...terms, visible: true }, deviations }), [
    [
      ...['Anchor', 'none of 2 texts', 'deviates'],
      'found no text since Oct 30, 2026; counts since Nov 20, 2026, when it was agreed',
    ],
    ['Link type', 'Dofollow', 'deviates', 'found nofollow (meta robots) since Oct 30, 2026'],
    ['Visible', 'required', 'deviates', 'Inside an iframe since Oct 30, 2026'],
    UNTIL,
  ]);
});

test('what is not known has no mark: a page that is gone, and a link that a person called live', (t) => {
  const terms = { ...NO_TERMS, anchor: { rule: 'exactly', texts: ['tea'] }, visible: true };
  const unknown = [
    ['Anchor', 'exactly “tea”', null, null],
    ['Visible', 'required', null, null],
  ];
  t.deepEqual(rowsOf({ terms, correction: {} }), [...unknown, UNTIL]);
  t.deepEqual(rowsOf({ terms, status: 'removed', deviations: [deviation('lost-early')] }), [
    ...unknown,
    ['Until', 'Nov 30, 2026', 'deviates', 'removed on Oct 30, 2026'],
  ]);
});

test('the due day says when the link went live, or that it is late', (t) => {
  const due = (more: object) => rowsOf({ timelineDate: '2026-10-30', ...more })[0];
  t.deepEqual(due({}), ['Due', 'Oct 30, 2026', 'kept', 'went live on Oct 31, 2026, after the due day']);
  t.deepEqual(due({ liveDate: '2026-10-29' }), ['Due', 'Oct 30, 2026', 'kept', 'went live on Oct 29, 2026']);
  const never = { wasLive: false, liveDate: null, status: 'removed', expirationDate: null };
  t.deepEqual(due(never), ['Due', 'Oct 30, 2026', null, 'not live yet']);
  t.deepEqual(due({ ...never, deviations: [deviation('late', { since: '2026-10-31', factSince: '2026-10-31' })] }), [
    ...['Due', 'Oct 30, 2026', 'deviates', 'not live yet, late since Oct 31, 2026'],
  ]);
});

test('a change of terms is described in words, even between two lists of the same length', (t) => {
  const list = (...texts: string[]) => ({ rule: 'one-of', texts }) as const;
  const [tea, coffee] = [list('tea', 'green tea'), list('tea', 'coffee')];
  t.deepEqual(
    formatTermsChanges({
      anchor: { from: { rule: 'contains', texts: ['tea'] }, to: tea },
      indexable: { from: false, to: true },
    }),
    [
      { label: 'Anchor', from: 'contains “tea”', to: 'one of 2 texts', isFirst: false },
      { label: 'Indexable', from: 'not required', to: 'required', isFirst: true },
    ],
  );
  t.is(
    changedTerms({ ...NO_TERMS, anchor: tea }, { ...NO_TERMS, anchor: coffee })[0]?.to,
    'one of 2 texts: “tea”, “coffee”',
  );
});

test('the template is named once the templates are loaded, also where it is gone or the terms were changed', (t) => {
  const templates = [{ id: 't1', name: 'Guest post' }];
  t.is(formatUse({ id: 't1', isChanged: false }, templates), 'Guest post');
  t.is(formatUse({ id: 't1', isChanged: true }, templates), 'Guest post, changed since');
  t.is(formatUse({ id: 't2', isChanged: false }, templates), 'no longer in this list');
  t.is(formatUse({ id: 't1', isChanged: true }, undefined), null);
  t.is(formatUse(null, templates), null);
});
