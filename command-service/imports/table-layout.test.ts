import test from 'ava';
import { openCsv } from './csv.ts';

async function read(text: string, separator: string | null = null) {
  async function* bytes() {
    yield Buffer.from(text);
  }
  const { header, rows } = await openCsv(bytes(), separator);
  const cells: (readonly string[])[] = [];
  const numbers: number[] = [];
  for await (const row of rows) {
    cells.push(row.cells);
    numbers.push(row.line);
  }
  return { header, cells, numbers };
}

const HEADER = ['Article', 'Client', 'Anchor'];
const ROWS = [
  ['https://a.example/1', 'https://c.example/', 'oak'],
  ['https://a.example/2', 'https://c.example/', 'elm'],
];
const table = (separator: string, lines = [HEADER, ...ROWS]) => lines.map((line) => line.join(separator)).join('\n');

for (const [name, separator] of [
  ['commas', ','],
  ['semicolons', ';'],
  ['tabs', '\t'],
  ['pipes', '|'],
] as const) {
  test(`titles above a file with ${name} do not decide how its cells are separated`, async (t) => {
    for (const title of [
      'Links of July',
      'Report, July 2026; draft',
      'Links\nMade by: Ann, Bob\n',
      '\n\nOur | links\n',
    ]) {
      const { header, cells, numbers } = await read(`\ufeff${title}\n${table(separator)}`);
      t.deepEqual({ header, cells }, { header: HEADER, cells: ROWS }, title);
      t.is(numbers[0], title.split('\n').length + 2, title);
    }
  });
}

test('an address above the names of columns is a title, and a whole row is none', async (t) => {
  const titles = ['https://agency.example/', 'www.agency.example', 'https://agency.example/a,b;c – July 2026'];
  for (const separator of [',', ';', '\t']) {
    const details = ['Client', 'https://client.example/'].join(separator);
    for (const title of [...titles.filter((each) => !each.includes(separator)), details, `${details}\n\nJuly`]) {
      t.like(await read(`${title}\n${table(separator)}`), { header: HEADER, cells: ROWS }, title);
    }
    const lines = [ROWS[0] ?? [], HEADER, ROWS[1] ?? []];
    t.like(await read(table(separator, lines)), { header: ['Column A', 'Column B', 'Column C'], cells: lines });
  }
  t.like(await read(`https://agency.example/\n${HEADER.join(';')}`), { header: HEADER, cells: [] });
});

test('the rows decide, whatever else the names of columns hold', async (t) => {
  const header = ['Article', 'Client', 'Price, net, in EUR, with VAT, or none'];
  const rows = [
    ['https://a.example/1', 'https://c.example/', '12,50'],
    ['https://a.example/2', 'https://c.example/', '1.200,00'],
  ];
  for (const separator of [';', '\t', '|']) {
    t.like(await read(table(separator, [header, ...rows])), { header, cells: rows }, separator);
  }
});

test('separators inside addresses and texts separate nothing', async (t) => {
  const addresses = ['https://a.example/news,123.html', 'https://a.example/?a=1;b=2', 'https://a.example/x|y,z'];
  const column = (values: readonly string[]) => values.map((value) => [value]);
  t.like(await read(['URL', ...addresses].join('\n')), { header: ['URL'], cells: column(addresses) });
  const commas = [1, 2, 3].map((page) => `https://a.example/news,${page}.html`);
  t.like(await read(['URL', ...commas].join('\n')), { header: ['URL'], cells: column(commas) });
  for (const separator of [',', ';', '\t']) {
    const rows = ['?a=1;b=2', '?a=1,b=2', '?a|b;c,d'].map((query) => [
      `"https://a.example/${query}"`,
      'https://c.example/',
      '"Oak, elm; ""ash"""',
    ]);
    const { header, cells } = await read(table(separator, [HEADER, ...rows]));
    t.deepEqual(header, HEADER, separator);
    t.deepEqual(
      cells.map(([, client, anchor]) => [client, anchor]),
      rows.map(() => ['https://c.example/', 'Oak, elm; "ash"']),
      separator,
    );
  }
  const unquoted = [1, 2].map((page) => [`https://a.example/?a=${page},2`, 'https://c.example/?x=1,2', '3,5']);
  t.like(await read(table(';', [HEADER, ...unquoted])), { cells: unquoted });
});

test('short rows, hosts without a scheme, and files without rows or names are separated too', async (t) => {
  t.like(await read(`Links, all\n\n${HEADER.join(';')}`), { header: HEADER, cells: [] });
  const short = [['https://a.example/1', 'https://c.example/'], ['https://a.example/2'], ...ROWS];
  t.like(await read(table(';', [HEADER, ...short])), { header: HEADER, cells: short });
  const hosts = [
    ['blog.example', 'client.example', '1,5'],
    ['magazine.example', 'client.example', '2,5'],
  ];
  t.like(await read(`Report, July\n${table(';', [HEADER, ...hosts])}`), { header: HEADER, cells: hosts });
  t.like(await read(table('|', ROWS)), { header: ['Column A', 'Column B', 'Column C'], cells: ROWS });
});

test('a line sep= names any separator, and is no row', async (t) => {
  for (const separator of [',', ';', '\t', '|', '^', '~', ':']) {
    for (const line of [`sep=${separator}`, `"SEP=${separator}"`, `\nsep=${separator} `]) {
      const rows = [['1', '2', '3']];
      const { header, cells, numbers } = await read(`\ufeff${line}\r\n${table(separator, [HEADER, ...rows])}`);
      t.deepEqual({ header, cells }, { header: HEADER, cells: rows }, line);
      t.is(numbers[0], line.split('\n').length + 2);
    }
  }
  t.like(await read(`sep=\\t\n${table('\t')}`), { header: HEADER, cells: ROWS });
  t.like(await read(`sep=;\n${table('\t')}`, '\t'), { header: HEADER, cells: ROWS });
});

test('a file far longer than the lines that are looked at is separated in the same way', async (t) => {
  const rows = Array.from({ length: 5_000 }, (_, index) => [
    `https://a.example/${index},x`,
    'https://c.example/',
    'oak, elm',
  ]);
  const { header, cells } = await read(`Links, July\n${table(';', [HEADER, ...rows])}`);
  t.deepEqual(header, HEADER);
  t.is(cells.length, 5_000);
  t.true(cells.every((row) => row.length === 3));
});
