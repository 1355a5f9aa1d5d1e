/** Imports of CSV files, and their undo. */
import type { InferType } from 'yup';
import { Problem } from '../../../infra/http/request/problem.ts';
import { withFile } from '../../../infra/http/request/request-body.ts';
import type { RequestContext } from '../../../infra/http/request/request-context.ts';
import type { Principal } from '../../../infra/ports/process/principal.ts';
import { importMappings } from '../../../projections/views/links/import-mappings.ts';
import { users } from '../../../projections/views/people/users.ts';
import { allows, isOpenTo } from '../../contract/policy.ts';
import { InputError } from '../../contract/schema/parse.ts';
import { type Scope, scopeOf } from '../../contract/scope.ts';
import { tagsOfCell } from '../../contract/tags.ts';
import { authorize, roleIn } from '../../core/authorize.ts';
import { load } from '../../core/handle.ts';
import { type Csv, CsvSyntaxError, openCsv } from '../../imports/csv.ts';
import { NotTextError } from '../../imports/decode-text.ts';
import type { AssigneesByName } from '../../imports/parse-row.ts';
import { runImport } from '../../imports/run-import.ts';
import { undoImport } from '../../imports/undo-import.ts';
import { assignableUsers } from '../../links/assignees.ts';
import { findTemplate, withTemplate } from '../../links/set-terms.ts';
import { waitForHead } from '../../links/wait-for-views.ts';
import { campaign, streamOf as campaignStreamOf } from '../../model/campaign/decider.ts';
import { IMPORT_FIELDS, importSchema, type RowField } from '../../model/import/commands.ts';
import { agreedOf } from '../../model/terms/commands.ts';
import type { CommandDeps } from '../deps.ts';
import { metadataOf, setPosition } from '../request.ts';
import { route } from '../route.ts';

/** Limits imports in progress: each file waits on the disk until it is complete. */
const IMPORTS = { perPerson: 3, inAll: 24, workName: 'imports' };

const MEDIA = ['text/csv', 'text/plain', 'text/tab-separated-values'];

export const importRoutes = [
  route({
    method: 'POST',
    path: '/api/links/import',
    action: 'AddLink',
    summary: 'Adds the links of a CSV file, row by row; with dryRun it only reports what would happen.',
    query: importSchema,
    rawBody: { media: MEDIA, isStream: true },
    answers: { 200: 'ImportAnswer' },
    errorStatuses: [404, 408, 413, 415, 429, 503],
    async handle({ ctx, principal, query }, deps) {
      const { userId } = principal;
      const { campaignId = null, clientLink = null } = query;
      // Refuses early. The role, the team and the campaign may change until the file has arrived.
      await authorizedDestination(deps, principal, query);
      if (!ctx.is(...MEDIA)) throw new Problem(415, 'unsupported-type', 'Send the file as text/csv.');
      ctx.state.acquireSlot(IMPORTS);
      // Receives the file first: a slow upload does not block the list.
      const { answer, position } = await withFile(ctx, async (bytes) => {
        const { scope, usualTemplate } = await authorizedDestination(deps, principal, query);
        const { templateId = (await findTemplate(deps.store, scope, usualTemplate))?.id } = query;
        return runImport(deps, await csvOf(ctx, bytes), {
          importId: ctx.state.newId(),
          scope,
          campaignId,
          userId,
          async authorize() {
            await ctx.state.confirmPrincipal();
            const role = await roleIn(deps.store, scope, principal);
            authorize('AddLink', role);
            return { money: isOpenTo(principal, 'EditMoney') && allows('EditMoney', role) };
          },
          people: await peopleIn(deps, scope),
          chosen: chosenColumns(query.columns ?? null),
          clientLink,
          tags: tagsOfCell(query.tags ?? ''),
          template: templateId ? await withTemplate(deps.store, scope, agreedOf({ templateId })) : null,
          currency: query.currency ?? null,
          dateOrder: query.dateOrder ?? null,
          allowDuplicate: query.allowDuplicate === 'true',
          dryRun: query.dryRun === 'true',
          newId: ctx.state.newId,
          metadata: metadataOf(ctx, userId, deps.now),
        });
      });
      setPosition(ctx, position);
      return answer;
    },
  }),

  route({
    method: 'POST',
    path: '/api/imports/:id/undo',
    action: 'TrashLink',
    summary:
      'Moves the links of an import to the trash, unless they were moved to a list where you may not delete links.',
    answers: { 200: 'UndoneImportAnswer' },
    async handle({ ctx, principal, params: { id: importId } }, deps) {
      const metadata = metadataOf(ctx, principal.userId, deps.now);
      const { trashed, position } = await undoImport({ store: deps.store, principal, metadata }, importId);
      setPosition(ctx, position);
      return { trashed };
    },
  }),
];

/**
 * The scope of the new links, and the template of their campaign.
 * @throws DomainError if the principal may not add links there, InputError for a campaign of another team.
 */
async function authorizedDestination(
  deps: CommandDeps,
  principal: Principal,
  { campaignId = null, teamId = null }: InferType<typeof importSchema>,
): Promise<Destination> {
  const destination = await destinationOf(deps, principal.userId, teamId, campaignId);
  authorize('AddLink', destination === null ? 'stranger' : await roleIn(deps.store, destination.scope, principal));
  if (destination === null)
    throw new Error('the policy must refuse AddLink to strangers: the team or campaign does not exist');
  if (campaignId !== null && teamId && destination.scope !== `team:${teamId}`) {
    throw new InputError({ teamId: 'The campaign belongs to another team.' });
  }
  return destination;
}

interface Destination {
  readonly scope: Scope;
  /** null: none. */
  readonly usualTemplate: string | null;
}

/** null for an unknown campaign. */
async function destinationOf(
  { store }: CommandDeps,
  userId: string,
  teamId: string | null,
  campaignId: string | null,
): Promise<Destination | null> {
  if (campaignId === null) return { scope: scopeOf(userId, teamId), usualTemplate: null };
  const { state } = await load(store, campaign, campaignStreamOf(campaignId));
  return state.status === 'active' ? { scope: state.scope, usualTemplate: state.fields.templateId } : null;
}

/** @throws InputError for an invalid file. */
async function csvOf(ctx: RequestContext, bytes: AsyncIterable<Uint8Array>): Promise<Csv> {
  try {
    return await openCsv(bytes, ctx.is('text/tab-separated-values') ? '\t' : null);
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
    const columns: unknown = JSON.parse(json);
    if (typeof columns !== 'object' || columns === null || Array.isArray(columns)) throw wrong;
    return Object.fromEntries(
      Object.entries(columns).map(([name, field]) => {
        if (!isField(field)) throw wrong;
        return [name, field];
      }),
    );
  } catch {
    throw wrong;
  }
}

/** The scope's possible assignees, by every name in use; a name that two people share matches neither. */
async function peopleIn(deps: CommandDeps, scope: Scope): Promise<AssigneesByName> {
  // The views must include a name or an import of a moment ago.
  await waitForHead(deps, [users, importMappings]);
  const docs = await deps.reads.getMany(users, await assignableUsers(deps.store, scope));
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
