/** The brand of a list. */
import { isOf } from '../../contract/events.ts';
import { type Scope, teamIdOf, userIdOf } from '../../contract/scope.ts';
import type { Decider } from '../../core/decider.ts';
import type { BrandCommand } from './commands.ts';
import type { Brand, BrandEvent } from './events.ts';

/** The stream of one list's brand. */
export const streamOf = (scope: Scope): string => `brand-${scope}`;

export const brand: Decider<Brand | null, BrandCommand, BrandEvent> = {
  streamOf: ({ scope }) => streamOf(scope),
  initialState: null,
  evolve(_, { type, data }) {
    if (type === 'BrandRemoved') return null;
    const { name, logo, accent, senderName, footer } = data;
    return { name, logo, accent, senderName, footer };
  },
  decide(state, { scope, ...command }) {
    if (command.type === 'RemoveBrand') return state === null ? [] : [{ type: 'BrandRemoved', data: { scope } }];
    const { name, accent, senderName, footer, logo = state?.logo ?? null } = command;
    const next: Brand = { name, logo, accent, senderName, footer };
    if (JSON.stringify(next) === JSON.stringify(state)) return [];
    return [{ type: 'BrandChanged', data: { scope, ownerId: teamIdOf(scope) ?? userIdOf(scope) ?? '', ...next } }];
  },
  isEvent: (event): event is BrandEvent => isOf(event, 'brand'),
};
