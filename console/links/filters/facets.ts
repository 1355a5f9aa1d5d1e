/** What a list can be filtered by: the parts of the Filter menu, and how each changes the view. Pure. */
import { isWarningCode, STATUS_REASONS } from '../../../command-service/contract/reasons.ts';
import { FACETS, type Facet, UNASSIGNED } from '../../../query-service/contract/list-options.ts';
import { DEVIATION_LABELS, messages as linkMessages, STATUS_LABELS, TYPE_LABELS } from '../messages.ts';
import { formatReason, formatWarningLabel } from '../reasons.ts';
import type { BaseFilter } from './list-request.ts';
import { LINK_TYPE_CHOICES, type ListView } from './list-view.ts';
import { messages } from './messages.ts';

/** The facets of a page, without the facet that the page itself fixes. */
export function facetsAt({ teamId, clientDomain, campaignId, expiringWithin }: BaseFilter): readonly Facet[] {
  const fixed = new Set<Facet>([
    ...(clientDomain === undefined ? [] : ['clientDomain' as const]),
    ...(campaignId === undefined ? [] : ['campaignId' as const, 'teamId' as const]),
    ...(teamId === undefined ? [] : ['teamId' as const]),
    ...(expiringWithin === undefined ? [] : ['expiry' as const]),
  ]);
  return FACETS.filter((facet) => !fixed.has(facet));
}

/** The chosen values of a facet. */
export function chosenIn(view: ListView, facet: Facet): readonly string[] {
  if (facet === 'teamId') return view.teamId === '' ? [] : [view.teamId];
  if (facet !== 'expiry') return view[facet];
  return [...(view.expired ? ['expired'] : []), ...(view.expiring ? ['expiring'] : [])];
}

/** The view's change that chooses a value of a facet, or no longer chooses it. A list has one team. */
export function choosing(view: ListView, facet: Facet, value: string, on: boolean): Partial<ListView> {
  const otherValues = chosenIn(view, facet).filter((each) => each !== value);
  const values = on ? [...otherValues, value] : otherValues;
  switch (facet) {
    case 'teamId':
      return { teamId: on ? value : '' };
    case 'expiry':
      return { expired: values.includes('expired'), expiring: values.includes('expiring') };
    case 'status':
      return { status: view.status.filter((each) => each !== value).concat(on ? statusOf(value) : []) };
    case 'linkType':
      return { linkType: LINK_TYPE_CHOICES.filter((type) => values.includes(type)) };
    default:
      return { [facet]: values };
  }
}

function statusOf(value: string): ListView['status'] {
  return (['live', 'removed', 'not-found', 'pending'] as const).filter((status) => status === value);
}

/** The text of a value; `name` is the name that the server gives. */
export function formatFacetValue(facet: Facet, value: string, name = value): string {
  switch (facet) {
    case 'status':
      return statusOf(value).map((status) => STATUS_LABELS[status])[0] ?? value;
    case 'linkType':
      return LINK_TYPE_CHOICES.filter((type) => type === value).map((type) => TYPE_LABELS[type])[0] ?? value;
    case 'reason': {
      const code = STATUS_REASONS.find((each) => each === value);
      return code === undefined ? value : formatReason({ code, details: null }).replace(/\.$/, '');
    }
    case 'warning':
      return isWarningCode(value) ? formatWarningLabel(value) : value;
    case 'deviation':
      return DEVIATION_LABELS[value] ?? value;
    case 'assignedTo':
      return value === UNASSIGNED ? linkMessages.unassigned : name;
    case 'teamId':
      return value === name && value === 'personal' ? messages.personal : name;
    case 'expiry':
      return value === 'expired' ? messages.expired : linkMessages.expiringSoon;
    default:
      return name;
  }
}

/** Facets with so many values that the menu offers a search. */
export const SEARCHED: ReadonlySet<Facet> = new Set<Facet>([
  'clientDomain',
  'publisher',
  'campaignId',
  'assignedTo',
  'vendor',
  'tag',
]);

/** Facets whose values have names, which the server knows. */
export const NAMED = ['campaignId', 'assignedTo', 'teamId'] as const satisfies readonly Facet[];
