/** Reads a page with the scanner, in the form in which the oracle reads it. */
import { type PageMeta, PageReader } from '../html/page-reader.ts';
import type { PageReading } from './parse5-oracle.ts';

/** Reads a page in chunks of the given lengths; the last length repeats. */
export function readWithScanner(
  page: string,
  lengths: readonly number[] = [65_536],
): PageReading & { snippets: string[] } {
  let links: { index: number; href: string; rel: string | null; anchor: string; snippet: string }[] = [];
  let base: string | null = null;
  let title: string | null = null;
  let baseInHead = false;
  let titleInHead = false;
  let metas: PageMeta[] = [];
  const headLinks: { rel: string; href: string }[] = [];
  const reader = new PageReader({
    linkTag: () => true,
    link: (link) => links.push(link),
    base: (href, inHead) => {
      base = href;
      baseInHead = inHead;
    },
    meta: (meta) => metas.push(meta),
    headLink: (rel, href) => headLinks.push({ rel, href }),
    title: (text, inHead) => {
      title = text;
      titleInHead = inHead;
    },
    detached: () => {
      links = [];
      metas = metas.filter((meta) => meta.inHead);
      if (!baseInHead) base = null;
      if (!titleInHead) title = null;
    },
  });
  let at = 0;
  for (let i = 0; at < page.length; i++) {
    const size = Math.max(1, lengths[Math.min(i, lengths.length - 1)] ?? 1);
    reader.write(page.slice(at, at + size));
    at += size;
  }
  reader.end();
  links.sort((a, b) => a.index - b.index);
  return {
    links: links.map(({ href, rel, anchor }) => ({ href, rel, anchor })),
    base,
    title,
    metas: metas.map(({ inHead: _, ...meta }) => meta),
    headLinks,
    snippets: links.map((link) => link.snippet),
  };
}
