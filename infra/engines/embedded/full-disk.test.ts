/** The embedded engine on a disk that is really full. */
import path from 'node:path';
import test from 'ava';
import type { CheckQueues } from '../../../command-service/contract/check-contract.ts';
import type { LinkledgerEvent } from '../../../command-service/contract/events.ts';
import { allViews } from '../../../projections/views/all-views.ts';
import type { EngineOptions } from '../../ports/engine.ts';
import { fillDisk, mountDisk } from '../../testing/random-faults/disk.ts';
import { recordingLogger } from '../../testing/recording-logger.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openEmbeddedEngine } from './engine.ts';

test('on a full disk leases are granted, and a start reports the problem until there is room', async (t) => {
  const disk = path.join(temporaryFolder(t), 'disk');
  const unmount = mountDisk(disk, 16);
  if (unmount === null) {
    process.stderr.write('SKIPPED: a full disk; it needs root and its own tmpfs\n');
    t.pass();
    return;
  }
  t.teardown(unmount);
  const { logger } = recordingLogger();
  const options: EngineOptions = {
    ...{ dataDir: path.join(disk, 'data'), logLevel: 'silent', schemas: allViews, logger },
    ...{ now: () => new Date(), mayRemove: () => true },
  };
  const open = () => openEmbeddedEngine<LinkledgerEvent, CheckQueues>(options, false);
  const first = await open();
  const tokens: number[] = [];
  const hold = () => first.leases.hold('a', async (_, token) => void tokens.push(token), new AbortController().signal);
  await hold();
  const empty = fillDisk(disk);
  // Until the write-ahead log has no room left either.
  for (let round = 0; round < 2_000; round += 1) await hold();
  t.deepEqual(
    tokens,
    tokens.toSorted((one, other) => one - other),
  );
  t.is(new Set(tokens).size, tokens.length);
  await first.close();
  await t.throwsAsync(open(), { name: 'DataFolderError', message: /^The disk of the data folder .* is full/ });
  empty();
  const second = await open();
  await second.leases.hold('a', async (_, token) => void tokens.push(token), new AbortController().signal);
  await second.close();
});
