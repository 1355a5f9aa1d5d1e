/** Link types as sheets write them: our own words, or the values of a rel attribute. Pure. */
import type { LinkType } from '../contract/observation.ts';
import { plainName } from './column-names.ts';

const MEANINGS: Readonly<Record<string, LinkType>> = {
  dofollow: 'dofollow',
  follow: 'dofollow',
  followed: 'dofollow',
  df: 'dofollow',
  nofollow: 'nofollow',
  nf: 'nofollow',
  ugc: 'nofollow',
  sponsored: 'sponsored',
};
/**
 * Values of rel that say nothing about following: those of HTML (https://html.spec.whatwg.org/#linkTypes), and those of
 * the registry to which it refers (https://microformats.org/wiki/existing-rel-values).
 */
const NEUTRAL = new Set([
  ...['alternate', 'author', 'bookmark', 'canonical', 'compression-dictionary', 'copyright', 'dns-prefetch', 'expect'],
  ...['external', 'help', 'icon', 'license', 'manifest', 'modulepreload', 'next', 'noopener', 'noreferrer', 'opener'],
  ...['pingback', 'preconnect', 'prefetch', 'preload', 'prev', 'previous', 'privacy-policy', 'search', 'shortcut'],
  ...['stylesheet', 'tag', 'terms-of-service'],
  ...['acquaintance', 'child', 'co-resident', 'co-worker', 'colleague', 'contact', 'crush', 'date', 'friend', 'kin'],
  ...['me', 'met', 'muse', 'neighbor', 'parent', 'sibling', 'spouse', 'sweetheart'],
  ...['amphtml', 'appendix', 'apple-touch-icon', 'apple-touch-icon-precomposed', 'apple-touch-startup-image'],
  ...['archived', 'archives', 'attachment', 'authorization_endpoint', 'category', 'chapter', 'code-license'],
  ...['code-repository', 'component', 'content-license', 'content-repository', 'contents', 'directory', 'disclosure'],
  ...['discussion', 'edit', 'edituri', 'enclosure', 'entry-content', 'first', 'fontdef', 'glossary', 'home', 'hub'],
  ...['import', 'in-reply-to', 'index', 'indieauth-metadata', 'issues', 'its-rules', 'jslicense', 'last'],
  ...['latest-version', 'lightbox', 'lightframe', 'lightvideo', 'main', 'mask-icon', 'meta', 'micropub', 'microsub'],
  ...['openid.delegate', 'openid.server', 'openid2.local_id', 'openid2.provider', 'pavatar', 'payment', 'pgpkey'],
  ...['prerender', 'profile', 'publisher', 'rendition', 'reply-to', 'root', 'rss', 'section', 'self', 'service'],
  ...['shortlink', 'sidebar', 'sitemap', 'start', 'status', 'subresource', 'subsection', 'syndication', 'timesheet'],
  ...['toc', 'token_endpoint', 'top', 'transformation', 'up', 'us', 'webmention', 'widget', 'wlwmanifest'],
]);

const YES = new Set(['true', 'yes', '1', 'y', 'x', '✓', '✔', '☑', 'ja', 'oui', 'si', 'sim', 'tak']);
const NO = new Set(['false', 'no', '0', 'n', '✗', '✘', '☐', 'nein', 'non', 'nao', 'nee', 'nie']);
/** Columns whose yes means that search engines follow the link. */
const FOLLOWED = new Set(['follow', 'followed', 'dofollow', 'isfollow', 'isdofollow', 'agreeddofollow']);

/** Whether a cell says yes, as a tick does, or no; null for other words. */
export function yesOrNo(cell: string): boolean | null {
  const word = cell.trim().toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
  return YES.has(word) || (NO.has(word) ? false : null);
}

/**
 * The type that a cell names; of several, the strictest. Undefined if its words say nothing about following; null if a
 * word is unknown. A yes or a no says something only if the name of the column does.
 */
export function linkTypeOf(cell: string, column = ''): LinkType | null | undefined {
  const says = yesOrNo(cell);
  if (says !== null) return FOLLOWED.has(plainName(column)) ? (says ? 'dofollow' : 'nofollow') : undefined;
  const types = typesIn(cell);
  return types && (['sponsored', 'nofollow', 'dofollow'] as const).find((type) => types.includes(type));
}

/** The types of which a cell allows any; undefined and null as above. A no agrees on nothing. */
export function agreedTypesOf(cell: string, column: string): readonly LinkType[] | null | undefined {
  const says = yesOrNo(cell);
  if (says !== null) return says && FOLLOWED.has(plainName(column)) ? ['dofollow'] : undefined;
  const types = typesIn(cell);
  return types?.length === 0 ? undefined : types;
}

/** The types that a cell names; null if a word is unknown. */
function typesIn(cell: string): readonly LinkType[] | null {
  const words = cell
    .toLowerCase()
    .replaceAll(/\brel\s*=|["'“”]/g, ' ')
    .replaceAll(/(?<=\b(?:do|no))[\s-]+(?=follow)/g, '')
    .split(/[\s,;/|+]+/)
    .filter((word) => /\p{L}/u.test(word) && !NEUTRAL.has(word));
  const types = words.map((word) => (Object.hasOwn(MEANINGS, word) ? MEANINGS[word] : undefined));
  const known = types.filter((type) => type !== undefined);
  return known.length < types.length ? null : known;
}
