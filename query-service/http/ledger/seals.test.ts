import test from 'ava';
import { openQueries } from '../../../infra/testing/apps/query-app.ts';
import type { SealAnswer } from '../../contract/answers/seals.ts';

test('the seals are listed newest first', async (t) => {
  const queries = await openQueries(t);
  t.deepEqual((await queries.get('/api/seals')).body, []);
  const sealed = (day: string, count: number, timestamp: string | null) =>
    [
      {
        type: 'LogSealed',
        stream: 'seal-log',
        data: { day, count, position: count, hash: 'ab'.repeat(32), timestamp },
      },
      { at: `${day}T00:00:05.000Z` },
    ] as const;
  await queries.given(sealed('2026-03-01', 5, null), sealed('2026-03-02', 90, 'token'));
  const { body, headers } = await queries.get<SealAnswer[]>('/api/seals?page=1&pageSize=5');
  t.is(headers['x-total-count'], '2');
  t.deepEqual(body, [
    {
      day: '2026-03-02',
      count: 90,
      hash: 'ab'.repeat(32),
      sealedAt: '2026-03-02T00:00:05.000Z',
      timestamp: 'token',
    },
    {
      day: '2026-03-01',
      count: 5,
      hash: 'ab'.repeat(32),
      sealedAt: '2026-03-01T00:00:05.000Z',
      timestamp: null,
    },
  ]);
  t.is((await queries.get('/api/seals?pageSize=0')).status, 400);
});
