/** A campaign: links that belong together, with a period and a status. */

import { changesBetween, isOf, isUnchanged, withChanges } from '../../contract/events.ts';
import type { Scope } from '../../contract/scope.ts';
import type { Decider } from '../../core/decider.ts';
import { DomainError } from '../../core/errors.ts';
import type { CampaignCommand, CreateCampaign } from './commands.ts';
import type { CampaignEvent, CampaignFields } from './events.ts';

/** The stream of one campaign. */
export const streamOf = (campaignId: string): string => `campaign-${campaignId}`;

export type CampaignState =
  | { readonly status: 'none' }
  | {
      readonly status: 'active' | 'deleted';
      readonly scope: Scope;
      readonly fields: CampaignFields;
    };

const initialState: CampaignState = { status: 'none' };

function evolve(state: CampaignState, event: CampaignEvent): CampaignState {
  switch (event.type) {
    case 'CampaignCreated': {
      const { campaignId: _, scope, clientDomain = null, templateId = null, ...fields } = event.data;
      return { status: 'active', scope, fields: { ...fields, clientDomain, templateId } };
    }
    case 'CampaignEdited': {
      if (state.status === 'none') return state;
      return { ...state, fields: withChanges(state.fields, event.data.changes) };
    }
    case 'CampaignMoved':
      return state.status === 'none' ? state : { ...state, scope: event.data.to };
    case 'CampaignDeleted':
      return state.status === 'none' ? state : { ...state, status: 'deleted' };
    default: {
      const _: never = event;
      return _;
    }
  }
}

/** Decides a campaign command. Any status may follow any other. */
function decide(state: CampaignState, command: CampaignCommand): readonly CampaignEvent[] {
  const { campaignId } = command;
  if (command.type === 'CreateCampaign') return create(state, command);
  if (state.status === 'none' || (state.status === 'deleted' && command.type !== 'DeleteCampaign')) {
    throw new DomainError('not-found', 'not-found', 'This campaign no longer exists.');
  }
  switch (command.type) {
    case 'EditCampaign': {
      const changes = changesBetween(state.fields, command.fields);
      return isUnchanged(changes) ? [] : [{ type: 'CampaignEdited', data: { campaignId, changes } }];
    }
    case 'MoveCampaign': {
      const { from, to } = command;
      if (state.scope !== from || from === to) return [];
      return [{ type: 'CampaignMoved', data: { campaignId, from, to } }];
    }
    case 'DeleteCampaign':
      return state.status === 'deleted' ? [] : [{ type: 'CampaignDeleted', data: { campaignId } }];
    default: {
      const _: never = command;
      return _;
    }
  }
}

function create(state: CampaignState, command: CreateCampaign): readonly CampaignEvent[] {
  const { type: _, ...data } = command;
  if (state.status === 'none') return [{ type: 'CampaignCreated', data }];
  const same = state.scope === command.scope && isUnchanged(changesBetween(state.fields, command));
  if (same) return [];
  throw new DomainError('conflict', 'already-exists', 'A campaign with this id already exists.');
}

export const campaign: Decider<CampaignState, CampaignCommand, CampaignEvent> = {
  streamOf: (command) => streamOf(command.campaignId),
  initialState,
  evolve,
  decide,
  isEvent: (event): event is CampaignEvent => isOf(event, 'campaign'),
};
