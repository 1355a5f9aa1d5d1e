import test from 'ava';
import { csvHead } from './export.ts';

test('a CSV file begins with a byte order mark, so spreadsheets read UTF-8', (t) => {
  t.is(csvHead(['id', 'status']), '\uFEFFid,status\n');
});
