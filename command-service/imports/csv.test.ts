import test from 'ava';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { importFields } from '../model/import/commands.ts';
import { fieldReader, mapColumns } from './columns.ts';
import { CsvSyntaxError, openCsv } from './csv.ts';
import { NotTextError } from './decode-text.ts';

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function read(file: string | Uint8Array, size = 7) {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  const { header, rows } = await openCsv(chunksOf(bytes, size));
  const cells: (readonly string[])[] = [];
  for await (const row of rows) cells.push(row.cells);
  return { header, cells };
}

for (const [name, separator] of [
  ['comma', ','],
  ['semicolon', ';'],
  ['tab', '\t'],
] as const) {
  test(`a ${name} separates cells, also beside other separators in quotes`, async (t) => {
    const line = (...cells: string[]) => cells.join(separator);
    const file = `${line('"a, b; c"', 'd')}\r\n${line('1', '"x\r\ny"')}\r\n\r\n${line('2', '"say ""hi"""')}\r\n`;
    t.deepEqual(await read(file), {
      header: ['a, b; c', 'd'],
      cells: [
        ['1', 'x\r\ny'],
        ['2', 'say "hi"'],
      ],
    });
  });
}

test('UTF-8 with and without a byte order mark, UTF-16 with one and windows-1252 are detected', async (t) => {
  const text = 'articleLink,remarks\nhttps://a.example/é,“naïve” – 5 €\n';
  const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
  const big = Buffer.from(utf16).swap16();
  const latin = Buffer.from(
    text.replaceAll(
      /[“”–€]/g,
      (character) => ({ '“': '\x93', '”': '\x94', '–': '\x96', '€': '\x80' })[character] ?? '',
    ),
    'latin1',
  );
  for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`), utf16, big, latin]) {
    for (const size of [1, 2, 3, 1_000]) {
      const { header, cells } = await read(bytes, size);
      t.deepEqual(
        [header, ...cells],
        [
          ['articleLink', 'remarks'],
          ['https://a.example/é', '“naïve” – 5 €'],
        ],
      );
    }
  }
});

test('windows-1252 is detected even if its first special letter comes late', async (t) => {
  const rows = 'https://a.example/,plain\n'.repeat(10_000);
  const { cells } = await read(Buffer.from(`a,b\n${rows}x,caf\xe9\n`, 'latin1'), 4_096);
  t.deepEqual(cells.at(-1), ['x', 'café']);
});

test('reading returns the written cells for chunks of any size', async (t) => {
  const cell = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/[\0\r\ufeff]/.test(text));
  const rows = fc
    .integer({ min: 2, max: 4 })
    .chain((columns) =>
      fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 6 }),
    );
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.constantFrom(',', ';', '\t'),
      fc.integer({ min: 1, max: 40 }),
      async (table, delimiter, size) => {
        const file = stringify([table[0]?.map((_, index) => `column ${index}`) ?? [], ...table], {
          delimiter,
          quoted: true,
        });
        t.deepEqual((await read(file, size)).cells, table);
      },
    ),
    { numRuns: 100 },
  );
});

test('an empty file has no header, and a header alone has no rows', async (t) => {
  t.deepEqual(await read(''), { header: [], cells: [] });
  t.deepEqual(await read('\n\n'), { header: [], cells: [] });
  t.deepEqual(await read('articleLink,clientLink'), { header: ['articleLink', 'clientLink'], cells: [] });
});

test('a binary file, an endless first line and an unclosed quote get their own errors', async (t) => {
  await t.throwsAsync(read(Buffer.from('PK\x03\x04\0\0\0\0')), { instanceOf: NotTextError });
  await t.throwsAsync(read('x'.repeat(70_000), 1_000), { instanceOf: CsvSyntaxError, message: /too long/ });
  await t.throwsAsync(read('a,b\n1,"2\n3,4\n'), { instanceOf: CsvSyntaxError, message: /never closed/ });
});

test('a long cell is read, and a row that is far too long ends the file with the reason, after the rows before it', async (t) => {
  const { cells } = await read(`a,b\n1,${'x'.repeat(120_000)}\n2,3\n`, 65_536);
  t.is(cells[0]?.[1]?.length, 120_000);
  t.deepEqual(cells[1], ['2', '3']);
  const longRows = {
    cell: 'x'.repeat(2_000_000),
    'quoted cell': `"${'x'.repeat(2_000_000)}"`,
    'quotation marks': `"${'""'.repeat(1_000_000)}"`,
    'open quotation mark': `"${'x,y\n'.repeat(500_000)}`,
    separators: ','.repeat(2_000_000),
  };
  for (const [name, long] of Object.entries(longRows)) {
    const rows: (readonly string[])[] = [];
    const broken = async () => {
      const csv = await openCsv(chunksOf(Buffer.from(`a,b\n1,2\n3,${long}\n5,6\n`), 65_536));
      for await (const row of csv.rows) rows.push(row.cells);
    };
    await t.throwsAsync(broken, { instanceOf: CsvSyntaxError, message: /^A row has more than 131,072 char/ }, name);
    t.deepEqual(rows, [['1', '2']], name);
  }
});

