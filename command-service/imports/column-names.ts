/**
 * The names of columns in our own exports, in those of Ahrefs, Semrush, Search Console and Majestic, and in sheets of
 * agencies in English, German, French, Spanish, Italian, Portuguese, Dutch and Polish.
 */
import { currencyIn, MONEY_COLUMNS, plainName, withoutUnit } from '../contract/money-columns.ts';
import { IMPORT_FIELDS, type RowField } from '../model/import/commands.ts';

export { currencyIn, plainName };

/**
 * By field, the most specific name first, without accents and punctuation. A name may mean several fields. Prices and
 * vendors are no remarks, which everybody reads who sees the link.
 */
const ALIASES: Readonly<Record<RowField, readonly string[]>> = {
  articleLink: [
    ...['article', 'article url', 'article page', 'article link', 'referring page url', 'referring page'],
    ...['source url', 'source page', 'linking page', 'linking url', 'backlink', 'backlink url', 'url from', 'from url'],
    ...['post url', 'post link', 'blog post url', 'blog post', 'blog url', 'guest post url', 'guest post link'],
    ...['guest post', 'live url', 'live link', 'published url', 'published link', 'publication url', 'placement url'],
    ...['placement link', 'placement', 'content url', 'link url', 'link location', 'page url', 'source', 'post'],
    ...['artikel', 'artikel url', 'artikellink', 'url des artikels', 'beitrag', 'beitrags url', 'beitragslink'],
    ...['quell url', 'quellseite', 'quelle', 'linkquelle', 'verlinkende seite', 'linkgebende seite', 'fundstelle'],
    ...['url de l’article', 'lien de l’article', 'page source', 'url source', 'page référente', 'url de publication'],
    ...['artículo', 'url del artículo', 'enlace del artículo', 'página de origen', 'url de origen', 'publicación'],
    ...['articolo', 'url articolo', 'url dell’articolo', 'link articolo', 'pagina di origine', 'url di origine'],
    ...['pubblicazione', 'url pubblicazione', 'artigo', 'url do artigo', 'link do artigo', 'url de origem'],
    ...['página de origem', 'publicação', 'url da publicação', 'bron url', 'bronpagina', 'bron', 'publicatie'],
    ...['artykuł', 'url artykułu', 'link do artykułu', 'adres artykułu', 'strona źródłowa', 'url źródłowy', 'źródło'],
    ...['publikacja', 'url', 'link', 'links', 'web address', 'page', 'seite', 'pagina', 'strona', 'lien', 'enlace'],
    ...['adresse', 'indirizzo', 'dirección', 'endereço', 'adres', 'website', 'webseite', 'site'],
  ],
  clientLink: [
    ...['client', 'client url', 'client page', 'client site', 'client website', 'target url', 'target page'],
    ...['target link', 'target', 'url to', 'to url', 'landing page', 'landing page url', 'destination url'],
    ...['destination page', 'destination', 'money page', 'money site', 'promoted url', 'promoted page', 'linked url'],
    ...['linked page', 'links to', 'link to', 'link target', 'customer url', 'customer', 'our url', 'our page'],
    ...['ziel url', 'zielseite', 'ziellink', 'zieladresse', 'linkziel', 'ziel', 'kunden url', 'kundenseite'],
    ...['kundenlink', 'kunde', 'verlinkte seite', 'url cible', 'page cible', 'lien cible', 'cible', 'url client'],
    ...['page client', 'site client', 'url de destination', 'page de destination', 'url de destino', 'destino'],
    ...['página de destino', 'enlace de destino', 'url objetivo', 'página objetivo', 'url del cliente', 'cliente'],
    ...['url di destinazione', 'pagina di destinazione', 'destinazione', 'url target', 'pagina target', 'url cliente'],
    ...['url alvo', 'página alvo', 'url do cliente', 'doel url', 'doelpagina', 'doellink', 'doel', 'bestemming'],
    ...['bestemmings url', 'klant', 'klant url', 'url docelowy', 'adres docelowy', 'strona docelowa', 'link docelowy'],
    ...['cel', 'klient', 'url klienta', 'strona klienta'],
  ],
  duration: [
    ...['term', 'period', 'contract length', 'contract term', 'dauer', 'laufzeit', 'vertragslaufzeit', 'zeitraum'],
    ...['durée', 'période', 'duración', 'plazo', 'durata', 'duração', 'prazo', 'duur', 'looptijd', 'okres'],
    ...['czas trwania', 'months', 'monate', 'mois', 'meses', 'mesi', 'maanden', 'miesiące', 'years', 'jahre', 'weeks'],
    ...['wochen', 'days', 'tage'],
  ],
  anchor: [
    ...['anchor text', 'link anchor', 'link text', 'ankertext', 'anker', 'linktext', 'ancre', 'texte d’ancrage'],
    ...['texte d’ancre', 'texte de l’ancre', 'ancla', 'texto ancla', 'texto de anclaje', 'ancora', 'testo ancora'],
    ...['testo di ancoraggio', 'âncora', 'texto âncora', 'texto de ancoragem', 'ankertekst', 'linktekst', 'kotwica'],
    ...['tekst kotwicy', 'tekst linku'],
  ],
  linkType: [
    ...[
      'rel',
      'link rel',
      'link attribute',
      'attribute',
      'follow',
      'dofollow',
      'dofollow nofollow',
      'follow nofollow',
      'type',
    ],
    ...['linktyp', 'linkart', 'typ', 'type de lien', 'tipo de enlace', 'tipo di link', 'tipo de link', 'tipo'],
    ...['linktype', 'typ linku'],
  ],
  liveDate: [
    ...['live since', 'start date', 'date placed', 'placement date', 'placed on', 'placed', 'date live', 'live'],
    ...['go live date', 'date published', 'publication date', 'publish date', 'published on', 'published', 'post date'],
    ...['posted on', 'date posted', 'link date', 'date', 'live seit', 'online seit', 'veröffentlicht am'],
    ...['veröffentlicht', 'veröffentlichungsdatum', 'startdatum', 'platziert am', 'datum', 'date de publication'],
    ...['publié le', 'en ligne depuis', 'date de mise en ligne', 'date de début', 'fecha de publicación'],
    ...['publicado el', 'fecha de inicio', 'fecha', 'data di pubblicazione', 'pubblicato il', 'data di inizio', 'data'],
    ...['data de publicação', 'publicado em', 'data de início', 'publicatiedatum', 'geplaatst op', 'gepubliceerd op'],
    ...['data publikacji', 'opublikowano', 'data rozpoczęcia'],
  ],
  assignedTo: [
    ...['assigned to name', 'assignee', 'owner', 'zugewiesen an', 'zuständig', 'verantwortlich', 'bearbeiter'],
    ...['responsable', 'assigné à', 'asignado a', 'responsabile', 'assegnato a', 'responsável', 'atribuído a'],
    ...['verantwoordelijke', 'toegewezen aan', 'odpowiedzialny', 'przypisano do', 'opiekun'],
  ],
  pocEmail: [
    ...['contact email', 'contact', 'poc', 'vendor email', 'publisher email', 'webmaster email', 'editor email'],
    ...['email address', 'email', 'mail', 'webmaster', 'vendor', 'publisher', 'supplier', 'kontakt', 'kontakt e-mail'],
    ...['ansprechpartner', 'courriel', 'e-mail de contact', 'contacto', 'correo', 'correo electrónico', 'contatto'],
    ...['email contatto', 'contato', 'contactpersoon', 'e-mailadres', 'adres e-mail'],
  ],
  remarks: [
    ...['remark', 'notes', 'note', 'comment', 'comments', 'bemerkung', 'bemerkungen', 'anmerkung', 'anmerkungen'],
    ...['notiz', 'notizen', 'kommentar', 'hinweis', 'remarque', 'remarques', 'commentaire', 'commentaires', 'notas'],
    ...['observaciones', 'comentario', 'comentarios', 'commento', 'commenti', 'osservazioni', 'observações'],
    ...['comentários', 'opmerking', 'opmerkingen', 'notitie', 'notities', 'uwagi', 'notatki', 'komentarz'],
    'publisher',
  ],
  tags: [
    'tag',
    'label',
    'labels',
    'schlagwort',
    'schlagworte',
    'étiquettes',
    'etiquetas',
    'etichette',
    'tagi',
    'etykiety',
  ],
  nofollow: ['flag no follow', 'is nofollow'],
  ugc: ['is ugc'],
  sponsored: ['is sponsored'],
  promotionType: ['promotion', 'placement type', 'promotionsart', 'type de promotion', 'tipo de promoción'],
  websiteUrl: ['website', 'site url', 'blog', 'domain', 'publisher website', 'webseite', 'site web', 'sitio web'],
  status: ['link status', 'state', 'statut', 'estado', 'stato'],
  timelineDate: [
    ...['timeline', 'expected', 'expected on', 'expected date', 'planned', 'planned date', 'due date', 'deadline'],
    ...['due', 'due on', 'due by', 'due day', 'live by', 'publish by', 'go live by', 'promised by', 'geplant am'],
    ...['erwartet am', 'termin', 'fällig', 'fällig am', 'fälligkeit', 'stichtag', 'date prévue', 'prévu le'],
    ...['date limite', 'fecha prevista', 'fecha límite', 'previsto para', 'data prevista', 'previsto il'],
    ...['data limite', 'previsto em', 'geplande datum', 'gepland op', 'uiterlijk', 'uiterste datum', 'planowana data'],
    ...['termin publikacji'],
  ],
  until: [
    ...['live until', 'valid until', 'paid until', 'expires', 'expires on', 'expiry', 'expiry date', 'expiration date'],
    ...['expiration', 'end date', 'ends on', 'end', 'bis', 'live bis', 'gültig bis', 'bezahlt bis', 'läuft bis'],
    ...['ablaufdatum', 'enddatum', 'ende', 'jusqu’au', 'valable jusqu’au', 'date de fin', 'fin', 'expire le'],
    ...['date d’expiration', 'hasta', 'válido hasta', 'fecha de fin', 'fecha de caducidad', 'caduca', 'fino al'],
    ...['valido fino al', 'data di fine', 'data fine', 'até', 'válido até', 'data de término', 'data final'],
    ...['expira em', 'tot', 'geldig tot', 'einddatum', 'verloopt op', 'ważne do', 'aktywny do', 'data zakończenia'],
    ...['data końca', 'wygasa'],
  ],
  agreedAnchor: [
    ...['agreed anchor text', 'promised anchor', 'requested anchor', 'required anchor', 'desired anchor'],
    ...['vereinbarter anker', 'vereinbarter ankertext', 'vereinbarter linktext', 'wunschanker', 'ancre convenue'],
    ...['ancre demandée', 'ancre souhaitée', 'ancla acordada', 'texto ancla acordado', 'ancla solicitada'],
    ...['ancora concordata', 'testo ancora concordato', 'ancora richiesta', 'âncora acordada', 'texto âncora acordado'],
    ...['âncora solicitada', 'afgesproken anker', 'afgesproken ankertekst', 'gewenste ankertekst'],
    ...['uzgodniona kotwica', 'uzgodniony tekst linku'],
  ],
  agreedLinkTypes: [
    ...['agreed type', 'agreed link type', 'agreed rel', 'agreed dofollow', 'promised link type', 'required link type'],
    ...['vereinbarter linktyp', 'vereinbarte linkart', 'vereinbarter typ', 'type de lien convenu', 'type convenu'],
    ...['tipo de enlace acordado', 'tipo acordado', 'tipo di link concordato', 'tipo concordato'],
    ...['tipo de link acordado', 'afgesproken linktype', 'afgesproken type', 'uzgodniony typ linku', 'uzgodniony typ'],
  ],
  ...MONEY_COLUMNS,
};

