/** A link: the promise that a client address stands on an article page. */
import type { LinkCommand } from '../commands/link.ts';
import type { Decider } from '../decider.ts';
import { Refusal } from '../errors.ts';
import { isOf, type LinkChanges, type LinkEvent, type LinkFields, type Scope } from '../events.ts';

/** The stream of one link. */
export const streamOf = (linkId: string): string => `link-${linkId}`;

export type LinkState =
  | { readonly place: 'nowhere' }
  | {
      readonly place: 'active' | 'trash' | 'purged';
      readonly scope: Scope;
      readonly fields: LinkFields;
    };

export const initialState: LinkState = { place: 'nowhere' };

const FIELD_NAMES = [
  'articleLink',
  'clientLink',
  'duration',
  'liveDate',
  'assignedTo',
  'pocEmail',
  'remarks',
] as const satisfies readonly (keyof LinkFields)[];

/** What the events of a link add up to. */
export function evolve(state: LinkState, event: LinkEvent): LinkState {
  switch (event.type) {
    case 'LinkAdded': {
      const { articleLink, clientLink, duration, liveDate, assignedTo, pocEmail, remarks, scope } = event.data;
      const fields = { articleLink, clientLink, duration, liveDate, assignedTo, pocEmail, remarks };
      return { place: 'active', scope, fields };
    }
    case 'LinkEdited': {
      if (state.place === 'nowhere') return state;
      const edited = Object.fromEntries(
        Object.entries(event.data.changes).map(([field, change]) => [field, change.to]),
      ) as Partial<LinkFields>;
      return { ...state, fields: { ...state.fields, ...edited } };
    }
    case 'LinkMoved':
      return state.place === 'nowhere' ? state : { ...state, scope: event.data.to };
    case 'LinkTrashed':
      return state.place === 'nowhere' ? state : { ...state, place: 'trash' };
    case 'LinkRestored':
      return state.place === 'nowhere' ? state : { ...state, place: 'active' };
    case 'LinkPurged':
      return state.place === 'nowhere' ? state : { ...state, place: 'purged' };
    default: {
      const _: never = event;
      return _;
    }
  }
}

/** What a command leads to (spec 4: trash, restore, permanent delete). */
export function decide(state: LinkState, command: LinkCommand): readonly LinkEvent[] {
  const { linkId } = command;
  if (command.type === 'AddLink') return add(state, command);
  if (state.place === 'nowhere' || (state.place === 'purged' && command.type !== 'PurgeLink')) {
    throw new Refusal('not-found', 'not-found', 'This link does not exist any more.');
  }
  switch (command.type) {
    case 'EditLink': {
      if (state.place !== 'active') {
        throw new Refusal('conflict', 'in-trash', 'This link is in the trash: restore it before changing it.');
      }
      const changes = changesBetween(state.fields, command.fields);
      return Object.keys(changes).length === 0 ? [] : [{ type: 'LinkEdited', data: { linkId, changes } }];
    }
    case 'TrashLink':
      return state.place === 'active' ? [{ type: 'LinkTrashed', data: { linkId } }] : [];
    case 'RestoreLink':
      if (state.place !== 'trash') throw notInTrash();
      return [{ type: 'LinkRestored', data: { linkId } }];
    case 'PurgeLink':
      if (state.place === 'active') throw notInTrash();
      return state.place === 'trash' ? [{ type: 'LinkPurged', data: { linkId } }] : [];
    default: {
      const _: never = command;
      return _;
    }
  }
}

function add(state: LinkState, command: Extract<LinkCommand, { type: 'AddLink' }>): readonly LinkEvent[] {
  const { type: _, ...data } = command;
  if (state.place === 'nowhere') return [{ type: 'LinkAdded', data }];
  const same = state.scope === command.scope && Object.keys(changesBetween(state.fields, command)).length === 0;
  if (same) return [];
  throw new Refusal('conflict', 'already-exists', 'A link with this id exists already.');
}

function changesBetween(
  before: LinkFields,
  asked: { readonly [Field in keyof LinkFields]?: LinkFields[Field] | undefined },
): LinkChanges {
  const changed = FIELD_NAMES.filter((field) => asked[field] !== undefined && asked[field] !== before[field]);
  return Object.fromEntries(changed.map((field) => [field, { from: before[field], to: asked[field] }]));
}

function notInTrash(): Refusal {
  return new Refusal('conflict', 'not-in-trash', 'This link is not in the trash.');
}

export const link: Decider<LinkState, LinkCommand, LinkEvent> = {
  streamOf: (command) => streamOf(command.linkId),
  initialState,
  evolve,
  decide,
  isEvent: (event): event is LinkEvent => isOf(event, 'link'),
};
