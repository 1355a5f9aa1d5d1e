/** The names of columns of money in sheets of agencies, in eight languages. Pure. */
import { readPrice } from './price-text.ts';

/** By field, the most specific name first, besides its own. */
export const MONEY_COLUMNS = {
  price: [
    ...['price paid', 'link price', 'link cost', 'cost', 'costs', 'fee', 'amount', 'total cost', 'preis', 'linkpreis'],
    ...['einkaufspreis', 'kosten', 'betrag', 'honorar', 'prix', 'prix du lien', 'coût', 'tarif', 'montant', 'precio'],
    ...['coste', 'costo', 'importe', 'tarifa', 'prezzo', 'importo', 'tariffa', 'preço', 'custo', 'valor', 'prijs'],
    ...['bedrag', 'tarief', 'cena', 'koszt', 'kwota', 'stawka'],
  ],
  currency: ['currency code', 'währung', 'devise', 'monnaie', 'moneda', 'divisa', 'valuta', 'moeda', 'waluta'],
  vendor: [
    ...['vendor name', 'supplier', 'supplier name', 'seller', 'marketplace', 'broker', 'anbieter', 'lieferant'],
    ...['verkäufer', 'dienstleister', 'fournisseur', 'vendeur', 'prestataire', 'proveedor', 'vendedor', 'fornitore'],
    ...['venditore', 'fornecedor', 'leverancier', 'verkoper', 'aanbieder', 'dostawca', 'sprzedawca'],
  ],
  orderNumber: [
    ...['order no', 'order nr', 'order id', 'po number', 'purchase order', 'po', 'auftragsnummer', 'auftrags nr'],
    ...['auftrag', 'bestellnummer', 'bestell nr', 'numéro de commande', 'n° de commande', 'commande'],
    ...['bon de commande', 'número de pedido', 'nº de pedido', 'pedido', 'número do pedido', 'número da encomenda'],
    ...['encomenda', 'numero ordine', 'numero d’ordine', 'ordine', 'ordernummer', 'bestelnummer', 'bestelling'],
    ...['numer zamówienia', 'nr zamówienia', 'zamówienie'],
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** A name without case, accents, spaces and punctuation: the spellings of one name are equal. */
export function plainName(name: string): string {
  const letters = name.toLowerCase().normalize('NFD').replaceAll('ł', 'l').replaceAll('ß', 'ss');
  return letters.replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** A name without the unit that follows: 'Price' of 'Price USD', 'Price (USD)' and 'Price in USD'. */
export function withoutUnit(name: string): string {
  const bare = name.replaceAll(/\([^)]*\)|\[[^\]]*\]/g, '').replace(/\s(?:in|en|w)\s.*$/i, '');
  return currencyIn(bare) === '' ? bare : bare.replace(/\s[A-Z]{3}$/, '');
}

/** The currency that a text names, as 'Price (USD)' and '€' do; empty without one. */
export function currencyIn(text: string): string {
  const [named] = text.split(/[^\p{L}\p{Sc}]+/u).flatMap((word) => {
    // Short words are no codes: 'Price all in'.
    const read = word === word.toUpperCase() ? readPrice(`0 ${word}`, '') : { field: 'currency' };
    return 'currency' in read ? [read.currency] : [];
  });
  return named ?? '';
}
