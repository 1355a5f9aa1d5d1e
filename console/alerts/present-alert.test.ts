import test from 'ava';
import type { AlertAnswer } from '../../query-service/contract/answers/alerts.ts';
import { alert } from './alert-fixture.ts';
import { incidentsOf, isShownOpen, targetOf } from './present-alert.ts';

test('an alert leads to its link, else to its team, else to the links that it counts', (t) => {
  t.deepEqual(targetOf(alert('a', { linkId: 'l', teamId: 't' })), { link: 'l' });
  t.deepEqual(targetOf(alert('a', { teamId: 'a/b' })), { screen: '/teams/a%2Fb' });
  t.deepEqual(targetOf(alert('attention 2026-05-12')), { screen: '/?status=pending' });
  t.deepEqual(targetOf(alert('summary 2026-05-12')), { screen: '/' });
  t.is(targetOf(alert('a')), null);
});

const lost = (id: string, address: string, at: string, read = false): AlertAnswer =>
  alert(id, {
    type: 'removed',
    at: `2026-05-12T${at}:00Z`,
    read,
    linkId: `link of ${id}`,
    news: {
      articleLink: `https://${address}`,
      clientLink: 'https://client.example/shoes',
      event: 'removed',
      details: '',
      reason: null,
      warnings: [],
      day: null,
      deviation: null,
    },
  });

test('losses on one site within an hour are one incident in the place of the newest, which is unread while one of them is', (t) => {
  const alerts = [
    lost('4', 'blog.example/d', '10:30'),
    alert('other'),
    lost('3', 'www.blog.example/c', '10:00', true),
    lost('2', 'news.example/b', '09:50', true),
    lost('1', 'blog.example/a', '09:29'),
  ];
  const incidents = incidentsOf(alerts);
  t.deepEqual(
    incidents.map(({ id, members }) => [id, members.map((member) => member.id)]),
    [
      ['4', ['4', '3']],
      ['other', ['other']],
      ['2', ['2']],
      ['1', ['1']],
    ],
  );
  t.like(incidents[0], {
    title: '2 links on blog.example were removed',
    message: '/d, /c',
    read: false,
    linkId: null,
    news: null,
  });
  t.like(incidents[2], { linkId: 'link of 2', read: true });
  t.deepEqual(incidentsOf([]), []);
});

test('an incident of a single link is shown for three days, and an acknowledged incident for a day', (t) => {
  const isShown = (change: Partial<Parameters<typeof isShownOpen>[0]>) =>
    isShownOpen(
      { endedAt: null, count: 1, startedAt: '2026-05-09T12:00:00Z', acknowledged: null, ...change },
      Date.parse('2026-05-12T12:00:00Z'),
    );
  t.true(isShown({}));
  t.false(isShown({ startedAt: '2026-05-09T11:59:00Z' }));
  t.true(isShown({ startedAt: '2026-05-09T11:59:00Z', count: 2 }));
  t.true(isShown({ acknowledged: { at: '2026-05-11T12:00:00Z', by: 'Ann' } }));
  t.false(isShown({ acknowledged: { at: '2026-05-11T11:59:00Z', by: 'Ann' }, count: 2 }));
  t.false(isShown({ endedAt: '2026-05-12T11:00:00Z' }));
});
