/** A link: the promise that an article page links to a client's address. */

import { changesBetween, isOf, isUnchanged, withChanges } from '../../contract/events.ts';
import { type Scope, teamIdOf, userIdOf } from '../../contract/scope.ts';
import { MAX_TAGS, normalizeTags, tagKey } from '../../contract/tags.ts';
import type { Decider } from '../../core/decider.ts';
import { DomainError } from '../../core/errors.ts';
import type { AddLink, EditLink, LinkCommand } from './commands.ts';
import type { EditableFields, LinkChanges, LinkEvent, LinkFields, PromotionFields, TagFields } from './events.ts';

/** The stream of one link. */
export const streamOf = (linkId: string): string => `link-${linkId}`;

export type LinkState =
  | { readonly status: 'none' }
  | {
      readonly status: 'active' | 'trash' | 'purged';
      readonly scope: Scope;
      readonly fields: EditableFields;
    };

export const initialState: LinkState = { status: 'none' };

function evolve(state: LinkState, event: LinkEvent): LinkState {
  switch (event.type) {
    case 'LinkAdded':
      return { status: 'active', scope: event.data.scope, fields: fieldsOf(event.data) };
    case 'LinkEdited': {
      if (state.status === 'none') return state;
      return { ...state, fields: withChanges(state.fields, event.data.changes) };
    }
    case 'LinkMoved':
      return state.status === 'none' ? state : { ...state, scope: event.data.to };
    case 'LinkTrashed':
      return state.status === 'none' ? state : { ...state, status: 'trash' };
    case 'LinkRestored':
      return state.status === 'none' ? state : { ...state, status: 'active' };
    case 'LinkPurged':
      return state.status === 'none' ? state : { ...state, status: 'purged' };
    default: {
      const _: never = event;
      return _;
    }
  }
}

function decide(state: LinkState, command: LinkCommand): readonly LinkEvent[] {
  const { linkId } = command;
  if (command.type === 'AddLink') return add(state, command);
  if (state.status === 'none' || (state.status === 'purged' && command.type !== 'PurgeLink')) {
    throw new DomainError('not-found', 'not-found', 'This link no longer exists.');
  }
  switch (command.type) {
    case 'EditLink':
      if (state.status !== 'active') throw inTrash();
      return edit(state, command);
    case 'MoveLink': {
      if (state.scope !== command.from || command.from === command.to) return [];
      const { assignedTo } = state.fields;
      const staysAssigned = teamIdOf(command.to) !== null || userIdOf(command.to) === assignedTo;
      const changes = changesBetween(state.fields, staysAssigned ? {} : { assignedTo: null });
      return [...editedBy(linkId, changes), moved(linkId, state.scope, command.to)];
    }
    case 'TagLink':
      if (state.status !== 'active') throw inTrash();
      return editedBy(linkId, changesBetween(state.fields, { tags: tagged(state.fields.tags, command) }));
    case 'TrashLink':
      return state.status === 'active' ? [{ type: 'LinkTrashed', data: { linkId } }] : [];
    case 'RestoreLink':
      if (state.status !== 'trash') throw notInTrash();
      return [{ type: 'LinkRestored', data: { linkId } }];
    case 'PurgeLink':
      if (state.status === 'active') throw notInTrash();
      return state.status === 'trash' ? [{ type: 'LinkPurged', data: { linkId } }] : [];
    default: {
      const _: never = command;
      return _;
    }
  }
}

function add(state: LinkState, command: AddLink): readonly LinkEvent[] {
  const { type: _, ...data } = command;
  if (state.status === 'none') return [{ type: 'LinkAdded', data }];
  const same = state.scope === command.scope && isUnchanged(changesBetween(state.fields, fieldsOf(command)));
  if (same) return [];
  throw new DomainError('conflict', 'already-exists', 'A link with this id already exists.');
}

function edit(
  { scope, fields }: Extract<LinkState, { readonly scope: Scope }>,
  { linkId, fields: asked, move }: EditLink,
): readonly LinkEvent[] {
  if (move === undefined || move.to === scope) return editedBy(linkId, changesBetween(fields, asked));
  const stays = fields.assignedTo !== null && move.assignable.includes(fields.assignedTo);
  const { assignedTo = stays ? fields.assignedTo : null, campaignId = null } = asked;
  const changes = changesBetween(fields, { ...asked, assignedTo, campaignId });
  return [...editedBy(linkId, changes), moved(linkId, scope, move.to)];
}

function editedBy(linkId: string, changes: LinkChanges): readonly LinkEvent[] {
  return isUnchanged(changes) ? [] : [{ type: 'LinkEdited', data: { linkId, changes } }];
}

function moved(linkId: string, from: Scope, to: Scope): LinkEvent {
  return { type: 'LinkMoved', data: { linkId, from, to } };
}

/** Old events have no campaign and no tags. */
function fieldsOf(data: LinkFields & Partial<PromotionFields & TagFields>): EditableFields {
  const { articleLink, clientLink, duration, liveDate, assignedTo, pocEmail, remarks } = data;
  const { campaignId = null, promotionType = null, websiteUrl = null, timelineDate = null } = data;
  const promotion = { campaignId, promotionType, websiteUrl, timelineDate };
  const tags = data.tags ?? [];
  return { articleLink, clientLink, duration, liveDate, assignedTo, pocEmail, remarks, ...promotion, tags };
}

/** @throws DomainError `too-many-tags`. */
function tagged(tags: readonly string[], { add, remove }: { readonly [Way in 'add' | 'remove']: readonly string[] }) {
  const gone = new Set(remove.map(tagKey));
  const allTags = normalizeTags([...tags.filter((tag) => !gone.has(tagKey(tag))), ...add]);
  if (allTags.length <= MAX_TAGS) return allTags;
  throw new DomainError('conflict', 'too-many-tags', `This link would have more than ${MAX_TAGS} tags.`);
}

function inTrash(): DomainError {
  return new DomainError('conflict', 'in-trash', 'This link is in the trash: restore it before changing it.');
}

function notInTrash(): DomainError {
  return new DomainError('conflict', 'not-in-trash', 'This link is not in the trash.');
}

export const link: Decider<LinkState, LinkCommand, LinkEvent> = {
  streamOf: (command) => streamOf(command.linkId),
  initialState,
  evolve,
  decide,
  isEvent: (event): event is LinkEvent => isOf(event, 'link'),
};
