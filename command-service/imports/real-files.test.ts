/** Files as people bring them, each from one tool or habit (`fixtures/`). */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import type { DateOrder } from '../model/import/commands.ts';
import { currencyIn } from './column-names.ts';
import { fieldReader, mapColumns, unclearDays } from './columns.ts';
import { openCsv } from './csv.ts';
import { parseRow } from './parse-row.ts';
import { readAgreed } from './read-agreed.ts';
import { orderOf } from './read-date.ts';
import { unitIn } from './read-duration.ts';

async function* bytesOf(name: string): AsyncGenerator<Uint8Array> {
  yield readFileSync(path.join(import.meta.dirname, 'fixtures', name));
}

/** The mapped columns by name, the links, and the errors by line. */
async function read(name: string, dateOrder: DateOrder | null = null, clientLink: string | null = null) {
  const { header, sample, rows } = await openCsv(bytesOf(name), name.endsWith('.tsv') ? '\t' : null);
  const cells = sample.map((row) => row.cells);
  const columns = mapColumns(header, cells);
  const fieldsOf = fieldReader(header, columns);
  const proven = orderOf(cells.map((row) => row[columns.indexOf('liveDate')] ?? ''));
  const settings = {
    people: new Map(),
    tags: [],
    isCampaign: false,
    dateOrder: dateOrder ?? proven,
    durationUnit: unitIn(header[columns.indexOf('duration')] ?? ''),
    linkTypeColumn: header[columns.indexOf('linkType')] ?? '',
  };
  const agreedSettings = {
    typesColumn: header[columns.indexOf('agreedLinkTypes')] ?? '',
    currency: currencyIn(header[columns.indexOf('price')] ?? ''),
  };
  const links: object[] = [];
  const agreed: object[] = [];
  const problems: [number, readonly string[]][] = [];
  for await (const row of rows) {
    const fields = { ...(clientLink === null ? {} : { clientLink }), ...fieldsOf(row.cells) };
    const parsed = parseRow(fields, settings);
    const ofTerms = readAgreed(fields, agreedSettings, true);
    if ('body' in parsed) links.push(parsed.body);
    else problems.push([row.line, Object.keys(parsed.reasons)]);
    agreed.push(ofTerms);
  }
  const mapped = Object.fromEntries(header.flatMap((each, at) => (columns[at] === null ? [] : [[each, columns[at]]])));
  return { mapped, links, agreed, problems };
}

test('an Ahrefs export brings its links, and its count of keywords does not become a tag', async (t) => {
  const { mapped, links, problems } = await read('ahrefs.csv');
  t.deepEqual(mapped, {
    'Referring page URL': 'articleLink',
    'Target URL': 'clientLink',
    Anchor: 'anchor',
    Nofollow: 'nofollow',
    UGC: 'ugc',
    Sponsored: 'sponsored',
  });
  t.deepEqual(problems, []);
  t.deepEqual(links[1], {
    articleLink: 'https://blog2.example/guide',
    clientLink: 'https://client.example/shop',
    anchor: 'oak tables',
    linkType: 'nofollow',
  });
});

test('a Semrush export brings its links with their rel flags', async (t) => {
  const { links, problems } = await read('semrush.csv');
  t.deepEqual(problems, []);
  t.like(links[0] ?? {}, { articleLink: 'https://blog1.example/a', anchor: 'oak tables' });
  t.like(links[1] ?? {}, { linkType: 'sponsored' });
});

test('a sheet with semicolons in windows-1252 keeps its accents', async (t) => {
  const { links } = await read('own-sheet.csv');
  t.like(links[0] ?? {}, {
    articleLink: 'https://blog.example/café',
    remarks: '“très” bien – 5 €',
    liveDate: '2026-03-02',
  });
  t.like(links[1] ?? {}, { anchor: 'Straße' });
});

test('days with slashes wait for their order, and days with dots do not', async (t) => {
  t.deepEqual((await read('dates-slash.csv')).problems, [
    [2, ['liveDate']],
    [3, ['liveDate']],
  ]);
  t.like((await read('dates-slash.csv', 'dmy')).links[0] ?? {}, { liveDate: '2026-03-02' });
  t.like((await read('dates-slash.csv', 'mdy')).links[0] ?? {}, { liveDate: '2026-02-03' });
  t.like((await read('dates-dot.csv')).links[0] ?? {}, { liveDate: '2026-02-03' });
});

