import test from 'ava';
import { DEFAULT_VIEW } from '../filters/list-view.ts';
import { DEFAULT_COLUMNS, exportPath, parseExportSettings } from './export-settings.ts';

test('saved settings come back', (t) => {
  const saved = { format: 'ndjson', columns: ['articleLink', 'status'] };
  t.deepEqual(parseExportSettings(null), { format: 'csv', columns: DEFAULT_COLUMNS });
  t.deepEqual(parseExportSettings(JSON.stringify(saved)), saved);
});

test('saved settings that are not valid are the default ones', (t) => {
  for (const text of ['{', '[]', '3', 'null', '{"format":"xlsx","columns":["nope"]}', '{"columns":"status"}']) {
    t.deepEqual(parseExportSettings(text), { format: 'csv', columns: DEFAULT_COLUMNS }, text);
  }
});

test('the file has the whole list as it is filtered, not one page', (t) => {
  const view = { ...DEFAULT_VIEW, page: 3, status: ['live', 'removed'] as const, q: ' tea ', expiring: true };
  const path = exportPath({ format: 'csv', columns: ['id', 'status'] }, view, { teamId: 't1' });
  t.is(
    path,
    '/api/links/export?sort=lastChecked&dir=desc&status=live%2Cremoved&q=tea&expiringWithin=30&teamId=t1&format=csv&columns=id%2Cstatus',
  );
  t.false(exportPath({ format: 'ndjson', columns: ['id'] }, view, {}).includes('columns'));
});
