import test from 'ava';
import type { FailedRow } from '../../../query-service/contract/answers/imports.ts';
import { failedRowsCsv } from './failed-rows-csv.ts';

const text = (headers: readonly string[], failures: readonly FailedRow[]) =>
  failedRowsCsv({ columns: headers.map((header) => ({ header, field: null })), failures });

test('each failed row comes back unchanged, with its reasons in a column of its own', (t) => {
  const rows = [
    { row: 2, line: 3, reasons: { articleLink: 'is wrong', clientLink: 'is missing' }, cells: ['x', 'a "quoted", b'] },
    { row: 9, line: 10, reasons: { clientLink: 'is missing' }, cells: ['alone'] },
  ];
  t.is(
    text(['Article', 'Client'], rows),
    '\uFEFFArticle,Client,reason\r\nx,"a ""quoted"", b","is wrong; is missing"\r\nalone,,is missing\r\n',
  );
});

test('nothing in the file is a formula', (t) => {
  const cells = ['=1+1', '+1', '-1', '@x', '\tx', '\rx'];
  const file = text(['=A', 'b', 'c', 'd', 'e', 'f'], [{ row: 1, line: 2, reasons: { a: '=b' }, cells }]);
  t.is(file, `\uFEFF'=A,b,c,d,e,f,reason\r\n'=1+1,'+1,'-1,'@x,"'\tx","'\rx",'=b\r\n`);
});

test('a row that is wider than the header keeps its cells, and the reason keeps its column', (t) => {
  const rows = [{ row: 1, line: 2, reasons: { a: 'no' }, cells: ['x', 'y'] }];
  t.is(text(['A'], rows), '\uFEFFA,,reason\r\nx,y,no\r\n');
});
