/**
 * What stands around a visit: whether search engines may list the page, and whether the client's own address answers.
 * Recorded beside the verdict, never part of it. The asking starts with the visit and goes on beside it; a check waits
 * for it no longer than a moment after its visits, and what is not known by then is left out (it is known sooner next
 * time: both are remembered).
 */
import type { Observation, Visit } from '../../command-service/events/observation.ts';
import { auxRequester } from '../http/aux-request.ts';
import type { HttpClient } from '../http/http-client.ts';
import type { Guard } from '../network/ssrf-guard.ts';
import type { HostRateLimiter } from '../politeness/host-rate-limiter.ts';
import { indexingOf } from './indexability.ts';
import { openRobotsTxt } from './robots-txt.ts';
import { openTargetPages } from './target-page.ts';

/** How long a check waits for it after its visits. */
const MOMENT_MS = 1_000;

/** The part of an observation that comes from here. */
export type PageContext = Pick<Observation, 'indexing' | 'landing'>;

export interface PageContextLookup {
  /** Starts asking. The answer is asked for after the visits, once for each link, and never rejects. */
  start(articleLink: string, clientLinks: readonly string[]): PendingPageContext;
}

/** The asking for one check. */
export interface PendingPageContext {
  /** No more waiting from `MOMENT_MS` after the first call on. */
  result(clientLink: string, visits: readonly Visit[]): Promise<PageContext>;
}

export interface PageContextOptions {
  readonly client: HttpClient;
  readonly guard: Guard;
  readonly rateLimiter: HostRateLimiter;
  /** Ends all asking. */
  readonly stop: AbortSignal;
}

export function openPageContext({
  client: exchange,
  guard,
  rateLimiter: pace,
  stop,
}: PageContextOptions): PageContextLookup {
  const run = auxRequester(exchange, guard);
  const robotsOf = openRobotsTxt(run, (host) => !pace.isBackingOff(host));
  const landingOf = openTargetPages(run, pace);
  // Whatever goes wrong here, a check must not fail for it.
  const askRobots = (pageUrl: string) => robotsOf(pageUrl, stop).catch(() => null);
  const askLanding = (clientLink: string) => landingOf(clientLink, stop).catch(() => null);

  return {
    start(articleLink, clientLinks) {
      const landings = new Map(clientLinks.map((link) => [link, askLanding(link)]));
      const robots = askRobots(articleLink);
      let moment: Promise<null> | null = null;
      return {
        async result(clientLink, visits) {
          moment ??= inAMoment(stop);
          const finalUrl = visits.at(-1)?.finalUrl ?? articleLink;
          const isElsewhere = URL.parse(finalUrl)?.origin !== URL.parse(articleLink)?.origin;
          const pageRobots = isElsewhere && visits.length > 0 ? askRobots(finalUrl) : robots;
          const [indexing, landing] = await Promise.all([
            Promise.race([pageRobots, moment]).then((robotsTxt) => indexingOf(visits, robotsTxt)),
            Promise.race([landings.get(clientLink) ?? null, moment]),
          ]);
          return { ...(indexing === null ? {} : { indexing }), ...(landing === null ? {} : { landing }) };
        },
      };
    },
  };
}

function inAMoment(stop: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop.removeEventListener('abort', done);
      resolve(null);
    };
    const timer = setTimeout(done, MOMENT_MS);
    if (stop.aborted) done();
    else stop.addEventListener('abort', done, { once: true });
  });
}