test('a file with thousands of columns is refused', async (t) => {
  const names = Array.from({ length: 1_001 }, (_, at) => `c${at}`).join(',');
  await t.throwsAsync(read(`${names}\n1,2\n`, 65_536), {
    instanceOf: CsvSyntaxError,
    message: /more than 1,000 columns/,
  });
  await t.throwsAsync(read(`http://a.example${','.repeat(1_001)}\n`), { message: /more than 1,000 columns/ });
});

test('other work goes on while a long file is read, even if it has only blank lines', async (t) => {
  for (const line of ['a,b\n', '\n']) {
    let turns = 0;
    const count = () => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    await read(`x,y\n${line.repeat(100_000)}`, 65_536);
    clearImmediate(next);
    t.true(turns > 5, `${turns} turns of the event loop`);
  }
});

test('columns are recognized by our names in any case, and by the names in the usual exports', (t) => {
  const known: [readonly string[], readonly (string | null)[]][] = [
    [
      ['ARTICLELINK', 'client link', 'Live_Date'],
      ['articleLink', 'clientLink', 'liveDate'],
    ],
    [
      ['Referring page title', 'Referring page URL', 'Target URL', 'Anchor', 'Nofollow', 'UGC', 'Sponsored'],
      [null, 'articleLink', 'clientLink', 'anchor', 'nofollow', 'ugc', 'sponsored'],
    ],
    [
      ['Page ascore', 'Source title', 'Source url', 'Target url', 'Anchor'],
      [null, null, 'articleLink', 'clientLink', 'anchor'],
    ],
    [
      ['Linking page', 'Last crawled'],
      ['articleLink', null],
    ],
    [
      ['Target URL', 'Source URL', 'Anchor Text', 'FlagNoFollow'],
      ['clientLink', 'articleLink', 'anchor', 'nofollow'],
    ],
  ];
  for (const [header, fields] of known) t.deepEqual(mapColumns(header), fields);
});

test('the columns of a campaign’s link are recognized only in an import into a campaign', (t) => {
  const header = ['clientLink', 'Promotion Type', 'Website', 'Status', 'Timeline date'];
  const fields = ['clientLink', 'promotionType', 'websiteUrl', 'status', 'timelineDate'] as const;
  const rows = [['https://client.example/', 'guest post', 'https://blog.example', 'pending', '2026-12-31']];
  t.deepEqual(mapColumns(['clientLink', ...fields.slice(1)], [], {}, importFields(true)), [...fields]);
  t.deepEqual(mapColumns(['clientLink', 'status', 'websiteUrl'], [], {}), ['clientLink', null, null]);
  t.deepEqual(mapColumns(['clientLink'], rows, { clientLink: 'clientLink' }, importFields(true)), ['clientLink']);
  t.deepEqual(mapColumns(['clientLink', 'status'], [], { status: 'status' }), ['clientLink', null]);
  t.deepEqual(mapColumns(header, rows, {}, importFields(true)), [...fields]);
  t.deepEqual(mapColumns(['clientLink', 'until'], [], {}, importFields(true)), ['clientLink', null]);
  t.is(mapColumns(header, rows)[2], 'articleLink', 'outside a campaign a website is the article');
});

test('a column of link types that has only ticks is left out unless its name says what they mean', (t) => {
  const mapped = (name: string, ...cells: readonly string[]) =>
    mapColumns(
      ['articleLink', name],
      cells.map((cell) => ['https://blog.example/', cell]),
    )[1];
  t.is(mapped('Link Type', 'x', 'yes', 'x'), null);
  t.is(mapped('Link Type', 'x', 'nofollow'), 'linkType');
  t.is(mapped('Link Type', 'x', 'dofolow'), 'linkType');
  t.is(mapped('Dofollow', 'x', 'yes', ''), 'linkType');
  t.is(mapped('Link Type'), 'linkType');
});

test('of two columns for one field the first counts, unless the person chose the other', (t) => {
  t.deepEqual(mapColumns(['Source url', 'Backlink']), ['articleLink', null]);
  t.deepEqual(mapColumns(['Source url', 'Backlink'], [], { backlink: 'articleLink' }), [null, 'articleLink']);
  t.deepEqual(mapColumns(['Source url'], [], { 'Source URL': null }), [null]);
  const read = (header: readonly string[], cells: readonly string[]) => fieldReader(header, mapColumns(header))(cells);
  t.deepEqual(read(['Anchor', 'x', 'Source url'], ['Shoes', 'y', 'https://a.example/', 'beyond']), {
    anchor: 'Shoes',
    articleLink: 'https://a.example/',
  });
  t.deepEqual(read(['Anchor', 'Source url'], ['Shoes']), { anchor: 'Shoes' });
});
