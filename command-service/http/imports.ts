/** POST /api/links/import and POST /api/imports/{id}/undo. */
import { Router } from '@koa/router';
import { Problem } from '../../infra/http/problem.ts';
import { drain, readStream } from '../../infra/http/request-body.ts';
import {
  type RequestContext,
  type RequestState,
  requirePrincipal,
  requireUser,
} from '../../infra/http/request-context.ts';
import { users } from '../../projections/views/people/users.ts';
import type { UndoneImportAnswer } from '../../query-service/contract/answers/imports.ts';
import { authorize, roleIn } from '../authorize.ts';
import { IMPORT_FIELDS, importSchema, type RowField } from '../commands/import.ts';
import { InputError, parse } from '../commands/schema/parse.ts';
import { campaign, streamOf as campaignStreamOf } from '../deciders/campaign.ts';
import { importDecider, streamOf } from '../deciders/import.ts';
import { load } from '../handle.ts';
import { type Csv, CsvSyntaxError, openCsv } from '../imports/csv.ts';
import { NotTextError } from '../imports/decode-text.ts';
import type { AssigneesByName } from '../imports/parse-row.ts';
import { runImport } from '../imports/run-import.ts';
import { undoImport } from '../imports/undo-import.ts';
import { assignableUsers } from '../links/assignees.ts';
import type { Scope } from '../scope.ts';
import type { CommandDeps } from './deps.ts';
import { idParam, metadataOf, setPosition } from './request.ts';

export function importRoutes(deps: CommandDeps): Router<RequestState> {
  const router = new Router<RequestState>();

  router.post('/api/links/import', async (ctx) => {
    const userId = requireUser(ctx);
    const asked = parse(importSchema, ctx.query);
    const campaignId = asked.campaignId ?? null;
    const scope = await scopeOf(deps, userId, asked.teamId ?? null, campaignId);
    authorize('AddLink', scope === null ? 'stranger' : await roleIn(deps.store, scope, requirePrincipal(ctx)));
    if (scope === null) throw new Error('AddLink is open to strangers');
    if (campaignId !== null && asked.teamId && scope !== `team:${asked.teamId}`) {
      throw new InputError({ teamId: 'The campaign belongs to another team.' });
    }
    const bytes = readStream(ctx.req);
    try {
      const { answer, position } = await runImport(deps, await csvOf(ctx, bytes), {
        importId: ctx.state.newId(),
        scope,
        campaignId,
        userId,
        people: await peopleIn(deps, scope),
        chosen: chosenColumns(asked.columns ?? null),
        clientLink: asked.clientLink ?? null,
        allowDuplicate: asked.allowDuplicate === 'true',
        dryRun: asked.dryRun === 'true',
        newId: ctx.state.newId,
        metadata: metadataOf(ctx, userId, deps.now),
      });
      setPosition(ctx, position);
      ctx.body = answer;
    } finally {
      await drain(ctx.req, bytes);
    }
  });

  router.post('/api/imports/:id/undo', async (ctx) => {
    const userId = requireUser(ctx);
    const importId = idParam(ctx);
    const { state } = await load(deps.store, importDecider, streamOf(importId));
    authorize('TrashLink', state === null ? 'stranger' : await roleIn(deps.store, state.scope, requirePrincipal(ctx)));
    const { trashed, position } = await undoImport(deps.store, importId, metadataOf(ctx, userId, deps.now));
    setPosition(ctx, position);
    ctx.body = { trashed } satisfies UndoneImportAnswer;
  });

  return router;
}

/** Where the links go; null for a campaign that is not there. */
async function scopeOf(
  { store }: CommandDeps,
  userId: string,
  teamId: string | null,
  campaignId: string | null,
): Promise<Scope | null> {
  if (campaignId === null) return teamId === null ? `user:${userId}` : `team:${teamId}`;
  const { state } = await load(store, campaign, campaignStreamOf(campaignId));
  return state.place === 'active' ? state.scope : null;
}

/** @throws Problem 415 for another type than CSV, InputError for a file that is none. */
async function csvOf(ctx: RequestContext, bytes: AsyncIterable<Uint8Array>): Promise<Csv> {
  if (!ctx.is('text/csv', 'text/plain', 'text/tab-separated-values')) {
    throw new Problem(415, 'unsupported-type', 'Send the file as text/csv.');
  }
  try {
    return await openCsv(bytes);
  } catch (error) {
    if (error instanceof NotTextError || error instanceof CsvSyntaxError) throw new InputError({ file: error.message });
    throw error;
  }
}

function chosenColumns(json: string | null): Readonly<Record<string, RowField | null>> {
  if (json === null) return {};
  const fields: readonly string[] = IMPORT_FIELDS;
  const isField = (value: unknown): value is RowField | null =>
    value === null || (typeof value === 'string' && fields.includes(value));
  const wrong = new InputError({ columns: 'columns must be a JSON object from column names to fields, or to null' });
  try {
    const given: unknown = JSON.parse(json);
    if (typeof given !== 'object' || given === null || Array.isArray(given)) throw wrong;
    return Object.fromEntries(
      Object.entries(given).map(([name, field]) => {
        if (!isField(field)) throw wrong;
        return [name, field];
      }),
    );
  } catch {
    throw wrong;
  }
}

/** Who links of the scope can be assigned to, by all a file may call them; a name that two people have means nobody. */
async function peopleIn({ store, reads }: CommandDeps, scope: Scope): Promise<AssigneesByName> {
  const docs = await reads.getMany(users, await assignableUsers(store, scope));
  const called = docs.flatMap(({ id, email, firstName, lastName }) =>
    new Set([id, email, `${firstName} ${lastName}`.trim()].map((name) => name.toLowerCase()))
      .values()
      .map((name) => [name, id] as const)
      .toArray(),
  );
  const byName = Map.groupBy(called, ([name]) => name);
  byName.delete('');
  return new Map(
    [...byName].flatMap(([name, [first, ...more]]) => (first && more.length === 0 ? [[name, first[1]]] : [])),
  );
}
