/** Takes back what a batch did with one link, as far as nobody changed it since. */
import { v7 as uuidv7 } from 'uuid';
import type { EventMetadata, RecordedEvent } from '../../infra/ports/event-store.ts';
import { campaign, streamOf as campaignStreamOf } from '../deciders/campaign.ts';
import { link, streamOf } from '../deciders/link.ts';
import { DomainError } from '../errors.ts';
import type { EditableFields } from '../events/link.ts';
import { isOf, type LinkledgerEvent } from '../events.ts';
import { handle, load } from '../handle.ts';
import { assignableUsers } from '../links/assignees.ts';
import { applyEdit, recheckIfUrlsChanged } from '../links/edit-link.ts';
import { requireAccess } from '../links/link-access.ts';
import type { Scope } from '../scope.ts';
import { type ApplyDeps, type BulkContext, bulkCausationId, undoCausationId } from './apply-operation.ts';

/** What a link had before a batch, as far as it is to get that back. */
interface Before {
  readonly fields: Partial<EditableFields>;
  /** Where it was, if the batch moved it. */
  readonly scope: Scope | null;
  /** It was thrown away. */
  readonly restore: boolean;
  /** What somebody else changed since: fields by name, 'place' for where it is. */
  readonly changedSince: readonly string[];
}

/** From a link's whole history to what a batch changed in it; null where it changed nothing, or was taken back. Pure. */
export function priorValues(events: readonly RecordedEvent<LinkledgerEvent>[], batchId: string): Before | null {
  const fields = new Map<string, unknown>();
  const changedSince = new Set<string>();
  let scope: Scope | null = null;
  let restore = false;
  let touched = false;
  for (const event of events) {
    if (!isOf(event, 'link')) continue;
    const { causationId, correlationId } = event.metadata;
    if (correlationId === batchId && causationId === undoCausationId(batchId)) return null;
    const own = correlationId === batchId && causationId === bulkCausationId(batchId);
    if (!own && !touched) continue;
    touched = true;
    if (event.type === 'LinkEdited') {
      for (const [field, change] of Object.entries(event.data.changes)) {
        if (own) fields.set(field, change.from);
        else if (fields.has(field)) changedSince.add(field);
      }
    } else if (event.type === 'LinkMoved') {
      if (own) scope = event.data.from;
      else changedSince.add('place');
    } else if (own) restore = event.type === 'LinkTrashed';
    else changedSince.add('place');
  }
  if (!touched) return null;
  for (const field of changedSince) fields.delete(field);
  return { fields: Object.fromEntries(fields), scope, restore, changedSince: [...changedSince] };
}

/**
 * Answers the position of what was written; 0 where nothing was to be done.
 * @throws DomainError, InputError for a link that is left as it is, or was put back in part, and why.
 */
export async function undoOnLink(deps: ApplyDeps, doing: BulkContext, linkId: string): Promise<number> {
  const { batchId, principal, order } = doing;
  const { events } = await deps.store.read(streamOf(linkId));
  const was = priorValues(events, batchId);
  if (was === null) return 0;
  const { changedSince } = was;
  const metadata = (): EventMetadata => ({
    actor: principal.userId,
    correlationId: batchId,
    causationId: undoCausationId(batchId),
    at: deps.now().toISOString(),
  });
  // What a move or the trash did is one thing, put back as a whole or not at all.
  const isOne = was.scope !== null || was.restore;
  if (changedSince.includes('place') || (isOne && changedSince.length > 0)) throw changed();
  if (was.restore) {
    const restored = await handle(deps.store, link, { type: 'RestoreLink', linkId }, metadata(), async (state) => {
      await requireAccess(deps, state, principal, 'RestoreLink');
    });
    return restored.position;
  }
  const seen = events.at(-1)?.revision ?? -1;
  const editor = {
    principal,
    metadata,
    assertUnchanged: (revision: number) => {
      if (revision !== seen) throw changed();
    },
  };
  let position = 0;
  if (was.scope !== null || Object.keys(was.fields).length > 0) {
    const fields = was.scope === null ? was.fields : await stillThere(deps, was.scope, was.fields);
    const allowDuplicate = 'allowDuplicate' in order && order.allowDuplicate;
    const wanted = { fields, ...(was.scope !== null && { to: was.scope }), allowDuplicate };
    const edited = await applyEdit(deps, editor, linkId, wanted);
    position = Math.max(edited.position, await recheckIfUrlsChanged(deps, linkId, edited, uuidv7(), metadata()));
  }
  if (changedSince.length > 0) throw changed(changedSince);
  return position;
}

/** The assignee and the campaign of a list that a link comes back to, if they are still of it. */
async function stillThere(
  { store }: ApplyDeps,
  scope: Scope,
  fields: Partial<EditableFields>,
): Promise<Partial<EditableFields>> {
  const { assignedTo, campaignId } = fields;
  const assignable = typeof assignedTo === 'string' && (await assignableUsers(store, scope)).includes(assignedTo);
  const found =
    typeof campaignId === 'string' ? (await load(store, campaign, campaignStreamOf(campaignId))).state : null;
  const isOfScope = found?.place === 'active' && found.scope === scope;
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
  pocEmail: 'contact e-mail',
  campaignId: 'campaign',
  websiteUrl: 'website URL',
  timelineDate: 'timeline date',
};

function inWords(field: string): string {
  return WORDS[field] ?? field;
}
