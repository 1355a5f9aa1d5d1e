/** The events themselves: as a list for programs, live, their shapes, and the ledger of the console. */
import { Readable } from 'node:stream';
import type * as yup from 'yup';
import type { LinkledgerEvent } from '../../../command-service/contract/events.ts';
import { allows } from '../../../command-service/contract/policy.ts';
import { userScope } from '../../../command-service/contract/scope.ts';
import { notFound } from '../../../infra/http/request/problem.ts';
import type { RequestContext } from '../../../infra/http/request/request-context.ts';
import { listOrLines, wholeList } from '../../../infra/http/request/route-facts.ts';
import type { Principal } from '../../../infra/ports/process/principal.ts';
import { domainKey } from '../../../projections/rules/client-domain.ts';
import { ledger, linkSubject } from '../../../projections/views/ledger/ledger.ts';
import { domainsOfClients } from '../../../projections/views/links/client-book.ts';
import { links } from '../../../projections/views/links/links.ts';
import { statusChecks } from '../../../projections/views/links/status-checks.ts';
import { type Access, accessOf } from '../../access/access.ts';
import type { EventAnswer } from '../../contract/answers/ledger.ts';
import { typesOf } from '../../contract/ledger-kinds.ts';
import { daysBetween, scopesOf } from '../../contract/link-filter.ts';
import { PERSONAL } from '../../contract/list-options.ts';
import { CURSOR, eventListSchema, eventStreamSchema, ledgerSchema, storiesSchema } from '../../contract/queries.ts';
import type { QueryDeps } from '../../deps.ts';
import { cursorOf, entryAt, type LedgerFilter, readLedger } from '../../lists/ledger.ts';
import { presentLedger } from '../../lists/ledger-answers.ts';
import { withProblem } from '../../lists/query-params.ts';
import { presentStories, readStories } from '../../lists/stories.ts';
import { EventStream, endOfLedger } from '../../live/event-stream.ts';
import { waitForPosition } from '../../live/read-your-writes.ts';
import { eventLines, presentEvents } from '../../presenters/event.ts';
import { route } from '../route.ts';

const NDJSON = 'application/x-ndjson';
/** The number of events in an answer by default. */
const DEFAULT_LIMIT = 100;
/** Events read at once for an answer without a limit. */
const CHUNK = 1_000;

const PEOPLE = ['person'] as const;
const EVERYBODY = ['person', 'system'] as const;

interface EventSelection {
  readonly types?: readonly LinkledgerEvent['type'][] | undefined;
  readonly scope?: string | undefined;
}

