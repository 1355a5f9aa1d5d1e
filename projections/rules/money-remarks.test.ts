import test from 'ava';
import { NO_MONEY } from '../../command-service/model/money/events.ts';
import { moneyInRemarks } from './money-remarks.ts';

const eur = (amount: number) => ({ amount, currency: 'EUR' });

test('lines that imports wrote become money, and the rest of the remark stays', (t) => {
  const remarks =
    'Vendor: Northside\nWe know the editor: Ann\nPrice: 120 €\n\nOrder number: A-17\nSee https://a.example';
  t.deepEqual(moneyInRemarks(remarks, null), {
    moved: { price: eur(12_000), vendor: 'Northside', orderNumber: 'A-17' },
    remarks: 'We know the editor: Ann\n\nSee https://a.example',
    left: 0,
  });
  t.deepEqual(moneyInRemarks('Vendor: Northside', null), { moved: { vendor: 'Northside' }, remarks: null, left: 0 });
  const nothing = { moved: null, remarks: 'Call: Ann\nPublisher: Northside\nVendor:\nSupplier: n/a', left: 0 };
  t.deepEqual(moneyInRemarks(nothing.remarks, null), nothing);
  t.deepEqual(moneyInRemarks(null, null), { moved: null, remarks: null, left: 0 });
});

test('columns of sheets in other languages, and with the currency in the name, are read', (t) => {
  const moved = (remarks: string) => moneyInRemarks(remarks, null).moved;
  t.deepEqual(moved('Anbieter: Nord\nPreis: 1.200,50 EUR\nBestell-Nr.: 7'), {
    price: eur(120_050),
    vendor: 'Nord',
    orderNumber: '7',
  });
  t.deepEqual(moved('Price (EUR): 120'), { price: eur(12_000) });
  t.deepEqual(moved('Kosten in EUR: 120'), { price: eur(12_000) });
  t.deepEqual(moved('Prix [€]: 120'), { price: eur(12_000) });
  t.deepEqual(moved('N° de commande: 12/B\nFournisseur: Café'), { vendor: 'Café', orderNumber: '12/B' });
  t.deepEqual(moved('Sprzedawca: Łódź'), { vendor: 'Łódź' });
});

test('a line of the currency goes with its price, and stays without', (t) => {
  t.deepEqual(moneyInRemarks('Price: 120\nCurrency: EUR', null), {
    moved: { price: eur(12_000) },
    remarks: null,
    left: 0,
  });
  const unread = { moved: null, remarks: 'Price: 120/mo\nCurrency: EUR', left: 1 };
  t.deepEqual(moneyInRemarks(unread.remarks, null), unread);
});

test('a price without a currency stays', (t) => {
  t.deepEqual(moneyInRemarks('Price: 120', null), { moved: null, remarks: 'Price: 120', left: 1 });
});

test('what cannot be read stays and is counted', (t) => {
  for (const line of [
    'Price: 120/mo',
    'Price: ABC 120',
    'Price: -5 €',
    'Price (EUR): 90 USD',
    'Price: free',
    'Price: 99999999999 €',
  ]) {
    t.deepEqual(moneyInRemarks(`Vendor: Northside\n${line}`, null), {
      moved: { vendor: 'Northside' },
      remarks: line,
      left: 1,
    });
  }
  for (const line of [
    `Vendor: ${'x'.repeat(201)}`,
    `Order number: ${'x'.repeat(101)}`,
    'Vendor: Northside, Price: 120 €',
    'Auftrag: bitte am Montag anrufen',
  ]) {
    t.like(moneyInRemarks(line, null), { moved: null, remarks: line, left: 1 });
  }
  const two = { moved: null, remarks: 'Price: 120 €\nPrice: 90 €', left: 2 };
  t.deepEqual(moneyInRemarks(two.remarks, null), two);
});

test('what the link already has stays as it is; the same again only leaves the remark', (t) => {
  const known = { ...NO_MONEY, vendor: 'Northside', price: eur(9_000) };
  t.deepEqual(moneyInRemarks('Vendor: northside\nPrice: 120 €\nOrder number: A-17', known), {
    moved: { orderNumber: 'A-17' },
    remarks: 'Price: 120 €',
    left: 1,
  });
  t.deepEqual(moneyInRemarks('Vendor: NORTHSIDE', known), { moved: {}, remarks: null, left: 0 });
});
