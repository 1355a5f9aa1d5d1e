/** POST /api/links, PATCH and DELETE /api/links/{id}, POST /api/links/{id}/recheck (spec 7). */
import { Router } from '@koa/router';
import { type RequestContext, type RequestState, signedIn } from '../../infra/http/context.ts';
import type { CheckResultAnswer } from '../../query-service/queries.ts';
import { authorise, roleIn } from '../authorise.ts';
import type { LinkCommand } from '../commands/link.ts';
import { addLinkSchema, DEFAULT_DURATION, editLinkSchema } from '../commands/link.ts';
import { InputError, parse } from '../commands/parse.ts';
import { check } from '../deciders/check.ts';
import { type LinkState, link, streamOf } from '../deciders/link.ts';
import { Refusal } from '../errors.ts';
import type { CheckReason, LinkFields, Scope } from '../events.ts';
import { handle, load, type Outcome } from '../handle.ts';
import type { CheckOutcome } from '../outcomes.ts';
import type { Action } from '../policy.ts';
import { reasonInWords } from '../reasons.ts';
import type { CommandDeps } from '../routes.ts';
import { ifMatch, metadataOf, pathId, setPosition } from './request.ts';

/** How long an answer waits for its check (spec 4: the answer carries the result). */
const WAIT_MS = 30_000;

export function linkRoutes(deps: CommandDeps): Router<RequestState> {
  const router = new Router<RequestState>();

  router.post('/api/links', async (ctx) => {
    const userId = signedIn(ctx);
    const body = parse(addLinkSchema, ctx.state.body);
    const scope = await scopeFor(deps, userId, body.teamId);
    authorise('AddLink', await roleIn(deps.store, scope, userId));
    const linkId = ctx.state.newId();
    const fields: LinkFields = {
      articleLink: body.articleLink,
      clientLink: body.clientLink,
      duration: body.duration ?? DEFAULT_DURATION,
      liveDate: body.liveDate ?? null,
      assignedTo: body.assignedTo === undefined ? userId : assignee(userId, body.assignedTo),
      pocEmail: body.pocEmail ?? null,
      remarks: body.remarks ?? null,
    };
    const { anchor = null, linkType = null } = body;
    const added = await handle(
      deps.store,
      link,
      { type: 'AddLink', linkId, scope, anchor, linkType, ...fields },
      metadataOf(ctx, userId, deps.now),
    );
    const checked = await checkNow(deps, ctx, userId, linkId, fields, 'added');
    setPosition(ctx, added.position, checked.position);
    ctx.set('Location', `/api/links/${linkId}`);
    ctx.status = 201;
    ctx.body = { id: linkId, checkResult: checked.result };
  });

  router.patch('/api/links/:id', async (ctx) => {
    const userId = signedIn(ctx);
    const linkId = pathId(ctx);
    const body = parse(editLinkSchema, ctx.state.body);
    const { teamId, assignedTo, ...rest } = body;
    await scopeFor(deps, userId, teamId);
    const fields = assignedTo === undefined ? rest : { ...rest, assignedTo: assignee(userId, assignedTo) };
    const edited = await change(deps, ctx, 'EditLink', { type: 'EditLink', linkId, fields });
    let { position } = edited;
    if (edited.changed && (fields.articleLink !== undefined || fields.clientLink !== undefined)) {
      const { articleLink, clientLink } = edited.state.fields;
      const request = await handle(
        deps.store,
        check,
        {
          type: 'RequestCheck',
          linkId,
          checkId: ctx.state.newId(),
          reason: 'edited',
          articleLink,
          clientLink,
        },
        metadataOf(ctx, userId, deps.now),
      );
      position = Math.max(position, request.position);
    }
    setPosition(ctx, position);
    ctx.set('ETag', `"${edited.revision}"`);
    ctx.body = { id: linkId, revision: edited.revision };
  });

  router.delete('/api/links/:id', async (ctx) => {
    const trashed = await change(deps, ctx, 'TrashLink', { type: 'TrashLink', linkId: pathId(ctx) });
    setPosition(ctx, trashed.position);
    ctx.status = 204;
  });

  router.post('/api/links/:id/recheck', async (ctx) => {
    const userId = signedIn(ctx);
    const linkId = pathId(ctx);
    const { state } = await load(deps.store, link, streamOf(linkId));
    const { place, fields } = await visible(deps, state, userId, 'RecheckLink');
    if (place === 'trash') {
      throw new Refusal('conflict', 'in-trash', 'This link is in the trash: restore it before checking it.');
    }
    const checked = await checkNow(deps, ctx, userId, linkId, fields, 'manual');
    setPosition(ctx, checked.position);
    ctx.body = { id: linkId, checkResult: checked.result };
  });

  return router;
}

