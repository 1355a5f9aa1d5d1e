/** An issue of a report as a page: for screens from 320 px, for paper and for the PDF. It runs no script and loads nothing. */
import { htmlAttributes } from '../../command-service/contract/languages.ts';
import { formatMoney } from '../../command-service/contract/money.ts';
import type { ReportFields, ReportFormat } from '../../command-service/model/report/events.ts';
import { escapeHtml as html } from '../../infra/http/request/escape-html.ts';
import { formatDay } from '../../projections/rules/calendar-days.ts';
import { cellOf, columnsOf, type ReportColumn, type ReportTable, type ReportTexts, reportTexts } from './columns.ts';
import { fontFaces } from './fonts.ts';
import type { ReportDocument, ReportPicture, ReportRow } from './report-document.ts';
import { REPORT_DARK, REPORT_STYLE } from './style.ts';

/** The most links in all tables of the page; the other files have every link. */
export const MOST_ROWS = 500;

/** The numbers at the top that lead to what they count. */
export type ReportNumber = 'delivered' | 'lost' | 'back' | 'live' | 'pending' | 'deviating';

const NUMBERS: readonly ReportNumber[] = ['live', 'delivered', 'lost', 'back', 'pending', 'deviating'];

interface PageOptions {
  readonly isDraft: boolean;
  readonly paper: ReportFields['paper'];
  /** The other files, by the addresses that the page names; empty if it stands alone. */
  readonly files: Readonly<Partial<Record<ReportFormat, string>>>;
  /** The address that a number leads to, if any. */
  readonly linkOf: (number: ReportNumber) => string | null;
}

/** The Content-Security-Policy of the page. */
export const REPORT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'";

export function reportPage(document: ReportDocument, { isDraft, paper, files, linkOf }: PageOptions): string {
  const texts = reportTexts(document.reader);
  const { text, language, locale } = texts;
  const { name, subject, period, note, counts } = document;
  const day = (value: string) => formatDay(value, locale);
  const dates =
    period.from === period.to ? day(period.to) : text('period', { from: day(period.from), to: day(period.to) });
  const pages = new Pages(document, texts);
  const shown = document.parts.map((part) => {
    if (part === 'anchors') return anchors(document, texts);
    return part === 'pictures' ? pictures(document, texts) : pages.section(part);
  });
  const numbers = NUMBERS.filter((each) => each !== 'deviating' || counts.deviating > 0).map((each) => {
    const number = `<dt>${html(text(`count.${each}`))}</dt><dd class="${each}">${counts[each].toLocaleString(locale)}</dd>`;
    const address = linkOf(each);
    if (address === null) return `<div>${number}</div>`;
    return `<a href="${html(address)}" target="_top"><div>${number}</div></a>`;
  });
  const links = (['pdf', 'xlsx', 'csv'] as const).flatMap((format) => {
    const address = files[format];
    return address === undefined ? [] : `<a href="${html(address)}" download>${html(text(`file.${format}`))}</a>`;
  });
  const page = `<!doctype html>
<html ${htmlAttributes(language)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${html(`${name} · ${dates}`)}</title>
<style>${REPORT_STYLE}${isDraft ? '' : REPORT_DARK}${paperStyle(`${name} · ${dates}`, paper, texts)}${accentStyle(document, isDraft)}</style>
</head>
<body><main>
${links.length === 0 ? '' : `<nav>${links.join('')}</nav>`}
<header>
${isDraft ? `<p class="draft">${html(text('draft'))}</p>` : ''}
${brandHead(document)}
<h1>${bidi(name)}</h1>
<p class="about">${subject === name ? '' : `${bidi(subject)}<br>`}${html(dates)}</p>
</header>
${
  note === ''
    ? ''
    : `<section class="note">${note
        .split(/\n{2,}/)
        .map(paragraph)
        .join('')}</section>`
}
<section><h2>${html(text('summary'))}</h2><dl class="numbers">${numbers.join('')}</dl>${sumLine(document, texts)}</section>
${shown.join('\n')}
${rules(document, texts)}
</main></body>
</html>
`;
  return page.replace('<style>', (start) => start + fontFaces(page));
}

