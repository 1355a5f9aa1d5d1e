import test, { type ExecutionContext } from 'ava';
import { LeaseLostError } from '../../../ports/storage/leases.ts';
import { checkpointsContract } from '../../../testing/contracts/checkpoints.ts';
import { durableStoreContract, expiringStoreContract } from '../../../testing/contracts/expiring-store.ts';
import { findMongoDb, NO_MONGODB, openFreshMongo } from '../../../testing/servers/mongodb.ts';
import { openMongoCheckpoints } from './checkpoints.ts';
import { openMongoValues } from './values.ts';

const server = await findMongoDb();

if (server === null) test.skip(NO_MONGODB, () => undefined);
else {
  const { url, stop } = server;
  test.after.always(() => stop());

  const openState = async (t: ExecutionContext, now: () => Date) => {
    const mongo = await openFreshMongo(t, url);
    const { state } = await openMongoValues(mongo, now);
    // The suite's clock is long behind the server's, which would remove all entries.
    const index = { keyPattern: { expires: 1 }, expireAfterSeconds: 2_147_483_647 };
    await mongo.db.command({ collMod: 'durable', index });
    return state;
  };
  expiringStoreContract(openState);
  durableStoreContract(openState);
  checkpointsContract(async (t) => openMongoCheckpoints(await openFreshMongo(t, url)));

  test('of many processes that put a new checkpoint at once, the one with the newest lease wins', async (t) => {
    const mongo = await openFreshMongo(t, url);
    for (let round = 0; round < 20; round += 1) {
      const name = `round ${round}`;
      const tokens = [1, 2, 3, 4, 5, 6, 7, 8];
      const results = await Promise.allSettled(
        tokens.map((token) => openMongoCheckpoints(mongo).put(name, token * 100, token)),
      );
      for (const result of results) {
        if (result.status === 'rejected') t.true(result.reason instanceof LeaseLostError, String(result.reason));
      }
      t.is(results.at(-1)?.status, 'fulfilled');
      t.is(await openMongoCheckpoints(mongo).get(name), 800);
    }
  });

  test('a position of any size comes back exactly', async (t) => {
    const checkpoints = openMongoCheckpoints(await openFreshMongo(t, url));
    for (const position of [0, 2 ** 31, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER]) {
      await checkpoints.put('a', position, 1);
      t.is(await checkpoints.get('a'), position);
    }
  });
}