type KnownLink = Exclude<LinkState, { readonly place: 'nowhere' }>;

/**
 * Carries out a command on an existing link that the person may act on, on the revision they have seen.
 * @throws Refusal, Problem 412.
 */
export async function change(
  deps: CommandDeps,
  ctx: RequestContext,
  action: Action,
  command: LinkCommand,
): Promise<Outcome<KnownLink>> {
  const userId = signedIn(ctx);
  const unchanged = ifMatch(ctx);
  const outcome = await handle(
    deps.store,
    link,
    command,
    metadataOf(ctx, userId, deps.now),
    async (state, revision) => {
      await visible(deps, state, userId, action);
      unchanged(revision);
    },
  );
  if (outcome.state.place === 'nowhere') throw new Error(`${command.linkId} vanished from the log`);
  return { ...outcome, state: outcome.state };
}

/** The link's state, if it is there and the person may act so on it. A link deleted for ever is not there any more. */
async function visible(deps: CommandDeps, state: LinkState, userId: string, action: Action): Promise<KnownLink> {
  if (state.place === 'nowhere' || state.place === 'purged') authorise(action, 'stranger');
  else authorise(action, await roleIn(deps.store, state.scope, userId));
  if (state.place === 'nowhere') throw new Error(`${action} is open to strangers`);
  return state;
}

/** Asks for a check, or joins the one under way, and waits for what it sees. */
async function checkNow(
  deps: CommandDeps,
  ctx: RequestContext,
  userId: string,
  linkId: string,
  { articleLink, clientLink }: LinkFields,
  reason: CheckReason,
): Promise<{ readonly result: CheckResultAnswer; readonly position: number }> {
  using watch = deps.outcomes.watch(linkId);
  const asked = ctx.state.newId();
  const request = await handle(
    deps.store,
    check,
    { type: 'RequestCheck', linkId, checkId: asked, reason, articleLink, clientLink },
    metadataOf(ctx, userId, deps.now),
  );
  const outcome = await watch.outcome(request.state.open?.checkId ?? asked, WAIT_MS);
  return { result: presentResult(outcome), position: outcome?.position ?? request.position };
}

function presentResult(outcome: CheckOutcome | null): CheckResultAnswer {
  if (outcome === null) {
    const reason = 'The check is still going on; its result will appear by itself.';
    return { status: 'pending', anchor: null, linkType: null, reason };
  }
  const { verdict, observation } = outcome.checked;
  const reason = reasonInWords(verdict.reason, observation);
  return { status: verdict.status, anchor: verdict.anchor, linkType: verdict.linkType, reason };
}

/** Where a link of this person goes: their own scope. A team they cannot see does not exist for them. */
async function scopeFor(deps: CommandDeps, userId: string, teamId: string | null | undefined): Promise<Scope> {
  if (teamId) authorise('AddLink', await roleIn(deps.store, `team:${teamId}`, userId));
  return `user:${userId}`;
}

/** Spec 6: without a team the link is personal and assignable only to the user. */
function assignee(userId: string, asked: string | null): string | null {
  if (asked === null || asked === userId) return asked;
  throw new InputError({ assignedTo: 'A personal link can only be assigned to yourself, or to nobody.' });
}
