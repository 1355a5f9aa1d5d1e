import { deflateRawSync } from 'node:zlib';
import test from 'ava';
import { type WriteSheet, writeXlsx } from 'hucre/xlsx';
import { pastedType } from './read-file.ts';
import { readWorkbook, WorkbookError } from './workbook.ts';

const workbook = async (...sheets: WriteSheet[]) => new Uint8Array(await writeXlsx({ sheets }));
const textOf = async (bytes: Uint8Array<ArrayBuffer>, sheet: string | null = null) =>
  (await readWorkbook(bytes, sheet)).csv.text();

const LINKS = [
  ['Article', 'Client', 'Months', 'Placed', 'Paid'],
  ['https://blog.example/a', 'https://client.example/', 12, new Date('2026-03-02T00:00:00Z'), true],
  [],
  ['https://blog.example/b', 'says "hi", twice', 6.5, null, false],
];

test('a sheet becomes CSV with its own line numbers, days, numbers and quotes', async (t) => {
  t.is(
    await textOf(await workbook({ name: 'Links', rows: LINKS })),
    [
      'Article,Client,Months,Placed,Paid',
      'https://blog.example/a,https://client.example/,12,2026-03-02,true',
      '',
      'https://blog.example/b,"says ""hi"", twice",6.5,,false',
      '',
    ].join('\n'),
  );
});

test('the first visible sheet with addresses is read, unless another is wanted', async (t) => {
  const bytes = await workbook(
    { name: 'Cover', rows: [['Report']] },
    { name: 'Secret', rows: LINKS, hidden: true },
    { name: 'Links', rows: LINKS },
  );
  const { sheets, sheet } = await readWorkbook(bytes, null);
  t.deepEqual(sheets, ['Cover', 'Links']);
  t.is(sheet, 'Links');
  t.is(await textOf(bytes, 'Cover'), 'Report\n');
  t.is((await readWorkbook(bytes, 'Secret')).sheet, 'Links');
});

const TARGET = (row: number) => `https://blog.example/${row}`;

test('a cell of words has the address behind them: of a link, and of the function HYPERLINK', async (t) => {
  const rows = [
    ['Article', 'Client', 'Pages'],
    ['Oak tables', 'client.example', ''],
    ['Elm tables', 'https://client.example/', ''],
    ['Ash tables', '', TARGET(4)],
    ['https://blog.example/5', 'https://client.example/', 'words'],
    ['Write to Ann', 'https://client.example/', ''],
  ];
  const cells = new Map([
    ['1,0', { hyperlink: { target: TARGET(2) } }],
    ['2,0', { formula: `HYPERLINK("${TARGET(3)}","Elm tables")`, formulaResult: 'Elm tables' }],
    ['3,0', { formula: 'HYPERLINK($C4, "Ash tables")', formulaResult: 'Ash tables' }],
    ['4,2', { hyperlink: { target: 'https://client.example/anchor' } }],
    ['5,0', { hyperlink: { target: 'mailto:ann@blog.example' } }],
  ]);
  const lines = (
    await textOf(await workbook({ name: 'Cover', rows: [['Report']] }, { name: 'Links', rows, cells }))
  ).split('\n');
  t.deepEqual(lines.slice(1, 6), [
    `${TARGET(2)},client.example`,
    `${TARGET(3)},https://client.example/`,
    `${TARGET(4)},,${TARGET(4)}`,
    `${TARGET(5)},https://client.example/,words`,
    'Write to Ann,https://client.example/',
  ]);
});

test('a link far below in a wide sheet is read', async (t) => {
  const rows = Array.from({ length: 130_000 }, (_, index) =>
    index % 129_999 === 0 ? ['Oak', ...Array(150).fill('x')] : [],
  );
  const cells = new Map([['129999,0', { hyperlink: { target: TARGET(2) } }]]);
  const lines = (await textOf(await workbook({ name: 'Links', rows, cells }))).split('\n');
  t.true(lines[129_999]?.startsWith(`${TARGET(2)},x,x`));
});

test('a sheet whose addresses are all behind words is the sheet with addresses', async (t) => {
  const rows = [['Article'], ['Oak tables']];
  const cells = new Map([['1,0', { hyperlink: { target: TARGET(2) } }]]);
  const bytes = await workbook({ name: 'Cover', rows: [['Report']] }, { name: 'Links', rows, cells });
  t.is((await readWorkbook(bytes, null)).sheet, 'Links');
});

