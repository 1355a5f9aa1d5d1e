import test from 'ava';
import { readListView } from '../filters/list-view.ts';
import { builtInViews } from './built-in-views.ts';

const now = Date.parse('2026-11-28T12:00:00Z');
const viewsOf = (warningAlerts: readonly string[], deviates = false) =>
  Object.fromEntries(
    builtInViews({ userId: 'ann', warningAlerts, now, deviates }).map(({ id, query }) => [
      id,
      readListView(new URLSearchParams(query)),
    ]),
  );

test('a person’s views have their links and the warnings that they want to hear of', (t) => {
  t.like(viewsOf(['hidden', 'noindex']), {
    mine: { assignedTo: ['ann'] },
    look: { status: ['live'], warning: ['hidden', 'noindex'] },
    lost: { lostFrom: '2026-11-01' },
    late: { status: ['not-found'], addedTo: '2026-11-21' },
  });
  t.true((viewsOf([]).look?.warning.length ?? 0) > 5, 'without a choice, every warning counts');
});

test('links that deviate are a view once there are any', (t) => {
  t.false('deviates' in viewsOf([]));
  t.like(viewsOf([], true), { deviates: { deviation: ['any'] } });
});

test('a link that nobody has visited is not unreadable', (t) => {
  const reasons = viewsOf([]).unread?.reason ?? [];
  t.true(reasons.includes('timeout') && reasons.includes('sign-in'));
  for (const read of ['never-checked', 'found-static', 'not-on-page', 'page-gone'])
    t.false(reasons.includes(read), read);
});