test('a German sheet is read by its names', async (t) => {
  const { links, problems } = await read('german.csv');
  t.deepEqual(problems, []);
  t.deepEqual(links, [
    {
      articleLink: 'https://magazin.example/beitrag',
      clientLink: 'https://kunde.example/shop',
      anchor: 'Gartenmöbel',
      duration: '12 months',
      liveDate: '2026-02-03',
      remarks: 'bezahlt',
    },
    {
      articleLink: 'https://blog.example/tipps',
      clientLink: 'https://kunde.example/',
      anchor: 'hier',
      duration: '12 months',
      liveDate: '2026-02-14',
    },
  ]);
});

test('a French sheet is read by its names', async (t) => {
  const { links, problems } = await read('languages.csv');
  t.deepEqual(problems, []);
  t.like(links[0] ?? {}, { articleLink: 'https://journal.example/a', duration: '6 months', liveDate: '2026-03-02' });
  t.like(links[1] ?? {}, { duration: '1 year', liveDate: '2026-04-14' });
});

test('a sheet of an agency is read, one clear day decides the others, and neither vendor nor price becomes a remark', async (t) => {
  const { mapped, links, agreed, problems } = await read('agency.csv');
  t.deepEqual(mapped, {
    Vendor: 'vendor',
    'Price (USD)': 'price',
    'Post URL': 'articleLink',
    'Target page': 'clientLink',
    'Anchor text': 'anchor',
    'Date placed': 'liveDate',
  });
  t.deepEqual(problems, []);
  t.like(links[0] ?? {}, { remarks: undefined, liveDate: '2026-03-25' });
  const money = (amount: number, vendor: string) => ({
    terms: {},
    money: { price: { amount, currency: 'USD' }, vendor, orderNumber: null },
  });
  t.deepEqual(agreed, [money(25_000, 'Northside Media'), money(12_050, 'Blogline')]);
  t.like(links[1] ?? {}, { liveDate: '2026-04-02' });
});

test('columns with unknown names are recognized by their cells', async (t) => {
  t.deepEqual((await read('unknown-names.csv')).mapped, {
    Wo: 'articleLink',
    Wohin: 'clientLink',
    'Wie lange': 'duration',
  });
  t.deepEqual((await read('domains-beside.csv')).mapped, { Page: 'articleLink', 'Goes to': 'clientLink' });
});

test('the only column with addresses has the articles, and one client link serves all rows', async (t) => {
  t.deepEqual((await read('one-column.csv')).mapped, { URL: 'articleLink' });
  t.is((await read('one-column.csv', null, 'https://client.example/')).links.length, 2);
});

test('a table without a header is read by its cells', async (t) => {
  const { mapped, links } = await read('no-header.tsv');
  t.deepEqual(mapped, { 'Column A': 'articleLink', 'Column B': 'clientLink' });
  t.is(links.length, 2);
});

test('a title above the header is skipped, and lines are counted as in a spreadsheet', async (t) => {
  const { mapped, links, problems } = await read('title-above.csv');
  t.deepEqual(mapped, { Article: 'articleLink', Client: 'clientLink' });
  t.is(links.length, 1);
  t.deepEqual(problems, [[6, ['clientLink']]]);
});

test('a file without a byte has no columns', async (t) => {
  t.deepEqual(await read('empty.csv'), { mapped: {}, links: [], agreed: [], problems: [] });
});

