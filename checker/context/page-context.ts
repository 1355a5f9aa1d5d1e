/**
 * The context of a visit: whether search engines may list the page, and whether the client's page answers. It is
 * recorded with the verdict and never changes it. The requests start with the visit; a check waits for them at most one
 * second after its visits and leaves out what is unknown by then. Both answers are cached for the next check.
 */
import type { Observation, Visit } from '../../command-service/events/observation.ts';
import { auxRequester } from '../http/aux-request.ts';
import type { HttpClient } from '../http/http-client.ts';
import type { Guard } from '../network/ssrf-guard.ts';
import type { HostRateLimiter } from '../politeness/host-rate-limiter.ts';
import { indexingOf } from './indexability.ts';
import { openRobotsTxt } from './robots-txt.ts';
import { openTargetPages } from './target-page.ts';

/** Longest wait after the visits of a check. */
const MAX_WAIT_MS = 1_000;

/** The part of an observation that comes from here. */
type PageContext = Pick<Observation, 'indexing' | 'landing'>;

interface PageContextLookup {
  /** Starts the requests of one check. */
  start(articleLink: string, clientLinks: readonly string[]): PendingPageContext;
}

interface PendingPageContext {
  /** The context of one link after its visits. Resolves within `MAX_WAIT_MS` of the first call and never rejects. */
  result(clientLink: string, visits: readonly Visit[]): Promise<PageContext>;
}

interface PageContextOptions {
  readonly client: HttpClient;
  readonly guard: Guard;
  readonly rateLimiter: HostRateLimiter;
  /** Aborts all requests. */
  readonly stop: AbortSignal;
}

/** Opens the lookup, with its caches of robots.txt files and client pages. */
export function openPageContext({ client, guard, rateLimiter, stop }: PageContextOptions): PageContextLookup {
  const send = auxRequester(client, guard);
  const robotsTxtOf = openRobotsTxt(send, (host) => !rateLimiter.isBackingOff(host));
  const targetOf = openTargetPages(send, rateLimiter);
  // A check must not fail because its context does.
  const lookUpRobots = (pageUrl: string) => robotsTxtOf(pageUrl, stop).catch(() => null);
  const lookUpTarget = (clientLink: string) => targetOf(clientLink, stop).catch(() => null);

  return {
    start(articleLink, clientLinks) {
      const targets = new Map(clientLinks.map((link) => [link, lookUpTarget(link)]));
      const robots = lookUpRobots(articleLink);
      let deadline: Promise<null> | null = null;
      return {
        async result(clientLink, visits) {
          deadline ??= nullAfterWait(stop);
          const finalUrl = visits.at(-1)?.finalUrl ?? articleLink;
          const isElsewhere = URL.parse(finalUrl)?.origin !== URL.parse(articleLink)?.origin;
          const pageRobots = isElsewhere && visits.length > 0 ? lookUpRobots(finalUrl) : robots;
          const [indexing, landing] = await Promise.all([
            Promise.race([pageRobots, deadline]).then((robotsTxt) => indexingOf(visits, robotsTxt)),
            Promise.race([targets.get(clientLink) ?? null, deadline]),
          ]);
          return { ...(indexing === null ? {} : { indexing }), ...(landing === null ? {} : { landing }) };
        },
      };
    },
  };
}

function nullAfterWait(stop: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop.removeEventListener('abort', done);
      resolve(null);
    };
    const timer = setTimeout(done, MAX_WAIT_MS);
    if (stop.aborted) done();
    else stop.addEventListener('abort', done, { once: true });
  });
}
