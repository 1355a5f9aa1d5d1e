import test from 'ava';
import type { CheckOrder } from '../../command-service/contract/check-contract.ts';
import { HostQueues } from './host-queues.ts';
import { HostRateLimiter } from './host-rate-limiter.ts';

const order = (host: string, page: string): CheckOrder => ({
  linkId: `${host}${page}`,
  checkId: `${host}${page}`,
  articleLink: `https://${host}/${page}`,
  clientLink: 'https://client.example/',
});

test('waiting orders are counted by class of host, with the age of the oldest', (t) => {
  let now = 0;
  const rateLimiter = new HostRateLimiter({ spacingMs: 0, now: () => now });
  const queues = new HostQueues(2, rateLimiter, () => now);
  rateLimiter.finished('blocking.example', rateLimiter.started('blocking.example'), {
    kind: 'trouble',
    retryAfter: 900,
  });
  queues.noteSpeed('quick.example', false);
  queues.add(order('quick.example', 'a'));
  now = 1_000;
  queues.add(order('quick.example', 'b'));
  queues.add({ ...order('new.example', 'a'), reason: 'manual' });
  queues.add(order('blocking.example', 'a'));
  now = 5_000;
  t.deepEqual(queues.waiting(), {
    quick: { hosts: 1, orders: 2, oldestMs: 5_000 },
    other: { hosts: 1, orders: 1, oldestMs: 4_000 },
    resting: { hosts: 1, orders: 1, oldestMs: 4_000 },
  });
  t.is(queues.take()?.articleLink, 'https://quick.example/a');
  t.is(queues.running, 1);
  t.deepEqual(queues.waiting().quick, { hosts: 1, orders: 1, oldestMs: 4_000 });
  queues.done('quick.example');
  t.is(queues.running, 0);
});
