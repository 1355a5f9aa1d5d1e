/**
 * The article pages of the demo and the journeys: a few publications on a loopback server, with a page for every way a
 * promised link can be present, missing or hard to find. Pages can change while the server runs.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Article, type ArticleKind, type Promised, type Publication, promisedIn } from '../../sample/article.ts';
import { PUBLICATIONS } from '../../sample/publications.ts';
import { clientPage, servedHere } from './clients.ts';
import { controlPanel } from './control-panel.ts';
import { bodyOf, frontPage, originOf, pictureOf, shortPage } from './page-template.ts';
import { REDIRECT_STEPS, respondTo, sendPage } from './responses.ts';

interface ArticlesOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** Whether the clients' sites are here, too; else their addresses lead nowhere. */
  readonly withClients?: boolean;
}

/** The running server. */
export interface Articles {
  /** 'http://127.0.0.1:port', the list of all pages. Each publication has its own name under .localhost. */
  readonly origin: string;
  /** 'host:port', as in CHECKER_ALLOW_HOSTS. */
  readonly host: string;
  /** Every promised link, in the order of the publications. */
  readonly promised: readonly Promised[];
  /** The first promised link on a page of this kind. */
  one(kind: ArticleKind): Promised;
  /**
   * The address of an article by its slug, or of the first article of a kind.
   * @throws RangeError if it does not exist.
   */
  urlOf(slugOrKind: string): string;
  /** Removes the links to the clients from an article; their words stay. */
  remove(slug: string): void;
  /** Restores the links. */
  restore(slug: string): void;
  /** Closes the server and all open responses. */
  close(): Promise<void>;
}

interface PublishedArticle {
  readonly publication: Publication;
  readonly article: Article;
}

/** The publications, whose links lead to the clients' sites on this machine. */
function linkedHere(port: number): readonly Publication[] {
  return PUBLICATIONS.map((publication) => ({
    ...publication,
    articles: publication.articles.map((article) => ({
      ...article,
      body: servedHere(article.body, port),
      promised: article.promised.map((address) => servedHere(address, port)),
    })),
  }));
}

/** Serves the publications on 127.0.0.1. Rejects if the port is taken. */
export async function startArticleServer({ port = 0, withClients = false }: ArticlesOptions = {}): Promise<Articles> {
  const linkless = new Set<string>();
  const closing = new AbortController();
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  const host = `127.0.0.1:${taken}`;
  const origin = `http://${host}`;
  const addressOf = ({ publication, article }: PublishedArticle) => `${originOf(publication, taken)}/${article.slug}`;
  const publications = withClients ? linkedHere(taken) : PUBLICATIONS;
  const published: readonly PublishedArticle[] = publications.flatMap((publication) =>
    publication.articles.map((article) => ({ publication, article })),
  );
  const panel = controlPanel(publications, taken, linkless);

  /** The host name selects the publication; any other name shows the list of all pages. */
  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', origin);
    const [name = ''] = (request.headers.host ?? '').split(':');
    const page = clientPage(name, pathname);
    if (page !== null) return sendPage(response, 200, page);
    const publication = publications.find(({ id }) => `${id}.localhost` === name);
    if (publication === undefined) return pathname === '/' ? panel(request, response) : nothing(response);
    const site = originOf(publication, taken);
    if (pathname === '/') return sendPage(response, 200, frontPage(publication, site));
    const [, first = '', second = ''] = pathname.split('/');
    if (first === 'pictures') {
      response.writeHead(200, { 'Content-Type': 'image/svg+xml' });
      response.end(pictureOf(publication, second));
      return;
    }
    const slug = first === 'texts' ? second : first;
    const article = publication.articles.find((candidate) => candidate.slug === slug);
    if (article === undefined) return missing(response, publication);
    const options = { site, linkless: linkless.has(slug) };
    if (first === 'texts') return sendPage(response, 200, bodyOf(article, options));
    const step = REDIRECT_STEPS.findIndex((rest) => pathname === `/${slug}${rest}`);
    if (step === -1 || (step > 0 && article.kind !== 'redirected')) return missing(response, publication);
    return respondTo(response, { publication, article, step, options, closing: closing.signal });
  }

  function find(slugOrKind: string): PublishedArticle {
    const found = published.find(({ article }) => article.slug === slugOrKind || article.kind === slugOrKind);
    if (found === undefined) throw new RangeError(`The demo has no article “${slugOrKind}”.`);
    return found;
  }

  const promised = promisedIn(publications, (publication, article) => addressOf({ publication, article }));

  return {
    origin,
    host,
    promised,
    one(kind) {
      const found = promised.find((each) => each.kind === kind);
      if (found === undefined) throw new RangeError(`The demo has no article of kind “${kind}”.`);
      return found;
    },
    urlOf: (slugOrKind) => addressOf(find(slugOrKind)),
    remove: (slug) => void linkless.add(find(slug).article.slug),
    restore: (slug) => void linkless.delete(find(slug).article.slug),
    close: () =>
      new Promise((resolve) => {
        closing.abort();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function missing(response: ServerResponse, publication: Publication): void {
  sendPage(response, 404, shortPage('Nothing here', 'This page does not exist.', publication));
}

function nothing(response: ServerResponse): void {
  response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' });
  response.end('Nothing here.\n');
}
