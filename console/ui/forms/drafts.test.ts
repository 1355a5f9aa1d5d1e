import test from 'ava';
import { deleteDraft, readDraft, saveDraft } from './drafts.ts';

function store() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}
const initial = { articleLink: '', remarks: '' };

test('a draft restores the input', (t) => {
  const storage = store();
  saveDraft(storage, 'add', { ...initial, remarks: 'half a sent' }, initial);
  t.deepEqual(readDraft(storage, 'add', initial), { articleLink: '', remarks: 'half a sent' });
});

test('a form with its initial values again leaves no draft', (t) => {
  const storage = store();
  saveDraft(storage, 'add', { ...initial, remarks: 'x' }, initial);
  saveDraft(storage, 'add', initial, initial);
  t.is(readDraft(storage, 'add', initial), null);
  t.is(storage.getItem('draft:add'), null);
});

test('drafts of different forms do not mix, and a deleted one is gone', (t) => {
  const storage = store();
  saveDraft(storage, 'a', { ...initial, remarks: 'x' }, initial);
  t.is(readDraft(storage, 'b', initial), null);
  deleteDraft(storage, 'a');
  t.is(readDraft(storage, 'a', initial), null);
});

test('anything but a draft is ignored, and unknown fields and fields of another type are left out', (t) => {
  const storage = store();
  for (const junk of ['{', 'null', '[]', '"text"', '7']) {
    storage.setItem('draft:add', junk);
    t.is(readDraft(storage, 'add', initial), null);
  }
  storage.setItem('draft:add', '{"remarks":"x","articleLink":3,"status":"live"}');
  t.deepEqual(readDraft(storage, 'add', initial), { articleLink: '', remarks: 'x' });
});

test('a draft of rows comes back only when each row has the fields of the form', (t) => {
  const storage = store();
  const rows = { invitations: [{ key: 1, email: '' }] };
  const typed = {
    invitations: [
      { key: 1, email: 'a' },
      { key: 2, email: 'b' },
    ],
  };
  saveDraft(storage, 'invite', typed, rows);
  t.deepEqual(readDraft(storage, 'invite', rows), typed);
  storage.setItem('draft:invite', '{"invitations":[{"key":1,"email":"a"},{"key":2}]}');
  t.is(readDraft(storage, 'invite', rows), null);
});

test('full or blocked storage is no failure', (t) => {
  const refuse = () => {
    throw new Error('QuotaExceededError');
  };
  const storage = { getItem: refuse, setItem: refuse, removeItem: refuse };
  t.notThrows(() => saveDraft(storage, 'add', { ...initial, remarks: 'x' }, initial));
  t.is(readDraft(storage, 'add', initial), null);
  t.notThrows(() => deleteDraft(storage, 'add'));
});
