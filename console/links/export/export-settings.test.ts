import test from 'ava';
import { DEFAULT_VIEW } from '../filters/list-view.ts';
import { exportPath, readChoice, saveSettings, USUAL_COLUMNS } from './export-settings.ts';

function storage(kept: string | null = null) {
  let value = kept;
  return {
    getItem: () => value,
    setItem(_: string, next: string) {
      value = next;
    },
  };
}

test('what was chosen is there the next time', (t) => {
  const store = storage();
  t.deepEqual(readChoice(store), { format: 'csv', columns: USUAL_COLUMNS });
  saveSettings(store, { format: 'ndjson', columns: ['articleLink', 'status'] });
  t.deepEqual(readChoice(store), { format: 'ndjson', columns: ['articleLink', 'status'] });
});

test('what is kept and makes no sense is the usual choice', (t) => {
  for (const kept of ['{', '[]', '3', 'null', '{"format":"xlsx","columns":["nope"]}', '{"columns":"status"}']) {
    t.deepEqual(readChoice(storage(kept)), { format: 'csv', columns: USUAL_COLUMNS }, kept);
  }
  const full = {
    setItem() {
      throw new Error('full');
    },
  };
  t.notThrows(() => saveSettings(full, readChoice(storage())));
});

test('the file is of the list as it is shown, not of its page', (t) => {
  const view = { ...DEFAULT_VIEW, page: 3, status: ['live', 'removed'] as const, q: ' tea ', expiring: true };
  const path = exportPath({ format: 'csv', columns: ['id', 'status'] }, view, { teamId: 't1' });
  t.is(
    path,
    '/api/links/export?sort=lastChecked&dir=desc&status=live%2Cremoved&q=tea&expiringWithin=30&teamId=t1&format=csv&columns=id%2Cstatus',
  );
  t.false(exportPath({ format: 'ndjson', columns: ['id'] }, view, {}).includes('columns'));
});
