import test from 'ava';
import { parse } from 'csv-parse/sync';
import { readXlsx, type Sheet } from 'hucre/xlsx';
import { readerIn } from '../../command-service/contract/languages.ts';
import type { ReportDocument, ReportRow } from './report-document.ts';
import { reportCsv, reportWorkbook } from './tables.ts';
import { writeTables } from './write-tables.ts';

const row = (values: Partial<ReportRow> = {}): ReportRow => ({
  ...{ articleLink: 'https://blog.example/a', clientLink: 'https://client.example/', anchor: 'shoes' },
  ...{ linkType: 'dofollow', status: 'live', day: '2026-10-05', until: null, reason: '', deviations: [], price: null },
  ...values,
});

function report(values: Partial<ReportDocument> = {}): ReportDocument {
  const none = { delivered: [], lost: [], back: [], deviations: [], pending: [], standing: [], all: [] };
  return {
    ...{
      reader: readerIn('en'),
      name: 'October',
      subject: 'Client Ltd.',
      agency: 'Agency',
      brand: null,
      rules: 1,
      note: '',
    },
    period: { from: '2026-10-01', to: '2026-10-31', timeZone: 'Europe/Berlin', after: 10, position: 1234 },
    ...{ parts: ['delivered'], prices: false, delivered: [], losses: [], anchors: [], types: [], ...values },
    counts: {
      ...{ delivered: 1, lost: 2, back: 3, total: 9, deviating: 0 },
      ...{ live: 4, pending: 5, removed: 0, 'not-found': 0 },
    },
    rows: { ...none, ...values.rows },
  };
}
const rowsOf = (rows: Partial<ReportDocument['rows']>) => rows as ReportDocument['rows'];

async function sheetsOf(document: ReportDocument): Promise<readonly Sheet[]> {
  return (await readXlsx(await reportWorkbook(document), { readStyles: true })).sheets;
}

test('a workbook has a summary and a sheet for each chosen part, in the language of the report', async (t) => {
  const document = report({
    ...{ reader: readerIn('de'), parts: ['delivered', 'anchors', 'all'], note: 'Danke!' },
    rows: rowsOf({ delivered: [row()], lost: [row()], all: [row({ status: 'pending' })] }),
    anchors: [
      { value: 'shoes', links: 3 },
      { value: 'boots', links: 1 },
    ],
    types: [{ value: 'dofollow', links: 4 }],
  });
  const [summary, delivered, anchors, all, ...others] = await sheetsOf(document);
  t.deepEqual(others, []);
  t.is(summary?.name, 'Überblick');
  const said = summary?.rows.map((cells) => cells.filter((cell) => cell !== null && cell !== '')) ?? [];
  for (const line of [
    ['October'],
    ['Client Ltd.'],
    ['Danke!'],
    ['1. Oktober 2026 – 31. Oktober 2026'],
    ['Live gegangen', 1],
    ['Nicht überprüfbar', 5],
  ])
    t.true(
      said.some((cells) => JSON.stringify(cells) === JSON.stringify(line)),
      line.join(),
    );
  t.regex(JSON.stringify(said), /Tage der Zone Europe\/Berlin.*Position 1234/s);
  t.is(delivered?.name, 'Live gegangene Links');
  t.deepEqual(delivered?.rows, [
    ['Tag', 'Artikel', 'Verlinkt auf', 'Ankertext', 'Typ', 'Bis'],
    [new Date('2026-10-05T00:00:00Z'), 'https://blog.example/a', 'https://client.example/', 'shoes', 'dofollow', null],
  ]);
  t.deepEqual(delivered?.freezePane?.rows, 1);
  t.true(delivered?.cells?.get('0,0')?.style?.font?.bold);
  t.is(delivered?.columns?.[1]?.width, 60);
  t.deepEqual(anchors?.rows.slice(1), [
    ['shoes', 3, 'dofollow', 4],
    ['boots', 1, null, null],
  ]);
  t.is(all?.name, 'Alle Links am 2026-10-31');
  t.is(all?.rows[1]?.[2], 'Nicht überprüfbar');
});