const plainNames = (...names: readonly string[]) => new Set(names.map(plainName));

/** Names that some sheets use for the due day, and others for the day until which a link stays. */
const DUE_OR_UNTIL = plainNames(
  ...['échéance', 'date d’échéance', 'vencimiento', 'fecha de vencimiento', 'scadenza', 'data di scadenza'],
  ...['data scadenza', 'vencimento', 'data de vencimento', 'vervaldatum', 'frist'],
);

/** Days of other tools' exports and of our own, which are no part of an agreement. */
const OTHER_DAYS = plainNames(
  ...['first seen', 'last seen', 'lost', 'last crawled', 'first indexed', 'first indexed date', 'last seen date'],
  ...['date lost', 'date found', 'last checked', 'added at', 'order date', 'invoice date', 'payment date', 'paid on'],
);

/** The columns whose name remarks keep with the value ("Publisher: Northside"). */
const KEPT_WITH_NAME = new Set(['publisher']);

/** The fields that a name may mean, with ranks; the lower, the more specific. */
const MEANINGS: ReadonlyMap<string, ReadonlyMap<RowField, number>> = (() => {
  const meanings = new Map<string, Map<RowField, number>>();
  for (const field of IMPORT_FIELDS) {
    for (const [rank, name] of [field, ...ALIASES[field]].entries()) {
      const key = plainName(name);
      const fields = meanings.get(key) ?? new Map<RowField, number>();
      if (!fields.has(field)) fields.set(field, rank);
      meanings.set(key, fields);
    }
  }
  return meanings;
})();

const NO_MEANING: ReadonlyMap<RowField, number> = new Map();

/** The fields that a column may have by its name, with ranks: 'Laufzeit (Monate)' means what 'Laufzeit' means. */
export function meaningsOf(name: string): ReadonlyMap<RowField, number> {
  return MEANINGS.get(plainName(name)) ?? MEANINGS.get(plainName(withoutUnit(name))) ?? NO_MEANING;
}

/** What a column of days may be by its name. `other` is no part of an agreement; `due-or-until` is one of its two days. */
export function dayMeaning(name: string): 'due-or-until' | 'other' | 'unknown' {
  if (DUE_OR_UNTIL.has(plainName(name))) return 'due-or-until';
  return OTHER_DAYS.has(plainName(name)) ? 'other' : 'unknown';
}

/** Whether a name is the field's own name in the API and our exports. */
export function isOwnName(name: string, field: RowField): boolean {
  return plainName(name) === plainName(field);
}

/** Whether the name says what a remark is about, so that the remark keeps it. */
export function isKeptWithName(name: string): boolean {
  return KEPT_WITH_NAME.has(plainName(name)) || !meaningsOf(name).has('remarks');
}
