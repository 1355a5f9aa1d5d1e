/** The query role: answers GET from the views. */
import { cachedReads } from '../../../query-service/live/cached-reads.ts';
import { openChanges } from '../../../query-service/live/changes.ts';
import { offeredProviders } from '../parts/payments.ts';
import type { RoleContext, RoleParts } from '../parts/role.ts';
import { mountWithSample } from '../sample/with-sample.ts';

/** Starts the role. */
export function startQuery(context: RoleContext): RoleParts {
  const { config, engine, publicUrl, logger, now, stopping } = context;
  const { views, values, state, blobs } = engine;
  const changes = openChanges(views, logger);
  // On this machine, reading a document takes no longer than caching it.
  const cached = engine.isShared ? cachedReads(views) : null;
  const reads = cached?.reads ?? views;
  return {
    endpoints: mountWithSample(
      {
        ...{ reads, past: context.past(), blobs, changes, now, stopping, alertMarks: state, tokenUses: state },
        ...{ channelState: state, issueMails: state },
        sharing: { expiring: values, viewCounts: state, passwords: context.passwords(), publicUrl },
        sessions: context.sessions(),
        providers: config.providers,
        signUp: config.signUp,
        payments: offeredProviders(config.payments),
        admins: config.admins,
        describeSystem: () => context.describeSystem(),
      },
      logger,
    ),
    work: [changes.follow(stopping), ...(cached === null ? [] : [cached.follow(stopping)])],
  };
}