test('what was agreed and what it costs is recognized in eight languages', (t) => {
  const fields = [
    ...['agreedAnchor', 'agreedLinkTypes', 'timelineDate', 'until', 'price', 'currency', 'vendor', 'orderNumber'],
  ] as const;
  const cells = ['shoes', 'dofollow', '2026-12-01', '2027-12-01', '90', 'EUR', 'Northside', 'A-7'];
  const headers = [
    ['Agreed anchor', 'Agreed type', 'Due on', 'Until', 'Price', 'Currency', 'Vendor', 'Order number'],
    ['Vereinbarter Anker', 'Vereinbarter Linktyp', 'Fällig am', 'Gültig bis', 'Preis', 'Währung', 'Anbieter'],
    ['Ancre convenue', 'Type de lien convenu', 'Date limite', 'Date de fin', 'Prix', 'Devise', 'Fournisseur'],
    ['Ancla acordada', 'Tipo de enlace acordado', 'Fecha límite', 'Válido hasta', 'Precio', 'Moneda', 'Proveedor'],
    ['Ancora concordata', 'Tipo di link concordato', 'Previsto il', 'Valido fino al', 'Prezzo', 'Valuta', 'Fornitore'],
    ['Âncora acordada', 'Tipo de link acordado', 'Data prevista', 'Válido até', 'Preço', 'Moeda', 'Fornecedor'],
    ['Afgesproken anker', 'Afgesproken linktype', 'Uiterlijk', 'Geldig tot', 'Prijs', 'Valuta', 'Leverancier'],
    ['Uzgodniona kotwica', 'Uzgodniony typ linku', 'Termin', 'Ważne do', 'Cena', 'Waluta', 'Dostawca'],
    [...fields],
  ];
  const orders = [
    ...['Order no.', 'Auftragsnummer', 'N° de commande', 'Número de pedido', 'Numero ordine', 'Número do pedido'],
    ...['Bestelnummer', 'Nr zamówienia', 'orderNumber'],
  ];
  for (const [index, names] of headers.entries()) {
    const header = ['articleLink', 'clientLink', ...names.slice(0, 7), orders[index] ?? ''];
    const row = ['https://blog.example/a', 'https://client.example/', ...cells];
    t.deepEqual(mapColumns(header, [row]).slice(2), [...fields], header.join());
  }
  for (const name of ['Price in EUR', 'Cost USD', 'Preis (€)', 'PRICE']) {
    t.is(mapColumns(['articleLink', 'clientLink', name], [])[2], 'price', name);
  }
  t.deepEqual(['Price in EUR', 'Cost USD', 'Preis (€)', 'Price all in'].map(currencyIn), ['EUR', 'USD', 'EUR', '']);
});

test('a bad price stays in the column of prices, where its row is refused, and emails of vendors stay contacts', (t) => {
  const header = ['articleLink', 'clientLink', 'Cost', 'Vendor'];
  const row = ['https://blog.example/a', 'https://client.example/', '120/mo', 'ann@north.example'];
  t.deepEqual(mapColumns(header, [row]).slice(2), ['price', 'pocEmail']);
});

test('columns of days that may be the due day or the last day are asked about, once', (t) => {
  const asked = (names: readonly string[], choice = {}) => {
    const header = ['articleLink', 'clientLink', ...names];
    const rows = [
      ['https://blog.example/a', 'https://client.example/', ...names.map((_, day) => `2026-12-0${day + 1}`)],
    ];
    const columns = mapColumns(header, rows, choice);
    return { columns: columns.slice(2), asked: unclearDays(header, rows, columns, choice) };
  };
  const both = ['timelineDate', 'until'];
  t.deepEqual(asked(['First day', 'Second day']), { columns: [null, null], asked: ['First day', 'Second day'] });
  t.deepEqual(asked(['First day', 'Second day'], { 'First day': 'until', 'Second day': null }).asked, []);
  t.deepEqual(asked(['Scadenza']), { columns: [null], asked: ['Scadenza'] });
  t.deepEqual(asked(['Data prevista', 'Scadenza']), { columns: both, asked: [] });
  t.deepEqual(asked(['Vencimiento', 'Válido hasta']), { columns: both, asked: [] });
  t.deepEqual(asked(['Due', 'Expires', 'Vervaldatum']), { columns: [...both, null], asked: ['Vervaldatum'] });
  t.deepEqual(asked(['Due', 'Something']), { columns: ['timelineDate', null], asked: [] });
  t.deepEqual(asked(['Something']), { columns: [null], asked: [] });
  t.deepEqual(asked(['First seen', 'Last seen', 'Lost']), { columns: [null, null, null], asked: [] });
});
