/**
 * The context of a visit: whether search engines may list the page, and whether the client's page answers. It is
 * recorded with the verdict and never changes it. The requests start with the visit. A check waits only a moment, and
 * only for a request that was sent, not for one that waits for its turn; it leaves out what is still unknown. Answers
 * are cached for hours.
 */
import type { Observation, TargetResponse, Visit } from '../../command-service/contract/observation.ts';
import type { Guard } from '../../infra/network/ssrf-guard.ts';
import { auxRequester } from '../http/aux-request.ts';
import type { HttpClient } from '../http/http-client.ts';
import type { HostRateLimiter } from '../politeness/host-rate-limiter.ts';
import { indexingOf } from './indexability.ts';
import { openRobotsTxt } from './robots-txt.ts';
import { openTargetPages, type TargetLookup } from './target-page.ts';

/** Default of the longest wait after the visits of a check. */
const MAX_WAIT_MS = 300;

/** The part of an observation that this lookup adds. */
type PageContext = Pick<Observation, 'indexing' | 'landing'>;

interface PageContextLookup {
  /** Starts the requests of one check. */
  start(articleLink: string, clientLinks: readonly string[]): PendingPageContext;
}

interface PendingPageContext {
  /** The context of one link after its visits. Resolves within the longest wait of the first call and never rejects. */
  result(clientLink: string, visits: readonly Visit[]): Promise<PageContext>;
}

interface PageContextOptions {
  readonly client: HttpClient;
  readonly guard: Guard;
  readonly rateLimiter: HostRateLimiter;
  /** Longest wait after the visits of a check, in milliseconds. Default 300. */
  readonly maxWaitMs?: number;
  /** Aborts all requests. */
  readonly stop: AbortSignal;
  readonly now: () => Date;
}

/** Opens the lookup, with its caches of robots.txt files and client pages. */
export function openPageContext({
  client,
  guard,
  rateLimiter,
  stop,
  now,
  maxWaitMs = MAX_WAIT_MS,
}: PageContextOptions): PageContextLookup {
  const send = auxRequester(client, guard);
  const robotsTxtOf = openRobotsTxt(send, (host) => !rateLimiter.isBackingOff(host));
  const targetOf = openTargetPages(send, rateLimiter);
  // A check must not fail because its context fails.
  const lookUpRobots = (pageUrl: string) => robotsTxtOf(pageUrl, stop).catch(() => null);
  const lookUpTarget = (clientLink: string): TargetLookup => {
    const { answer, isUnderWay } = targetOf(clientLink, stop);
    return { answer: answer.catch(() => null), isUnderWay };
  };

  return {
    start(articleLink, clientLinks) {
      const targets = new Map(clientLinks.map((link) => [link, lookUpTarget(link)]));
      const robots = lookUpRobots(articleLink);
      let deadline: Promise<null> | null = null;
      return {
        async result(clientLink, visits) {
          deadline ??= nullAfterWait(maxWaitMs, stop);
          const finalUrl = visits.at(-1)?.finalUrl ?? articleLink;
          const isElsewhere = URL.parse(finalUrl)?.origin !== URL.parse(articleLink)?.origin;
          const pageRobots = isElsewhere && visits.length > 0 ? lookUpRobots(finalUrl) : robots;
          const [indexing, landing] = await Promise.all([
            Promise.race([pageRobots, deadline]).then((robotsTxt) => indexingOf(visits, robotsTxt, now())),
            targetKnownBy(targets.get(clientLink), deadline),
          ]);
          return { ...(indexing === null ? {} : { indexing }), ...(landing === null ? {} : { landing }) };
        },
      };
    },
  };
}

/** The answer if it has come, or if its request was sent and it comes before the deadline; else null. */
async function targetKnownBy(
  lookup: TargetLookup | undefined,
  deadline: Promise<null>,
): Promise<TargetResponse | null> {
  if (lookup === undefined) return null;
  return Promise.race([lookup.answer, lookup.isUnderWay() ? deadline : null]);
}

function nullAfterWait(maxWaitMs: number, stop: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop.removeEventListener('abort', done);
      resolve(null);
    };
    const timer = setTimeout(done, maxWaitMs);
    if (stop.aborted) done();
    else stop.addEventListener('abort', done, { once: true });
  });
}
