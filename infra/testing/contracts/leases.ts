/** The contract of Leases as tests: an adapter's own test calls this with its opener. */
import test from 'ava';
import type { Leases } from '../../ports/storage/leases.ts';
import type { Opener } from '../temporary-folder.ts';

const never = new AbortController().signal;

/** Registers the tests. `open` returns leases without holders. */
export function leasesContract(open: Opener<Leases>): void {
  test('a free lease is granted, and the next holder has a larger token', async (t) => {
    const leases = await open(t);
    const tokens: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      await leases.hold('a', async (_, token) => void tokens.push(token), never);
    }
    t.true((tokens[0] ?? 0) > 0);
    t.deepEqual(
      tokens,
      [...new Set(tokens)].toSorted((a, b) => a - b),
    );
  });

  test('one holder at a time works under a name, and other names do not wait', async (t) => {
    const leases = await open(t);
    const { promise: finish, resolve: end } = Promise.withResolvers<void>();
    const order: string[] = [];
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const first = leases.hold(
      'a',
      async () => {
        begin();
        await finish;
        order.push('first');
      },
      never,
    );
    await begun;
    const second = leases.hold('a', async () => void order.push('second'), never);
    await leases.hold('b', async () => void order.push('other'), never);
    end();
    await Promise.all([first, second]);
    t.deepEqual(order, ['other', 'first', 'second']);
  });

  test('waiting for a lease ends on abort, without the work', async (t) => {
    const leases = await open(t);
    const { promise: finish, resolve: end } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const holding = leases.hold(
      'a',
      async () => {
        begin();
        await finish;
      },
      never,
    );
    await begun;
    const stop = new AbortController();
    const waiting = leases.hold('a', async () => void t.fail(), stop.signal);
    stop.abort();
    await waiting;
    end();
    await holding;
    await leases.hold('a', async () => void t.pass(), never);
  });

  test('the work is notified of the abort, and its error is thrown', async (t) => {
    const leases = await open(t);
    const stop = new AbortController();
    const held = leases.hold(
      'a',
      async (signal) => {
        stop.abort();
        t.true(signal.aborted);
        throw new RangeError('mine');
      },
      stop.signal,
    );
    await t.throwsAsync(held, { instanceOf: RangeError });
    await leases.hold('a', async () => void t.pass(), never);
  });
}
