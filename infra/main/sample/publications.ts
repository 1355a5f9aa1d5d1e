/** All publications of the sample: an HTML file each, with their articles in the order of their front page. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { decodeHTML } from 'entities';
import type { Article, ArticleKind, Publication } from './article.ts';

const FOLDER = path.join(import.meta.dirname, 'publications');

const HEAD = /<html ([^>]+)>.*?<title>(.*?)<\/title>\n<style>(.*?)\n<\/style>/s;
const ARTICLE = /<article ([^>]+)>\n<h1>(.*?)<\/h1>\n(.*?)\n?<\/article>/gs;

export const PUBLICATIONS: readonly Publication[] = [
  'slow-spoke',
  'plain-desk',
  'northbank-courier',
  'atelier-elan',
].map((id) => {
  const html = readFileSync(path.join(FOLDER, `${id}.html`), 'utf8');
  const [, attributes = '', name = '', style = ''] = HEAD.exec(html) ?? [];
  const { tagline = '', sections = '', colors = '' } = dataOf(attributes);
  const [ground = '', first = '', second = ''] = colors.split(' ');
  return {
    ...{ id, name: decodeHTML(name), tagline, sections: sections.split(' '), style },
    colors: [ground, first, second],
    articles: [...html.matchAll(ARTICLE)].map(([, data = '', title = '', body = '']) => articleOf(data, title, body)),
  };
});

function articleOf(attributes: string, title: string, body: string): Article {
  const { id: slug = '', kind, author = '', date = '', promised = '' } = dataOf(attributes);
  return {
    slug,
    kind: kind as ArticleKind,
    title: decodeHTML(title),
    author,
    date,
    body,
    promised: promised.split(' '),
  };
}

/** The `id` and the `data-` attributes of a start tag, without `data-`. */
function dataOf(attributes: string): Readonly<Partial<Record<string, string>>> {
  const found = attributes.matchAll(/(?:data-)?(\w+)="([^"]*)"/g);
  return Object.fromEntries([...found].map(([, name, value = '']) => [name, decodeHTML(value)]));
}
