import test from 'ava';
import { deleteDraft, readDraft, saveDraft } from './drafts.ts';

function store() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}
const initial = { articleLink: '', remarks: '' };

test('what was typed comes back', (t) => {
  const storage = store();
  saveDraft(storage, 'add', { ...initial, remarks: 'half a sent' }, initial);
  t.deepEqual(readDraft(storage, 'add', initial), { articleLink: '', remarks: 'half a sent' });
});

test('a form put back to how it began leaves no draft', (t) => {
  const storage = store();
  saveDraft(storage, 'add', { ...initial, remarks: 'x' }, initial);
  saveDraft(storage, 'add', initial, initial);
  t.is(readDraft(storage, 'add', initial), null);
  t.is(storage.getItem('draft:add'), null);
});

test('drafts of different forms do not mix, and a dropped one is gone', (t) => {
  const storage = store();
  saveDraft(storage, 'a', { ...initial, remarks: 'x' }, initial);
  t.is(readDraft(storage, 'b', initial), null);
  deleteDraft(storage, 'a');
  t.is(readDraft(storage, 'a', initial), null);
});

test('what is not a draft is no draft, and unknown or wrong fields are left out', (t) => {
  const storage = store();
  for (const junk of ['{', 'null', '[]', '"text"', '7']) {
    storage.setItem('draft:add', junk);
    t.is(readDraft(storage, 'add', initial), null);
  }
  storage.setItem('draft:add', '{"remarks":"x","articleLink":3,"status":"live"}');
  t.deepEqual(readDraft(storage, 'add', initial), { articleLink: '', remarks: 'x' });
});

test('storage that is full or forbidden fails nothing', (t) => {
  const refuse = () => {
    throw new Error('QuotaExceededError');
  };
  const storage = { getItem: refuse, setItem: refuse, removeItem: refuse };
  t.notThrows(() => saveDraft(storage, 'add', { ...initial, remarks: 'x' }, initial));
  t.is(readDraft(storage, 'add', initial), null);
  t.notThrows(() => deleteDraft(storage, 'add'));
});
