import test from 'ava';
import { createStore } from './create-store.ts';

test('listeners are called after each change until they stop', (t) => {
  const store = createStore(() => 1);
  const seen: number[] = [];
  const stop = store.subscribe(() => seen.push(store.get()));
  store.set(2);
  stop();
  store.set(3);
  t.deepEqual(seen, [2]);
  t.is(store.get(), 3);
});

test('the source of a store runs only while somebody listens', (t) => {
  let running = 0;
  const store = createStore(
    () => 0,
    (set) => {
      running += 1;
      set(7);
      return () => {
        running -= 1;
      };
    },
  );
  t.is(store.get(), 0);
  const stops = [store.subscribe(() => undefined), store.subscribe(() => undefined)];
  t.is(running, 1);
  t.is(store.get(), 7);
  for (const stop of stops) stop();
  t.is(running, 0);
});
