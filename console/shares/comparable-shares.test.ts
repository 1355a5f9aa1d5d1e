import test from 'ava';
import { comparableWith } from './comparable-shares.ts';

const share = (id: string, asOf: string, lists: readonly (string | null)[] = ['t1'], clientDomain = 'a.example') => ({
  id,
  asOf,
  lists,
  clientDomain,
});
const SEPTEMBER = '2026-09-30T23:59:59.999Z';
const JUNE = '2026-06-30T23:59:59.999Z';

test('a share of one day is compared with today and with other days of the same client', (t) => {
  const shares = [share('s1', SEPTEMBER), share('s2', JUNE), share('s3', '2026-10-05T10:00:00.000Z')];
  t.deepEqual(comparableWith(share('s1', SEPTEMBER), shares), [
    { asOf: null, path: '/compare?from=2026-09-30&client=a.example&team=t1&view=days' },
    {
      asOf: '2026-10-05T10:00:00.000Z',
      path: '/compare?from=2026-09-30&to=2026-10-05T10%3A00%3A00.000Z&client=a.example&team=t1&view=days',
    },
    { asOf: JUNE, path: '/compare?from=2026-06-30&to=2026-09-30&client=a.example&team=t1&view=days' },
  ]);
});

test('only what both shares show is compared', (t) => {
  const both = comparableWith(share('s1', SEPTEMBER, ['t1', null]), [share('s2', JUNE, [null, 't2'])]);
  t.is(both[1]?.path, '/compare?from=2026-06-30&to=2026-09-30&client=a.example&team=personal&view=days');
  const others = [share('s2', JUNE, ['t2']), share('s3', JUNE, ['t1'], 'b.example'), share('s4', SEPTEMBER)];
  t.is(comparableWith(share('s1', SEPTEMBER), others).length, 1);
  t.deepEqual(comparableWith(share('s1', SEPTEMBER, []), []), []);
});
