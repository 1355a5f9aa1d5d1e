import test from 'ava';
import type { LinkType } from '../contract/observation.ts';
import type { RowField } from '../model/import/commands.ts';
import { NO_TERMS, type Terms } from '../model/terms/events.ts';
import { NO_CURRENCY, readAgreed, termsOfRow } from './read-agreed.ts';

type Row = Partial<Record<RowField, string>>;

const read = (row: Row, typesColumn = 'Agreed type', currency = '') => readAgreed(row, { typesColumn, currency }, true);
const nothing = { terms: {}, money: null };

test('an agreed anchor is one text, one of several, or what an export wrote', (t) => {
  const of = (rule: string, ...texts: readonly string[]) => ({ rule, texts });
  for (const [cell, anchor] of [
    [' best  shoes ', of('exactly', 'best  shoes')],
    ['shoes; boots | sneakers\nshoes', of('one-of', 'shoes', 'boots', 'sneakers')],
    ['shoes, boots and more', of('exactly', 'shoes, boots and more')],
    ['exactly: shoes; boots | all', of('exactly', 'shoes; boots | all')],
    ['Contains:shoes', of('contains', 'shoes')],
    ['none-of: click here | read; more', of('none-of', 'click here', 'read; more')],
    ['one-of: shoes', of('one-of', 'shoes')],
    ['Note: shoes', of('exactly', 'Note: shoes')],
  ] as const) {
    t.deepEqual(read({ agreedAnchor: cell }), { terms: { anchor }, money: null }, cell);
  }
  t.deepEqual(read({ agreedAnchor: ' \u00a0 ' }), nothing);
});

test('an agreed anchor that no link can have is refused with a sentence', (t) => {
  const fifty = Array.from({ length: 50 }, (_, index) => `anchor ${index}`);
  t.true('terms' in read({ agreedAnchor: fifty.join('|') }));
  for (const [cell, message] of [
    [[...fifty, 'one more'].join('|'), 'Enter at most 50 anchor texts'],
    ['x'.repeat(2_000), 'Anchor must be at most 500 characters'],
    [`shoes; ${'x'.repeat(501)}`, 'Anchor must be at most 500 characters'],
    ['contains:', 'Enter the anchor text'],
    [' ; ', 'Enter the anchor text'],
    ['\u200b\u00ad', 'Enter the anchor text'],
    ['exactly: shoes\nboots', 'Anchor must be on one line'],
  ] as const) {
    t.deepEqual(read({ agreedAnchor: cell }), { reasons: { agreedAnchor: message } }, JSON.stringify(cell));
  }
});

test('an agreed type names the types that are fine; a tick counts only in a column that names a type', (t) => {
  const all: readonly LinkType[] = ['dofollow', 'nofollow', 'sponsored'];
  for (const [cell, column, linkTypes] of [
    ['Do-follow', 'Agreed type', ['dofollow']],
    ['nofollow, dofollow', 'Agreed type', ['dofollow', 'nofollow']],
    ['rel="sponsored nofollow"', 'Agreed type', ['nofollow', 'sponsored']],
    [all.join(' / '), 'Agreed type', null],
    ['x', 'dofollow', ['dofollow']],
    ['yes', 'Do-Follow', ['dofollow']],
    ['1', 'Agreed dofollow', ['dofollow']],
    ['ja', 'Follow', ['dofollow']],
  ] as const) {
    t.deepEqual(read({ agreedLinkTypes: cell }, column), { terms: { linkTypes }, money: null }, cell);
  }
  for (const [cell, column] of [
    ['x', 'Agreed type'],
    ['no', 'dofollow'],
    ['', 'dofollow'],
    ['-', 'Agreed type'],
    ['noopener', 'Agreed type'],
  ] as const) {
    t.deepEqual(read({ agreedLinkTypes: cell }, column), nothing, cell);
  }
  t.deepEqual(read({ agreedLinkTypes: 'dofollow or so' }), {
    reasons: { agreedLinkTypes: 'Link types must be some of dofollow, nofollow, sponsored' },
  });
});

