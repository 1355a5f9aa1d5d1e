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
