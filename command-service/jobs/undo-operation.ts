/** Undoes a bulk operation on one link, except for what somebody has changed since. */
import { v7 as uuidv7 } from 'uuid';
import type { EventMetadata, RecordedEvent } from '../../infra/ports/storage/event-store.ts';
import { isOf, type LinkledgerEvent } from '../contract/events.ts';
import type { Scope } from '../contract/scope.ts';
import { DomainError } from '../core/errors.ts';
import { handle, load, type StreamEnd } from '../core/handle.ts';
import { assignableUsers } from '../links/assignees.ts';
import { applyEdit, recheckIfUrlsChanged } from '../links/edit-link.ts';
import { requireAccess } from '../links/link-access.ts';
import { setMoney } from '../links/set-money.ts';
import { setTerms } from '../links/set-terms.ts';
import { campaign, streamOf as campaignStreamOf } from '../model/campaign/decider.ts';
import { link } from '../model/link/decider.ts';
import type { EditableFields } from '../model/link/events.ts';
import { streamOf as moneyStreamOf } from '../model/money/decider.ts';
import type { Money } from '../model/money/events.ts';
import { terms } from '../model/terms/decider.ts';
import type { LinkTerms } from '../model/terms/events.ts';
import { type ApplyDeps, type BulkContext, bulkCausationId, undoCausationId } from './apply-operation.ts';
import { streamOfOrder } from './operation.ts';

/** The values a link gets back. */
interface Before {
  readonly fields: Partial<EditableFields & LinkTerms & Money>;
  /** The scope before the operation, if it moved the link. */
  readonly scope: Scope | null;
  /** The operation moved the link to the trash. */
  readonly restore: boolean;
  /** The fields that somebody has changed since; 'place' for a move or the trash. */
  readonly changedSince: readonly string[];
}

type Recorded = RecordedEvent<LinkledgerEvent>;

/** The values before a bulk operation, from the stream that it changed; null if it changed nothing or was undone. Pure. */
export function priorValues(events: readonly Recorded[], batchId: string): Before | null {
  const ofBatch = events.filter(({ metadata }) => metadata.correlationId === batchId);
  if (ofBatch.some(({ metadata }) => metadata.causationId === undoCausationId(batchId))) return null;
  const isOwn = ({ metadata }: Recorded) =>
    metadata.correlationId === batchId && metadata.causationId === bulkCausationId(batchId);
  const first = events.findIndex((event) => isOf(event, 'link', 'terms', 'money') && isOwn(event));
  if (first < 0) return null;
  const fields = new Map<string, unknown>();
  const changedSince = new Set<string>();
  let scope: Scope | null = null;
  let restore = false;
  for (const event of events.slice(first)) {
    if (!isOf(event, 'link', 'terms', 'money')) continue;
    const own = isOwn(event);
    if (event.type === 'LinkEdited' || !isOf(event, 'link')) {
      for (const [field, change] of Object.entries(event.data.changes)) {
        if (own) fields.set(field, change.from);
        else if (fields.has(field)) changedSince.add(field);
      }
    } else if (!own) changedSince.add('place');
    else if (event.type === 'LinkMoved') scope = event.data.from;
    else restore = event.type === 'LinkTrashed';
  }
  for (const field of changedSince) fields.delete(field);
  return { fields: Object.fromEntries(fields), scope, restore, changedSince: [...changedSince] };
}

/**
 * Returns the position of the last event written; 0 if there was nothing to undo.
 * @throws DomainError, InputError with the reason why the link was left unchanged, or restored only in part.
 */
