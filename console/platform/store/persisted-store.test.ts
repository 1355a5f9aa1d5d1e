import test from 'ava';
import { clearPersonalStorage, createPersistedStore, parseObject } from './persisted-store.ts';

function memory(saved: Record<string, string> = {}) {
  const items = new Map(Object.entries(saved));
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    clear: () => items.clear(),
  };
}

function counter(area: ReturnType<typeof memory>) {
  return createPersistedStore({
    key: 'counter',
    parse: (text) => Number(text ?? 0),
    serialize: (count: number) => (count === 0 ? null : String(count)),
    area: () => area,
  });
}

test('a state is saved, read by the next page, and removed when it is the default again', (t) => {
  const area = memory();
  counter(area).set(3);
  const next = counter(area);
  t.is(next.get(), 3);
  next.set(0);
  t.is(area.items.size, 0);
});

test('full or blocked storage is no failure', (t) => {
  const refuse = () => {
    throw new Error('QuotaExceededError');
  };
  const store = counter({ ...memory(), getItem: refuse, setItem: refuse });
  t.is(store.get(), 0);
  t.notThrows(() => store.set(2));
  t.is(store.get(), 2);
});

test('a saved text that is not an object reads as an empty object', (t) => {
  for (const text of [null, '', '{', '3', 'null', '"text"']) t.deepEqual(parseObject(text), {});
  t.deepEqual(parseObject('{"open":true}'), { open: true });
});

test('signing out clears the session’s storage and personal keys, and keeps settings', (t) => {
  const session = memory({ 'draft:u1:add': '{}' });
  const local = memory({ recent: '{}', readAlerts: '{}', readNotifications: '{}', 'columns:u1': '{}', theme: 'dark' });
  clearPersonalStorage(session, local);
  t.deepEqual([...session.items.keys(), ...local.items.keys()], ['columns:u1', 'theme']);
});
