/** Counts in texts. Pure. */

/** '1,200'; '10,000+' where counting stopped there. */
export function formatNumber(count: number, isCapped = false): string {
  return `${count.toLocaleString('en')}${isCapped ? '+' : ''}`;
}

/** '1 link', '1,200 links', '10,000+ links'. */
export function formatCount(count: number, noun: string, isCapped = false): string {
  return `${formatNumber(count, isCapped)} ${count === 1 && !isCapped ? noun : `${noun}s`}`;
}

/** '1 link', '1,200 links', '10,000+ links'. */
export function formatLinks(count: number, isCapped = false): string {
  return formatCount(count, 'link', isCapped);
}

/** The rows of a page: '11–20 of 45', '0 of 0'. Pages count from 1. */
export function formatRange(page: number, pageSize: number, total: number, isCapped = false): string {
  if (total === 0) return '0 of 0';
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  return `${formatNumber(first)}–${formatNumber(last)} of ${formatNumber(total, isCapped)}`;
}

/** '67% live'. */
export function formatLivePercent(percent: number): string {
  return `${percent}% live`;
}

/** '12 links · 67% live'. */
export function formatLiveShare({ total, live }: { readonly total: number; readonly live: number }): string {
  return `${formatLinks(total)} · ${formatLivePercent(Math.round((100 * live) / total))}`;
}
