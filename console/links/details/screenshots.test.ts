import test from 'ava';
import type { LinkStatus } from '../../../command-service/contract/observation.ts';
import type { HistoryAnswer } from '../../../query-service/contract/answers/links.ts';
import { isPending, screenshotsOf } from './screenshots.ts';

const AT = '2026-11-21T08:00:00.000Z';
const base = { at: AT, actor: 'checker', actorName: 'Checker' };
const changed = (position: number, to: LinkStatus): HistoryAnswer => ({
  ...base,
  id: `e${position}`,
  position,
  kind: 'status-changed',
  from: 'pending',
  to,
  reason: { code: 'found-static', text: '', details: null },
});
const kept = (
  position: number,
  transition: string,
  kind: 'screenshot' | 'html',
  url: string | null,
): HistoryAnswer => ({
  ...base,
  id: `e${position}`,
  position,
  kind: 'evidence-kept',
  transition,
  evidence: { kind, url, bytes: 9, width: null, height: null, outlined: null, takenAt: AT },
});
const missed = (position: number, transition: string): HistoryAnswer => ({
  ...base,
  id: `e${position}`,
  position,
  kind: 'evidence-missed',
  transition,
  reason: 'it was late',
});

test('the last change follows the one before, each with its own screenshot and markup', (t) => {
  const shown = screenshotsOf([
    kept(8, 'e7', 'screenshot', '/7'),
    changed(7, 'removed'),
    changed(6, 'pending'),
    kept(5, 'e3', 'html', '/3h'),
    kept(4, 'e3', 'screenshot', '/3'),
    changed(3, 'live'),
    kept(2, 'e1', 'screenshot', '/1'),
    changed(1, 'removed'),
  ]);
  t.deepEqual(
    shown.map(({ id, status, picture, markup }) => [id, status, picture?.url, markup]),
    [
      ['e3', 'live', '/3', '/3h'],
      ['e7', 'removed', '/7', null],
    ],
  );
});

test('without any evidence there are no screenshots', (t) => {
  t.deepEqual(screenshotsOf([changed(3, 'removed'), kept(2, 'e1', 'html', '/1h'), changed(1, 'live')]), []);
});

test('a missing screenshot shows its reason beside the other one', (t) => {
  const [before, after] = screenshotsOf([
    missed(4, 'e3'),
    changed(3, 'removed'),
    kept(2, 'e1', 'screenshot', null),
    changed(1, 'live'),
  ]);
  t.is(after, undefined);
  t.like(before, { id: 'e3', picture: null, missed: 'it was late' });
  const [first, second] = screenshotsOf([
    kept(4, 'e3', 'screenshot', '/3'),
    changed(3, 'removed'),
    kept(2, 'e1', 'screenshot', null),
    changed(1, 'live'),
  ]);
  t.like(first, { picture: null, missed: 'it was deleted to make room for newer ones' });
  t.is(second?.picture?.url, '/3');
});

test('a screenshot is awaited only for a short while, and only where one is taken', (t) => {
  const then = Date.parse(AT);
  t.true(isPending([changed(1, 'live')], then + 5_000));
  t.false(isPending([changed(1, 'live')], then + 60_000));
  t.false(isPending([changed(1, 'pending')], then + 5_000));
  t.false(isPending([missed(2, 'e1'), changed(1, 'live')], then + 5_000));
  t.false(isPending([], then));
  const verdict = {
    status: 'live',
    reason: 'found-static',
    anchor: null,
    linkType: null,
    linkTypeCause: null,
  } as const;
  const judged: HistoryAnswer = {
    ...base,
    id: 'e1',
    position: 1,
    kind: 'judged-again',
    checkId: 'c1',
    from: 'removed',
    details: null,
    reasonText: '',
    verdict: { ...verdict, ruleVersion: 3 },
    warnings: [],
  };
  t.false(isPending([changed(2, 'live'), judged], then + 5_000));
});
