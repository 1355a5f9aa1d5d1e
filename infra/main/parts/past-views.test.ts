import test from 'ava';
import { allViews } from '../../../projections/views/all-views.ts';
import { links } from '../../../projections/views/links/links.ts';
import { readHere } from '../../engines/run-here.ts';
import { BusyError } from '../../ports/storage/errors.ts';
import { memoryViews } from '../../testing/apps/memory-engine.ts';
import { recordingLogger } from '../../testing/recording-logger.ts';
import { openPastViews } from './past-views.ts';

const { logger } = recordingLogger();
const PAST = { position: 1, scopes: ['user:ann'] };

test('a store that does not answer the reader is busy for the request, too: it can be sent again', async (t) => {
  const views = memoryViews(allViews);
  const past = openPastViews({
    runReader: (reader) =>
      readHere(
        { views: { ...views, find: () => Promise.reject(new BusyError('the database is down')) }, logger },
        { ...reader, onMessage: (message) => reader.onMessage(structuredClone(message)) },
      ),
  });
  await t.throwsAsync(past.find(links.name, {}, PAST), { instanceOf: BusyError, message: 'the database is down' });
  await past.close();
});

test('a reader that exits ends its questions as busy', async (t) => {
  let exit = () => {};
  const past = openPastViews({
    runReader({ onExit }) {
      exit = onExit;
      return { post: () => {}, stop: async () => {} };
    },
  });
  const asked = past.find(links.name, {}, PAST);
  exit();
  await t.throwsAsync(asked, { instanceOf: BusyError, message: /try again/ });
});
