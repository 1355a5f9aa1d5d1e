/** Counts in texts. Pure. */
import english from '../../languages/en/platform.format.json' with { type: 'json' };
import { locale } from '../language/language.ts';
import { translation } from '../language/translation.ts';

const { messages, format } = translation('platform.format', english);
const numbers = new Intl.NumberFormat(locale);

/** '1,200'; '10,000+' where counting stopped there. */
export function formatNumber(count: number, isCapped = false): string {
  return isCapped ? format('orMore', { count }) : numbers.format(count);
}

/** '1 link', '1,200 links', '10,000+ links'. */
export function formatLinks(count: number, isCapped = false): string {
  return format(isCapped ? 'linksOrMore' : 'links', { count });
}

/** The rows of a page: '11–20 of 45', '0 of 0'. Pages count from 1. */
export function formatRange(page: number, pageSize: number, total: number, isCapped = false): string {
  if (total === 0) return messages.emptyRange;
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  return format('range', { first, last, total: formatNumber(total, isCapped) });
}

/** '67% live'. */
export function formatLivePercent(percent: number): string {
  return format('livePercent', { percent });
}

/** '12 links · 67% live'. */
export function formatLiveShare({ total, live }: { readonly total: number; readonly live: number }): string {
  return `${formatLinks(total)} · ${formatLivePercent(Math.round((100 * live) / total))}`;
}
