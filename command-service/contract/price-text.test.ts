import test from 'ava';
import { readPrice } from './price-text.ts';

test('prices are read as people write them', (t) => {
  const read: readonly (readonly [text: string, currency: string, amount: number, of: string])[] = [
    ...([
      ['90', 'USD', 9_000, 'USD'],
      ['USD 90', '', 9_000, 'USD'],
      ['90 usd', 'usd', 9_000, 'USD'],
    ] as const),
    ...([
      ['1.200,50 €', '', 120_050, 'EUR'],
      ['€1,200.50', '', 120_050, 'EUR'],
      ['1.200', 'EUR', 120_000, 'EUR'],
    ] as const),
    ...([
      ['1,200', 'USD', 120_000, 'USD'],
      ['0,5', 'EUR', 50, 'EUR'],
      ['0', 'EUR', 0, 'EUR'],
    ] as const),
    ...([
      ['1 200,50', 'EUR', 120_050, 'EUR'],
      ["1'200.50", 'CHF', 120_050, 'CHF'],
      ['1,00,000', 'INR', 10_000_000, 'INR'],
    ] as const),
    ...([
      ['$90', 'CAD', 9_000, 'CAD'],
      ['90', '€', 9_000, 'EUR'],
      ['¥500', '', 500, 'JPY'],
      ['500.00', 'JPY', 500, 'JPY'],
    ] as const),
    ...([
      ['1.234.567,89', 'EUR', 123_456_789, 'EUR'],
      ['1\u00a0200\u00a0€', '', 120_000, 'EUR'],
    ] as const),
  ];
  for (const [text, currency, amount, of] of read)
    t.deepEqual(readPrice(text, currency), { amount, currency: of }, text);
});

test('other texts are refused with the field that is wrong', (t) => {
  const refused: readonly (readonly [text: string, currency: string, field: string, problem: RegExp])[] = [
    ...([
      ['', 'USD', 'price', /one amount/],
      ['120/mo', 'USD', 'price', /one amount/],
    ] as const),
    ...([
      ['USD 90 EUR', '', 'price', /one amount/],
      ['1.2.3', 'EUR', 'price', /one amount/],
    ] as const),
    ...([
      ['1,23,45', 'EUR', 'price', /one amount/],
      ['90-120', 'EUR', 'price', /one amount/],
    ] as const),
    ...([
      ['-5', 'USD', 'price', /negative/],
      ['90', '', 'currency', /ISO 4217/],
    ] as const),
    ...([
      ['90', 'ABC', 'currency', /ISO 4217/],
      ['ABC 90', 'USD', 'price', /ISO 4217/],
    ] as const),
    ...([
      ['USD 90', 'EUR', 'price', /two currencies/],
      ['90 €', 'USD', 'price', /two currencies/],
      ['4.9955', 'USD', 'price', /decimals/],
    ] as const),
    ...([
      ['0.995', 'USD', 'price', /decimals/],
      ['5.5', 'JPY', 'price', /decimals/],
      ['9'.repeat(14), 'JPY', 'price', /too large/],
    ] as const),
  ];
  for (const [text, currency, field, problem] of refused) {
    const read = readPrice(text, currency);
    t.true('field' in read && read.field === field && problem.test(read.problem), `${text}: ${JSON.stringify(read)}`);
  }
});
