import test from 'ava';
import { hyperlinkOf } from './hyperlink-formula.ts';

const CELLS: Readonly<Record<string, string | number | Date>> = {
  A2: 'https://blog.example/a',
  B2: 'blog.example',
  C2: 42,
  D2: new Date(0),
};
const read = (formula: string) => hyperlinkOf(formula, (column, row) => CELLS[`${column.toUpperCase()}${row}`]);

test('the address of HYPERLINK may be joined from texts, numbers and cells, anywhere in a formula', (t) => {
  const formulas: Readonly<Record<string, string>> = {
    'HYPERLINK("https://blog.example/a","Oak ""tables""")': 'https://blog.example/a',
    '=hyperlink( $A$2 )': 'https://blog.example/a',
    'HYPERLINK("https://"&B2&"/?id="&C2,"Oak")': 'https://blog.example/?id=42',
    'HYPERLINK(CONCATENATE("https://",B2,"/",7),"Oak")': 'https://blog.example/7',
    'HYPERLINK(CONCAT("https://"; (B2 & "/")); "Oak")': 'https://blog.example/',
    'IF(A2="","",HYPERLINK(A2,"Oak"))': 'https://blog.example/a',
    'IFERROR(HYPERLINK(VLOOKUP(B2,E:F,2,0),"x"),HYPERLINK(A2))': 'https://blog.example/a',
  };
  for (const [formula, address] of Object.entries(formulas)) t.is(read(formula), address, formula);
});

test('other arguments tell no address', (t) => {
  for (const formula of [
    ...['', 'A2', 'HYPERLINK(', 'HYPERLINK()', 'HYPERLINK(VLOOKUP(A2,B:C,2))', 'HYPERLINK(Other!A2,"x")'],
    ...['HYPERLINK(A2:A4,"x")', 'HYPERLINK("https://"&D2)', 'HYPERLINK("https://blog.example/" & UPPER(B2))'],
    ...[
      `HYPERLINK(${'('.repeat(5_000)}A2`,
      'MYHYPERLINK(A2)',
      'HYPERLINK(A2',
      'HYPERLINK("https://blog.example/"&Z9)',
      'HYPERLINK("https://blog.example/',
    ],
  ]) {
    t.is(read(formula), undefined, formula.slice(0, 60));
  }
});
