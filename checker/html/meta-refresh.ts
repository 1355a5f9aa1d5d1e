/** Parses `<meta http-equiv=refresh>` (WHATWG HTML 4.2.5.3, "shared declarative refresh steps"). */

/**
 * The delay and the address of a refresh; `url` is null when the page only reloads itself. Returns null for content that
 * a browser ignores.
 */
export function parseRefresh(content: string): { readonly seconds: number; readonly url: string | null } | null {
  const time = /^[\t\n\f\r ]*([0-9]+|(?=\.))[0-9.]*/.exec(content);
  if (time === null) return null;
  const seconds = Number.parseInt(time[1] === '' ? '0' : (time[1] ?? '0'), 10);
  let rest = content.slice(time[0].length);
  if (rest === '') return { seconds, url: null };
  if (!/^[;,\t\n\f\r ]/.test(rest)) return null;
  rest = rest.replace(/^[\t\n\f\r ]*[;,]?[\t\n\f\r ]*/, '');
  if (rest === '') return { seconds, url: null };
  const named = /^url[\t\n\f\r ]*=[\t\n\f\r ]*/i.exec(rest);
  if (named !== null) rest = rest.slice(named[0].length);
  const quote = rest.charAt(0);
  if (quote === '"' || quote === "'") {
    const end = rest.indexOf(quote, 1);
    rest = rest.slice(1, end < 0 ? undefined : end);
  }
  return { seconds, url: rest };
}