test('a value merged over rows counts in each of its rows, and adds no row', async (t) => {
  const rows = [
    ['Article', 'Client'],
    [TARGET(1), 'https://client.example/'],
    [TARGET(2)],
    [],
    [TARGET(4)],
    [TARGET(5), 'https://other.example/'],
  ];
  const merges = [
    { startRow: 1, startCol: 1, endRow: 4, endCol: 1 },
    { startRow: 5, startCol: 1, endRow: 1_048_575, endCol: 1 },
  ];
  t.is(
    await textOf(await workbook({ name: 'Links', rows, merges })),
    [
      'Article,Client',
      `${TARGET(1)},https://client.example/`,
      `${TARGET(2)},https://client.example/`,
      '',
      `${TARGET(4)},https://client.example/`,
      `${TARGET(5)},https://other.example/`,
      '',
    ].join('\n'),
  );
});

test('a workbook without rows is an empty file', async (t) => {
  t.is(await textOf(await workbook({ name: 'Empty', rows: [] })), '');
});

test('rows beyond the limit of an import are not read', async (t) => {
  const rows = Array.from({ length: 100_500 }, (_, index) => [`https://blog.example/${index}`]);
  const text = await textOf(await workbook({ name: 'Links', rows }));
  t.is(text.split('\n').length - 1, 100_002);
});

/** A ZIP archive with one entry that states `size` bytes. */
function archiveOf(name: string, contents: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const packed = deflateRawSync(contents);
  const file = Buffer.from(name);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(size, 22);
  local.writeUInt16LE(file.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(packed.length, 20);
  central.writeUInt32LE(size, 24);
  central.writeUInt16LE(file.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(46 + file.length, 12);
  end.writeUInt32LE(30 + file.length + packed.length, 16);
  return new Uint8Array(Buffer.concat([local, file, packed, central, file, end]));
}

test('an archive that unpacks to too much is refused before it is unpacked', async (t) => {
  const zeros = new Uint8Array(1_000_000);
  const bombs: [string, Uint8Array<ArrayBuffer>, string][] = [
    ['states too much', archiveOf('xl/sharedStrings.xml', zeros, 0xf0000000), 'too-large'],
    ['states nothing', archiveOf('[Content_Types].xml', zeros, 0), 'unreadable'],
    ['states less than it holds', archiveOf('[Content_Types].xml', zeros, 1_000), 'unreadable'],
  ];
  for (const [name, bytes, message] of bombs) {
    await t.throwsAsync(readWorkbook(bytes, null), { instanceOf: WorkbookError, message }, name);
  }
});

test('empty rows between far cells keep their line numbers', async (t) => {
  const rows = Array.from({ length: 150_000 }, (_, index) => (index % 149_999 === 0 ? ['https://blog.example/a'] : []));
  const lines = (await textOf(await workbook({ name: 'Links', rows }))).split('\n');
  t.is(lines.length, 150_001);
  t.is(lines[149_999], 'https://blog.example/a');
});

test('a file that is not a workbook is refused', async (t) => {
  const cut = (await workbook({ name: 'Links', rows: LINKS })).slice(0, 300);
  for (const bytes of [new Uint8Array(), new TextEncoder().encode('PK\u0003\u0004 nothing'), cut]) {
    await t.throwsAsync(readWorkbook(bytes, null), { instanceOf: WorkbookError, message: 'unreadable' });
  }
  const other = archiveOf('hello.txt', new TextEncoder().encode('hello'), 5);
  await t.throwsAsync(readWorkbook(other, null), { instanceOf: WorkbookError, message: 'unreadable' });
});

test('pasted lines are separated by tabs, unless commas separate addresses', (t) => {
  t.is(pastedType('https://a.example/1\nhttps://a.example/2'), 'text/tab-separated-values');
  t.is(pastedType('https://a.example/a,b\nhttps://a.example/c,d'), 'text/tab-separated-values');
  t.is(pastedType('https://a.example/1\thttps://c.example/\tAnchor, with comma'), 'text/tab-separated-values');
  t.is(pastedType('https://a.example/1,https://c.example/'), 'text/csv');
  t.is(pastedType('https://a.example/1; client.example'), 'text/csv');
});
