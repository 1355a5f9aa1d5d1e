/** Texts of the list of links. */
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import type { LinkSort } from '../../../query-service/contract/list-options.ts';
import english from '../../languages/en/links.list.json' with { type: 'json' };
import { translation } from '../../platform/language/translation.ts';
import type { Column } from '../columns/columns.ts';
import { formatDuration } from '../messages.ts';
import { siteOfLink } from '../site-of-link.ts';

const { messages, labels, format } = translation('links.list', english);

export { messages };

/** 'Select link on blog.example': a checkbox names its link by the site of the article. */
export function formatSelect(link: LinkAnswer): string {
  const host = siteOfLink(link);
  return host === '' ? messages.selectLink : format('selectLinkOn', { host });
}

export function formatOpenArticle(link: LinkAnswer): string {
  return format('openArticle', { host: siteOfLink(link) });
}

export const COLUMN_LABELS: Readonly<Record<LinkSort | Column, string>> = labels('column');

/** 'Duration: 30 days'. */
export function formatLasting(duration: string): string {
  return format('lasting', { duration: formatDuration(duration) });
}

/** 'Make Anchor wider'. */
export function formatWider(column: Column): string {
  return format('wider', { column: COLUMN_LABELS[column] });
}

export function formatNarrower(column: Column): string {
  return format('narrower', { column: COLUMN_LABELS[column] });
}