test('a price is read with the currency of its cell, its row, its column or the whole file, in this order', (t) => {
  for (const [price, currency, fallback, amount, named] of [
    ['1.200,50 €', '', '', 120_050, 'EUR'],
    ['USD 90', '', 'EUR', 9_000, 'USD'],
    ['90', 'usd', 'EUR', 9_000, 'USD'],
    ['90', '€', '', 9_000, 'EUR'],
    ['$90', 'CAD', '', 9_000, 'CAD'],
    ['90', '', 'EUR', 9_000, 'EUR'],
    ['0', 'USD', '', 0, 'USD'],
    ['1000000000000', 'JPY', '', 10 ** 12, 'JPY'],
  ] as const) {
    const row: Row = { price, ...(currency && { currency }) };
    const money = { price: { amount, currency: named }, vendor: null, orderNumber: null };
    t.deepEqual(read(row, '', fallback), { terms: {}, money }, price);
  }
});

test('a price that is no price is refused with a sentence at its column', (t) => {
  for (const [row, fallback, field, message] of [
    [{ price: '90' }, '', 'currency', NO_CURRENCY],
    [{ price: '120/mo', currency: 'USD' }, '', 'price', /one amount/],
    [{ price: '-5', currency: 'USD' }, '', 'price', /negative; 0 means free/],
    [{ price: '1000000000000', currency: 'USD' }, '', 'price', /at most 1,000,000,000,000/],
    [{ price: '90', currency: 'ABC' }, 'USD', 'currency', /ISO 4217/],
    [{ price: '90 XYQ' }, 'USD', 'price', /ISO 4217/],
    [{ price: 'USD 90', currency: 'EUR' }, '', 'price', /two currencies/],
    [{ price: '-5' }, 'USD', 'price', /negative/],
  ] as const) {
    const result = read(row, '', fallback);
    const reasons = 'reasons' in result ? result.reasons : {};
    t.deepEqual(Object.keys(reasons), [field], JSON.stringify(row));
    if (typeof message === 'string') t.is(reasons[field], message);
    else t.regex(reasons[field] ?? '', message);
  }
});

test('vendor and order number are read; blank cells, and a currency alone, say nothing', (t) => {
  t.deepEqual(read({ vendor: ' Northside, Inc. ', orderNumber: 'A-7', price: ' ', currency: 'USD' }), {
    terms: {},
    money: { price: null, vendor: 'Northside, Inc.', orderNumber: 'A-7' },
  });
  t.deepEqual(read({ vendor: ' ', orderNumber: '', price: '', currency: 'USD' }), nothing);
  t.deepEqual(read({ vendor: 'x'.repeat(201), orderNumber: 'x'.repeat(101), agreedAnchor: '|' }), {
    reasons: {
      agreedAnchor: 'Enter the anchor text',
      vendor: 'Vendor must be at most 200 characters',
      orderNumber: 'Order number must be at most 100 characters',
    },
  });
});

test('without the permission for money its cells are not read, so that none can be wrong', (t) => {
  const row = { price: '120/mo', vendor: 'x'.repeat(201), agreedLinkTypes: 'dofollow' };
  const settings = { typesColumn: '', currency: '' };
  t.deepEqual(readAgreed(row, settings, false), { terms: { linkTypes: ['dofollow'] }, money: null });
});

test('the terms of a row take precedence over those of the template', (t) => {
  const ofTemplate: Terms = { ...NO_TERMS, linkTypes: ['sponsored'], indexable: true };
  const template = { terms: ofTemplate, template: { id: 't1', isChanged: false } };
  t.deepEqual(termsOfRow({}, template), template);
  t.deepEqual(termsOfRow({ linkTypes: ['sponsored'] }, template), template);
  t.deepEqual(termsOfRow({ linkTypes: ['dofollow'] }, template), {
    terms: { ...ofTemplate, linkTypes: ['dofollow'] },
    template: { id: 't1', isChanged: true },
  });
  t.deepEqual(termsOfRow({ linkTypes: ['dofollow'] }, null), { terms: { ...NO_TERMS, linkTypes: ['dofollow'] } });
  t.is(termsOfRow({}, null), null);
});
