import test from 'ava';
import { csvHead } from './export.ts';

test('a CSV file begins with the mark that makes spreadsheets read it as UTF-8', (t) => {
  t.is(csvHead(['id', 'status']), '\uFEFFid,status\n');
});