/** The logo of the brand, else the name of the agency. */
function brandHead({ agency, brand }: ReportDocument): string {
  const name = html(agency ?? '');
  if (brand?.logo) return `<p class="agency"><img src="${html(brand.logo)}" alt="${name}"></p>`;
  return agency === null ? '' : `<p class="agency">${name}</p>`;
}

/** The accent of the brand. The colors of statuses stay. */
function accentStyle({ brand }: ReportDocument, isDraft: boolean): string {
  if (!brand?.colors) return '';
  const { light, dark } = brand.colors;
  const ofDark = isDraft ? '' : ` @media screen and (prefers-color-scheme: dark) { :root { --link: ${dark}; } }`;
  return `:root { --link: ${light}; }${ofDark}`;
}

/** Paper, margins and the line at the foot of each printed page. */
function paperStyle(title: string, paper: ReportFields['paper'], { text }: ReportTexts): string {
  // JSON strings are CSS strings, apart from what could end the element.
  const quoted = (value: string) => JSON.stringify(value).replaceAll('<', '\\3c ');
  const [before = '', between = '', after = ''] = text('page', { page: '|', pages: '|' }).split('|').map(quoted);
  return `@page { size: ${paper}; margin: 16mm 16mm 20mm; @bottom-left { content: ${quoted(title)}; ${FOOT} }
  @bottom-right { content: ${before} counter(page) ${between} counter(pages) ${after}; ${FOOT} } }`;
}

const FOOT = 'font: 9px Inter, sans-serif; color: #5b616e;';

/** A text of people, whatever its direction. */
function bidi(value: string): string {
  return `<bdi>${html(value)}</bdi>`;
}

/** A link to an address, which wraps at slashes. */
function address(value: string): string {
  const shown = html(shortened(value)).replaceAll('/', '/<wbr>');
  return `<a href="${html(value)}" target="_blank" rel="noreferrer"><bdi>${shown}</bdi></a>`;
}

function shortened(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');
}

function paragraph(value: string): string {
  return `<p dir="auto">${html(value).replaceAll('\n', '<br>')}</p>`;
}

function sumLine({ delivered }: ReportDocument, { text, locale }: ReportTexts): string {
  if (delivered.length === 0) return '';
  const sums = delivered.map(({ amount, currency }) => formatMoney(amount, currency, locale)).join(' + ');
  return `<p class="sum">${html(text('sum', { sums }))}</p>`;
}

/** The sections with tables: together they have at most `MOST_ROWS` rows. */
class Pages {
  readonly #document: ReportDocument;
  readonly #texts: ReportTexts;
  #left = MOST_ROWS;

  constructor(document: ReportDocument, texts: ReportTexts) {
    this.#document = document;
    this.#texts = texts;
  }

