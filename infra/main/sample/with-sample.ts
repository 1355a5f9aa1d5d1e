/** Lets a browser that asks for the sample data read it in place of its person's data. */

import { SAMPLE_COOKIE } from '../../../query-service/contract/sample-data.ts';
import type { QueryDeps } from '../../../query-service/deps.ts';
import { queryRoutes } from '../../../query-service/http/routes.ts';
import { type Endpoint, mount } from '../../http/routing/router.ts';
import type { Logger } from '../../ports/process/logger.ts';
import { personPrincipal } from '../../ports/process/principal.ts';
import type { SampleWorld } from './sample-world.ts';

/** Routes of the account, the installation and public pages: they always answer for real. */
const REAL =
  /^\/api\/(auth|user|sessions|providers|sign-up|identities|subscription|billing|payments|invitations|saved-views|shared|tokens|stream|system)(\/|$)/;

/** The endpoints of the query routes, which answer from the sample data if a signed-in person's browser asks for it. */
export function mountWithSample(deps: QueryDeps, logger: Logger): readonly Endpoint[] {
  const samples = new Samples(deps, logger);
  return mount(queryRoutes, deps).map(({ facts, respond }, index) => ({
    facts,
    async respond(ctx) {
      const { principal } = ctx.state;
      // A photo of somebody else is that of a person of the sample.
      const { userId = principal?.userId } = ctx.query;
      const isOwn = REAL.test(facts.path) && userId === principal?.userId;
      const isReal = principal === null || principal.tokenId !== null || isOwn;
      if (isReal || ctx.cookies.get(SAMPLE_COOKIE) === undefined) return respond(ctx);
      const { ownerId, endpoints } = await samples.today();
      ctx.state.principal = personPrincipal(ownerId);
      try {
        await endpoints[index]?.respond(ctx);
      } finally {
        ctx.state.principal = principal;
      }
    },
  }));
}

interface Sample extends Pick<SampleWorld, 'ownerId'> {
  readonly endpoints: readonly Endpoint[];
}

/** The sample of the day: opened when it is first needed, and again on another day. */
class Samples {
  readonly #deps: QueryDeps;
  readonly #logger: Logger;
  #day = '';
  #sample: Promise<Sample> | null = null;

  constructor(deps: QueryDeps, logger: Logger) {
    this.#deps = deps;
    this.#logger = logger;
  }

  today(): Promise<Sample> {
    const now = this.#deps.now();
    const day = now.toISOString().slice(0, 10);
    if (this.#sample === null || this.#day !== day) {
      this.#day = day;
      this.#sample = this.#open(now);
      this.#sample.catch(() => {
        this.#sample = null;
      });
    }
    return this.#sample;
  }

  async #open(now: Date): Promise<Sample> {
    const { openSampleWorld } = await import('./sample-world.ts');
    const { ownerId, deps } = await openSampleWorld(this.#logger, now);
    return { ownerId, endpoints: mount(queryRoutes, { ...this.#deps, ...deps }) };
  }
}
