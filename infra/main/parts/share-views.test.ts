import test from 'ava';
import { ViewStatuses } from '../../../projections/runner/view-status.ts';
import { memoryLeases, memoryValues } from '../../testing/apps/memory-engine.ts';
import { recordingLogger } from '../../testing/recording-logger.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { shareViews } from './share-views.ts';

const VIEWS = ['alerts', 'campaigns', 'checks', 'links', 'teams', 'users'];

/** Processes over the same stores; `double` has each view that two of them kept at once. */
function open() {
  const now = () => new Date();
  const { logger, said } = recordingLogger();
  const stores = { values: memoryValues(now), leases: memoryLeases() };
  const running = new Set<string>();
  const double: string[] = [];
  const begin = () => {
    const statuses = new ViewStatuses([]);
    const keep = (views: readonly string[]) => {
      for (const view of views) {
        if (running.has(view)) double.push(view);
        running.add(view);
      }
      return { stop: async () => views.forEach((view) => void running.delete(view)) };
    };
    const role = shareViews({ ...stores, keep, statuses, logger, now, beatMs: 5 }, VIEWS);
    return { stop: () => role.stop(), kept: () => statuses.list().map(({ view }) => view) };
  };
  return { begin, said, double, values: stores.values };
}

test('a process keeps all views alone and half of them with another, which takes over when it ends', async (t) => {
  const { begin, double, said } = open();
  const one = begin();
  await waitUntil(() => one.kept().length === VIEWS.length);
  const other = begin();
  await waitUntil(() => one.kept().length === 3 && other.kept().length === 3);
  t.deepEqual([...one.kept(), ...other.kept()].toSorted(), VIEWS);
  await one.stop();
  t.deepEqual(one.kept(), []);
  await waitUntil(() => other.kept().length === VIEWS.length);
  await other.stop();
  t.deepEqual(double, []);
  t.deepEqual(said, []);
});

test('while the store fails a process keeps its views, and logs the failure once', async (t) => {
  const { begin, values, said } = open();
  const list = values.listOf;
  const one = begin();
  await waitUntil(() => one.kept().length === VIEWS.length);
  let failures = 0;
  values.listOf = async () => {
    failures += 1;
    throw new Error('no answer');
  };
  await waitUntil(() => failures > 3);
  t.is(one.kept().length, VIEWS.length);
  values.listOf = list;
  await one.stop();
  t.is(said.length, 1);
});