  section(part: ReportTable): string {
    const { text, locale } = this.#texts;
    const all = this.#document.rows[part];
    const rows = all.slice(0, this.#left);
    this.#left -= rows.length;
    const title = text(`part.${part}`, { day: formatDay(this.#document.period.to, locale) });
    const more = all.length - rows.length;
    const heading = `<h2>${html(title)} <small>${all.length.toLocaleString(locale)}</small></h2>`;
    const rest = more === 0 ? '' : `<p class="more">${html(text('more', { count: more }))}</p>`;
    if (all.length === 0) return `<section>${heading}<p class="more">${html(text('none'))}</p></section>`;
    return `<section>${heading}${rows.length === 0 ? '' : this.#table(part, rows)}${rest}</section>`;
  }

  #table(part: ReportTable, rows: readonly ReportRow[]): string {
    // A page is narrow: what a table has no value for is left out, and what the other tables say of live links.
    const columns = columnsOf(part, this.#document).filter((column) => {
      const isSaid = part === 'all' && (column === 'anchor' || column === 'type' || column === 'deviations');
      return !isSaid && rows.some((row) => cellOf(row, column, this.#texts) !== '');
    });
    const head = columns.map((each) => `<th class="${each}">${html(this.#texts.text(`column.${each}`))}</th>`);
    const lines = rows.map((row) => `<tr>${columns.map((column) => this.#cell(row, column)).join('')}</tr>`);
    return `<table><thead><tr>${head.join('')}</tr></thead><tbody>${lines.join('\n')}</tbody></table>`;
  }

  #cell(row: ReportRow, column: ReportColumn): string {
    const value = cellOf(row, column, this.#texts);
    const label = html(this.#texts.text(`column.${column}`));
    const cell = (content: string) => `<td class="${column}" data-label="${label}">${content}</td>`;
    if (value === '') return '<td></td>';
    if (column === 'article' || column === 'client') return cell(address(value));
    return cell(column === 'status' ? `<span class="status ${row.status}">${html(value)}</span>` : bidi(value));
  }
}

function anchors({ anchors: found, types, counts, reader }: ReportDocument, { text, locale }: ReportTexts): string {
  const list = (column: 'anchor' | 'type', shares: readonly { readonly value: string; readonly links: number }[]) => {
    const rows = shares.slice(0, 20).map(({ value, links }) => {
      const percent = (links / counts.live).toLocaleString(locale, { style: 'percent' });
      return `<tr><td>${bidi(value)}</td><td class="price">${links.toLocaleString(locale)}</td><td class="price">${percent}</td></tr>`;
    });
    const head = `<th>${html(text(`column.${column}`))}</th><th class="price">${html(text('column.links'))}</th><th></th>`;
    return `<table class="shares"><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
  };
  const content =
    counts.live === 0
      ? `<p class="more">${html(text('none'))}</p>`
      : `<div class="two">${list('anchor', found)}${list('type', types)}</div>`;
  return `<section lang="${reader.language}"><h2>${html(text('part.anchors'))}</h2>${content}</section>`;
}

/** The pictures of lost links, and how many lost links are left out. */
function pictures({ losses, rows: { lost } }: ReportDocument, { text, locale }: ReportTexts): string {
  const day = (value: string | null) => (value === null ? '' : formatDay(value, locale));
  const paragraphs = (...texts: readonly string[]) => texts.map((each) => `<p class="more">${html(each)}</p>`).join('');
  const shot = (kind: 'live' | 'lost', article: string, picture: ReportPicture | null) => {
    if (picture === null) return '';
    if ('gone' in picture) return paragraphs(text(`picture.${picture.gone}`, { day: day(picture.day) }));
    const caption = html(text(`picture.${kind}`, { day: day(picture.day) }));
    const image = `<img src="${picture.url}" alt="${html(shortened(article))}: ${caption}">`;
    return `<figure>${image}<figcaption>${caption}</figcaption></figure>`;
  };
  const blocks = losses.map(({ row: { articleLink, day: lostOn }, live, lost: loss }) => {
    const shots = shot('live', articleLink, live) + shot('lost', articleLink, loss);
    const head = `<h3>${address(articleLink)} <small>${html(text('picture.day', { day: day(lostOn) }))}</small></h3>`;
    return `<div class="loss">${head}<div class="two">${shots || paragraphs(text('picture.none'))}</div></div>`;
  });
  const more = lost.length - losses.length;
  const rest = more === 0 ? '' : paragraphs(text('picture.more', { count: more, most: losses.length }));
  const about = paragraphs(text(lost.length === 0 ? 'none' : 'picture.about'));
  return `<section><h2>${html(text('part.pictures'))}</h2>${about}${blocks.join('\n')}${rest}</section>`;
}

function rules({ rules: version, period, agency, brand }: ReportDocument, { text, locale }: ReportTexts): string {
  const day = formatDay(period.to, locale);
  const sentences = [
    text('rule.events'),
    text('rule.pending'),
    text('rule.end', { day }),
    text('rule.deleted'),
    text('days', { zone: period.timeZone }),
    text('rule.version', { rules: version, position: String(period.position) }),
  ];
  const by = agency === null ? '' : `<p>${html(text('preparedBy', { agency }))}</p>`;
  const foot = brand?.footer ? paragraph(brand.footer) : '';
  return `<footer><h2>${html(text('rules'))}</h2><p>${html(sentences.join(' '))}</p>${by}${foot}</footer>`;
}
