/** The two bodies of a mail, plain text and HTML, made from the same blocks. */
import { escapeHtml as html } from '../../infra/http/request/escape-html.ts';
import type { Mail } from '../../infra/ports/process/mailer.ts';
import { accentColors, logoPath } from '../contract/brand.ts';
import { htmlAttributes } from '../contract/languages.ts';
import type { Brand } from '../model/brand/events.ts';
import type { MailTexts } from './mail-language.ts';
import { wrapLines } from './mail-text.ts';

/** A part of a mail. Texts are plain: the HTML body escapes them. Addresses are our own, except those of articles. */
export type MailBlock =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'heading'; readonly text: string }
  /** A button; in plain text, its address on a separate line. */
  | { readonly kind: 'button'; readonly label: string; readonly url: string }
  /** Entries, each with a link. */
  | { readonly kind: 'list'; readonly items: readonly MailItem[] }
  /** A note at the end, in small letters. */
  | { readonly kind: 'note'; readonly text: string; readonly link?: { readonly label: string; readonly url: string } }
  /** The address that ends such mails. Every mail that is not about the account has one. */
  | { readonly kind: 'unsubscribe'; readonly url: string };

interface MailItem {
  readonly title: string;
  readonly text: string;
  readonly url: string;
  /** The article of a link: http or https; '' without one. */
  readonly article?: string;
}

/** The brand of a list, in place of the product’s name and color, and where its logo is served. */
type MailBrand = Brand & { readonly publicUrl: string };

/** In pixels: the logo of a mail is as large as these allow. */
const LOGO = { width: 240, height: 56 };

/** Both bodies. Lines of the text have at most 72 characters, except addresses, so that no mail server breaks a link. */
export function mailBody(
  texts: MailTexts,
  title: string,
  blocks: readonly MailBlock[],
  brand: MailBrand | null = null,
): Pick<Mail, 'text' | 'unsubscribe'> & { readonly html: string } {
  const footer: readonly MailBlock[] = brand?.footer ? [{ kind: 'note', text: brand.footer }] : [];
  const all = [...blocks, ...footer];
  const accent = brand?.accent ? accentColors(brand.accent).light : ACCENT;
  const ending = blocks.find((block) => block.kind === 'unsubscribe');
  const content = [headHtml(brand), ...all.map((block) => asHtml(block, texts, accent))].join('\n');
  return {
    text: all.map((block) => asText(block, texts)).join('\n\n'),
    html: page(title, content, texts),
    ...(ending && { unsubscribe: ending.url }),
  };
}

function unsubscribeNote({ text }: MailTexts, { url }: { readonly url: string }): MailBlock {
  return { kind: 'note', text: text('unsubscribe.hint'), link: { label: text('unsubscribe.link'), url } };
}

function asText(block: MailBlock, texts: MailTexts): string {
  const { text: own } = texts;
  switch (block.kind) {
    case 'paragraph':
      return wrapLines(block.text);
    case 'heading':
      return block.text;
    case 'button':
      return `${block.label}:\n${block.url}`;
    case 'list':
      return block.items
        .map(({ title, text, url, article = '' }) => {
          const addresses = article === '' ? url : `${own('article')}:\n${article}\n${own('details')}:\n${url}`;
          return `${wrapLines(`${title}: ${text}`)}\n${addresses}`;
        })
        .join('\n\n');
    case 'note':
      return block.link === undefined ? wrapLines(block.text) : `${wrapLines(block.text)}\n${block.link.url}`;
    case 'unsubscribe':
      return asText(unsubscribeNote(texts, block), texts);
    default:
      block satisfies never;
      return '';
  }
}

/** The name stays where mail programs block pictures. */
function headHtml(brand: MailBrand | null): string {
  const logo = brand?.logo;
  const scale = logo ? Math.min(1, LOGO.width / logo.width, LOGO.height / logo.height) : 1;
  const size = logo ? `width="${Math.round(logo.width * scale)}" height="${Math.round(logo.height * scale)}"` : '';
  const picture = logo ? `<img src="${html(`${brand.publicUrl}${logoPath(logo)}`)}" alt="" ${size}><br>` : '';
  return `<p style="margin:0 0 24px;font-weight:700">${picture}${html(brand?.name ?? 'Linkledger')}</p>`;
}

const ACCENT = '#3b57d9';
/** Colors that are readable on white. */
const QUIET = 'color:#5d5d68';
const LINK = `color:${ACCENT}`;
const LINE = 'border-bottom:1px solid #e5e5ea';

/** The same colors on black, for mail programs that know their reader's color scheme. */
const DARK = `@media (prefers-color-scheme: dark) {
.quiet { color: #a3a3ae !important; }
.link { color: #94a8ff !important; }
.line { border-color: #3a3a40 !important; }
}`;

function asHtml(block: MailBlock, texts: MailTexts, accent: string): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p style="margin:0 0 16px">${html(block.text)}</p>`;
    case 'heading':
      return `<h2 style="margin:24px 0 8px;font-size:16px;line-height:24px">${html(block.text)}</h2>`;
    case 'button':
      return `<p style="margin:0 0 16px"><a href="${html(block.url)}" style="display:inline-block;padding:10px 20px;border-radius:8px;background:${accent};color:#ffffff;font-weight:600;text-decoration:none">${html(block.label)}</a></p>`;
    case 'list':
      return block.items
        .map(
          ({ title, text, url, article = '' }) =>
            `<p class="line" style="margin:0 0 12px;padding:0 0 12px;${LINE}"><a class="link" href="${html(url)}" style="${LINK};font-weight:600">${html(title)}</a><br>${html(text)}${articleHtml(article, texts)}</p>`,
        )
        .join('\n');
    case 'note': {
      const link =
        block.link === undefined
          ? ''
          : ` <a class="link" href="${html(block.link.url)}" style="${LINK}">${html(block.link.label)}</a>`;
      return `<p class="quiet" style="margin:16px 0 0;white-space:pre-line;font-size:13px;line-height:20px;${QUIET}">${html(block.text)}${link}</p>`;
    }
    case 'unsubscribe':
      return asHtml(unsubscribeNote(texts, block), texts, accent);
    default:
      block satisfies never;
      return '';
  }
}

function articleHtml(article: string, { text }: MailTexts): string {
  if (!/^https?:\/\//i.test(article)) return '';
  return `<br><a class="link" href="${html(article)}" style="${LINK}">${html(text('openArticle'))}</a>`;
}

function page(title: string, content: string, { language }: MailTexts): string {
  return `<!doctype html>
<html ${htmlAttributes(language)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${html(title)}</title>
<style>${DARK}</style>
</head>
<body style="margin:0;padding:24px 16px;font:15px/24px -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;overflow-wrap:anywhere">
${content}
</div>
</body>
</html>
`;
}