export const eventRoutes = [
  route({
    method: 'GET',
    path: '/api/events',
    action: 'ReadLinks',
    summary: 'The events you may see, oldest first, after the cursor `after`. As NDJSON without `limit`: all of them.',
    query: eventListSchema,
    unvalidatedQuery: { after: { type: 'string', pattern: CURSOR.source } },
    answers: { 200: listOrLines('EventAnswer') },
    errorStatuses: [404],
    async handle({ ctx, principal, query }, deps) {
      await waitForPosition(ctx, deps, ledger);
      const after = await entryAfter(ctx, deps);
      const { access, filter } = await select(deps, principal, query);
      const { limit = DEFAULT_LIMIT } = query;
      const isLines = ctx.accepts('application/json', NDJSON) === NDJSON;
      if (isLines) ctx.type = `${NDJSON}; charset=utf-8`;
      if (isLines && query.limit === undefined) return Readable.from(allLines(deps, principal, query, after));
      const entries = await readLedger(deps.reads, access, filter, { after: after ?? '' }, limit);
      const events = await presentEvents(deps.reads, entries, cursorOf);
      return isLines ? Readable.from([eventLines(events)], { objectMode: false }) : events;
    },
  }),

  route({
    method: 'GET',
    path: '/api/events/stream',
    action: 'ReadLinks',
    summary: 'Server-sent events: an `event` for each event you may see, from now on or after the cursor `after`.',
    query: eventStreamSchema,
    unvalidatedQuery: { after: { type: 'string', pattern: CURSOR.source } },
    answers: { 200: { media: ['text/event-stream'] } },
    errorStatuses: [404],
    async handle({ ctx, principal, query }, deps) {
      const after = (await entryAfter(ctx, deps)) ?? (await endOfLedger(deps.reads));
      await select(deps, principal, query);
      ctx.type = 'text/event-stream; charset=utf-8';
      // A buffering proxy would hold back every message.
      ctx.set({ 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
      return new EventStream({
        ...deps.stream,
        changes: deps.changes,
        reads: deps.reads,
        select: () => select(deps, principal, query),
        after,
        signedIn: () => deps.sessions.isValid(ctx),
        stopping: deps.stopping,
      });
    },
  }),

  route({
    method: 'GET',
    path: '/api/events/schema',
    action: null,
    summary: 'The shapes of the events, as JSON Schema.',
    answers: { 200: { media: ['application/schema+json'] } },
    async handle({ ctx }) {
      const { default: schema } = await import('../../contract/event-schemas.json', { with: { type: 'json' } });
      ctx.type = 'application/schema+json';
      return JSON.stringify(schema);
    },
  }),

  route({
    method: 'GET',
    path: '/api/ledger',
    action: 'ReadLinks',
    summary: 'The events in all lists that you see, newest first, before the cursor `before`, with names for people.',
    query: ledgerSchema,
    answers: { 200: wholeList('LedgerAnswer') },
    async handle({ ctx, principal, query }, deps) {
      await waitForPosition(ctx, deps, ledger, links);
      const { reads } = deps;
      const { before, limit = DEFAULT_LIMIT } = query;
      const { caller, access, filter } = await selectLedger(deps, principal, query);
      const start = { before: before === undefined ? null : await entryAt(reads, before, 'before') };
      return presentLedger(deps, caller, await readLedger(reads, access, filter, start, limit));
    },
  }),

  route({
    method: 'GET',
    path: '/api/ledger/stories',
    action: 'ReadLinks',
    summary: 'The ledger folded by cause, newest first: a status check or an import of any size is one story.',
    query: storiesSchema,
    answers: { 200: 'StoriesAnswer' },
    async handle({ ctx, principal, query }, deps) {
      await waitForPosition(ctx, deps, ledger, links, statusChecks);
      const { reads } = deps;
      const { before, limit = DEFAULT_LIMIT, people } = query;
      const { caller, access, filter } = await selectLedger(deps, principal, query);
      const start = before === undefined ? null : await entryAt(reads, before, 'before');
      const openers = people ? PEOPLE : filter.types === null ? EVERYBODY : null;
      const { stories, next } = await readStories(reads, access, { ...filter, openers }, start, limit);
      const heads = await presentLedger(
        deps,
        caller,
        stories.map(({ head }) => head),
      );
      return { stories: await presentStories(reads, stories, heads), next: next && cursorOf(next) };
    },
  }),
];

type LedgerQuery = Partial<Omit<yup.InferType<typeof ledgerSchema>, 'before' | 'limit'>>;

/** The wanted entries of the ledger that the caller may see. `caller`: their access to the names in the answer. */
async function selectLedger(deps: QueryDeps, principal: Principal, query: LedgerQuery) {
  const { kind, actor, clientDomain, publisher, campaignId, linkId, teamId, story } = query;
  const days = withProblem(() => daysBetween('day', query.dayFrom, query.dayTo));
  const caller = await accessOf(deps.reads, principal);
  const { access, scopes } = await withinLink(deps, caller, linkId);
  const filter: LedgerFilter = {
    scopes: teamId === undefined ? scopes : scopesOf({ scopes }, teamId),
    types: kind === undefined ? null : typesOf(kind),
    where: {
      ...(actor && { actor }),
      ...(clientDomain && { clientDomain: await domainsOfClients(deps.reads, caller.scopes, clientDomain) }),
      ...(publisher && { publisher: publisher.map(domainKey) }),
      ...(campaignId && { campaignId }),
      ...(linkId !== undefined && { linkId }),
      ...(story !== undefined && { story }),
      ...(days && { day: days }),
    },
  };
  return { caller, access, filter };
}

/** The id of the entry after which the request begins; null without a cursor. */
async function entryAfter(ctx: RequestContext, { reads }: QueryDeps): Promise<string | null> {
  const [cursor = ''] = [ctx.get('Last-Event-ID') || (ctx.query.after ?? '')].flat();
  return cursor === '' ? null : entryAt(reads, cursor, 'after');
}

/** The wanted entries that the caller may see now. @throws Problem 404 for a scope that they do not see. */
async function select(deps: QueryDeps, principal: Principal, { types, scope }: EventSelection) {
  const access = await accessOf(deps.reads, principal);
  const named = scope === PERSONAL ? userScope(principal.userId) : scope;
  const scopes = access.scopes.filter((each) => named === undefined || each === named);
  if (named !== undefined && scopes.length === 0) throw notFound();
  return { access, filter: { scopes, types: types ?? null } satisfies LedgerFilter };
}

/** The lines of all events after the entry `from`, up to the present end of the ledger. */
async function* allLines(deps: QueryDeps, principal: Principal, wanted: EventSelection, from: string | null) {
  let after = from ?? '';
  while (true) {
    // Reads the access each time: the caller may lose a team meanwhile.
    const { access, filter } = await select(deps, principal, wanted);
    const entries = await readLedger(deps.reads, access, filter, { after }, CHUNK);
    const events: readonly EventAnswer[] = await presentEvents(deps.reads, entries, cursorOf);
    if (events.length > 0) yield eventLines(events);
    after = entries.at(-1)?.id ?? after;
    if (entries.length < CHUNK) return;
  }
}

/**
 * The scopes to read for a filter by link. Whoever sees a link sees its whole history, as on the link's own page, even
 * in lists where it was before.
 */
async function withinLink({ reads }: QueryDeps, access: Access, linkId: string | undefined) {
  const subject = linkId === undefined ? null : await reads.get(ledger, linkSubject(linkId));
  if (subject === null || !allows('ReadLinks', access.roleIn(subject.scope))) return { access, scopes: access.scopes };
  const role = access.roleIn(subject.scope);
  return { access: { roleIn: () => role, money: access.money }, scopes: subject.scopes };
}