test('prices are numbers with their currency, and only in reports that show them', async (t) => {
  const price = { amount: 120_050, currency: 'EUR' };
  const rows = rowsOf({ delivered: [row({ price }), row({ price: { amount: 500, currency: 'JPY' } }), row()] });
  const [, delivered] = await sheetsOf(report({ prices: true, rows }));
  t.deepEqual(
    delivered?.rows.map((cells) => cells.slice(-2)),
    [
      ['Price', 'Currency'],
      [1200.5, 'EUR'],
      [500, 'JPY'],
      [null, null],
    ],
  );
  t.notRegex(JSON.stringify(await sheetsOf(report({ rows }))), /EUR|Price/);
  t.notRegex(reportCsv(report({ rows })), /EUR|Price/);
});

test('texts of pages never become formulas, and no character breaks the files', async (t) => {
  const texts = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '<b>&"',
    'a\u0000b\uFFFEc\uD800',
    '😀 عربي',
    'x'.repeat(40_000),
  ];
  const document = report({
    name: '=HYPERLINK("x")',
    rows: rowsOf({ delivered: texts.map((anchor) => row({ anchor })) }),
  });
  const [summary, delivered] = await sheetsOf(document);
  for (const sheet of [summary, delivered])
    for (const cell of sheet?.cells?.values() ?? []) t.is(cell.formula, undefined);
  t.is(summary?.rows[0]?.[0], '=HYPERLINK("x")');
  const anchors = delivered?.rows.slice(1).map((cells) => cells[3]);
  t.deepEqual(anchors?.slice(0, 6), texts.slice(0, 6));
  t.is(anchors?.[7], texts[7]);
  t.is(String(anchors?.[8]).length, 32_767);
  const lines: string[][] = parse(reportCsv(document), { bom: true });
  t.deepEqual(
    lines.slice(1, 6).map((cells) => cells[4]),
    texts.slice(0, 5).map((text) => `'${text}`),
  );
});

test('a CSV file has the rows of all chosen parts, with the name of the part', (t) => {
  const deviations = [{ code: 'wrong-anchor' as const, since: '2026-10-04' }];
  const rows = rowsOf({
    delivered: [row()],
    pending: [row({ reason: 'It timed out.' })],
    deviations: [row({ deviations })],
  });
  const lines: string[][] = parse(reportCsv(report({ parts: ['delivered', 'deviations', 'anchors'], rows })), {
    bom: true,
  });
  const head = ['Table', 'Day', 'Article', 'Links to', 'Status', 'Anchor', 'Type', 'Until', 'Not as agreed'];
  const link = ['https://blog.example/a', 'https://client.example/'];
  t.deepEqual(lines, [
    head,
    ['Links That Went Live', '2026-10-05', ...link, '', 'shoes', 'dofollow', '', ''],
    ['Not as Agreed', '', ...link, 'Live', '', '', '', 'another anchor since October 4, 2026'],
  ]);
});

test('the tables of 20,000 links are written in a thread while this one goes on', async (t) => {
  const many = Array.from({ length: 20_000 }, (_, index) =>
    row({ articleLink: `https://blog-${index % 900}.example/articles/${index}`, anchor: `anchor ${index % 50}` }),
  );
  let turns = 0;
  const turning = setInterval(() => {
    turns += 1;
  }, 10);
  const { signal } = new AbortController();
  const tables = await writeTables(
    report({ parts: ['standing', 'all'], rows: rowsOf({ standing: many, all: many }) }),
    signal,
  );
  clearInterval(turning);
  t.true(turns > 5, `${turns} turns`);
  const { sheets } = await readXlsx(tables.xlsx);
  t.deepEqual(
    sheets.map(({ rows }) => rows.length),
    [sheets[0]?.rows.length, 20_001, 20_001],
  );
  t.is(parse(tables.csv, { bom: true }).length, 40_001);
});

test('writing tables ends on abort', async (t) => {
  await t.throwsAsync(writeTables(report(), AbortSignal.abort()), { name: 'AbortError' });
});