export async function undoOnLink(deps: ApplyDeps, doing: BulkContext, linkId: string): Promise<number> {
  const { batchId, principal, order } = doing;
  const moves = order.action === 'remarks';
  const { events } = await deps.store.read(streamOfOrder(order, linkId));
  const ofMoney = moves ? (await deps.store.read(moneyStreamOf(linkId))).events : events;
  // A killed process may have undone only the first of the two streams: undoing it again changes nothing.
  const isUndo = ({ metadata }: Recorded) => metadata.causationId === undoCausationId(batchId);
  const was = priorValues(moves ? [...events, ...ofMoney].filter((event) => !isUndo(event)) : events, batchId);
  if (was === null) return 0;
  const { changedSince } = was;
  const metadata = (): EventMetadata => ({
    actor: principal.userId,
    correlationId: batchId,
    causationId: undoCausationId(batchId),
    at: deps.now().toISOString(),
  });
  // A move to another list or to the trash, or out of remarks, is undone completely or not at all.
  const isOne = was.scope !== null || was.restore || moves;
  if (changedSince.includes('place') || (isOne && changedSince.length > 0)) throw changed();
  if (was.restore) {
    const restored = await handle(deps.store, link, { type: 'RestoreLink', linkId }, metadata(), async (state) => {
      await requireAccess(deps, state, principal, 'RestoreLink');
    });
    return restored.position;
  }
  const editorAt = (stream: readonly Recorded[]) => ({
    principal,
    metadata,
    assertUnchanged: ({ revision }: StreamEnd) => {
      if (revision !== (stream.at(-1)?.revision ?? -1)) throw changed();
    },
  });
  const editor = editorAt(events);
  let position = 0;
  if (order.action === 'terms') {
    const { template, ...agreed } = { ...termsAfter(events), ...was.fields };
    position = (await setTerms(deps.store, editor, linkId, { terms: agreed, template })).position;
  } else if (order.action !== 'money' && (was.scope !== null || Object.keys(was.fields).length > 0)) {
    const fields = was.scope === null ? was.fields : await stillValidFields(deps, was.scope, was.fields);
    const allowDuplicate = 'allowDuplicate' in order && order.allowDuplicate;
    const wanted = { fields, ...(was.scope !== null && { to: was.scope }), allowDuplicate };
    const edited = await applyEdit(deps, editor, linkId, wanted);
    position = Math.max(edited.position, await recheckIfUrlsChanged(deps, linkId, edited, uuidv7(), metadata()));
  }
  if (moves || order.action === 'money') {
    position = Math.max(position, (await setMoney(deps, editorAt(ofMoney), linkId, was.fields, true)).position);
  }
  if (changedSince.length > 0) throw changed(changedSince);
  return position;
}

function termsAfter(events: readonly Recorded[]): LinkTerms {
  return events.reduce<LinkTerms>(
    (state, event) => (isOf(event, 'terms') ? terms.evolve(state, event) : state),
    terms.initialState,
  );
}

/** The fields, without an assignee or campaign that the scope no longer has. */
async function stillValidFields(
  { store }: ApplyDeps,
  scope: Scope,
  fields: Partial<EditableFields>,
): Promise<Partial<EditableFields>> {
  const { assignedTo, campaignId } = fields;
  const assignable = typeof assignedTo === 'string' && (await assignableUsers(store, scope)).includes(assignedTo);
  const found =
    typeof campaignId === 'string' ? (await load(store, campaign, campaignStreamOf(campaignId))).state : null;
  const isOfScope = found?.status === 'active' && found.scope === scope;
  return {
    ...fields,
    ...(assignedTo !== undefined && { assignedTo: assignable ? assignedTo : null }),
    ...(campaignId !== undefined && { campaignId: isOfScope ? campaignId : null }),
  };
}

function changed(fields: readonly string[] = []): DomainError {
  const message =
    fields.length === 0
      ? 'Somebody changed this link since: it was left as it is.'
      : `Somebody changed this since and it was left as it is: ${fields.map(inWords).join(', ')}.`;
  return new DomainError('conflict', 'changed-since', message);
}

const WORDS: Readonly<Record<string, string>> = {
  articleLink: 'article link',
  clientLink: 'client link',
  liveDate: 'live date',
  assignedTo: 'assigned to',
  pocEmail: 'contact email',
  campaignId: 'campaign',
  websiteUrl: 'website URL',
  timelineDate: 'timeline date',
  linkTypes: 'link type',
  goneAfterEnd: 'gone after end',
};

function inWords(field: string): string {
  return WORDS[field] ?? field;
}
