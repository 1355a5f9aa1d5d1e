/** What a list of links is asked of the read store. Pure. */
import type { FindQuery } from '../infra/ports.ts';
import type { Access } from './access.ts';
import type { LinkSort } from './choices.ts';
import { dayOf, daysFrom } from './days.ts';
import type { LinkListQuery } from './queries.ts';

const SORT_FIELDS: Readonly<Record<LinkSort, string>> = {
  articleLink: 'articleLink',
  clientLink: 'clientLink',
  anchor: 'anchor',
  linkType: 'linkType',
  status: 'status',
  lastChecked: 'lastChecked',
  liveDate: 'liveDate',
  duration: 'durationDays',
  // Every list has one person's links only, so assignees need no order by name.
  assignedTo: 'assignedTo',
};

/**
 * The active links a person sees, narrowed. null when nothing can match: a team or a campaign the person does not see.
 * Sorted by lastChecked, newest first, unless a column is named, then ascending unless `dir` says otherwise (spec 5).
 */
export function linkQuery(access: Access, query: LinkListQuery, now: Date): FindQuery | null {
  const scopes = access.scopes.filter((scope) => query.teamId === undefined || scope === `team:${query.teamId}`);
  if (scopes.length === 0 || query.campaignId !== undefined) return null;
  const { status, linkType, clientDomain, assignedTo, expiringWithin, q } = query;
  return {
    where: {
      scope: oneOrMany(scopes),
      place: 'active',
      ...(status && { status: oneOrMany(status) }),
      ...(linkType && { linkTypeKey: oneOrMany(linkType) }),
      ...(clientDomain && { clientDomain: clientDomain.toLowerCase() }),
      ...(assignedTo && { assignedTo }),
      ...(expiringWithin !== undefined && { expirationDate: daysFrom(dayOf(now), expiringWithin) }),
    },
    ...(q && { contains: q }),
    sort: {
      field: SORT_FIELDS[query.sort ?? 'lastChecked'],
      descending: query.dir === undefined ? query.sort === undefined : query.dir === 'desc',
    },
  };
}

function oneOrMany(values: readonly string[]): string | readonly string[] {
  const [only, ...more] = values;
  return only !== undefined && more.length === 0 ? only : values;
}
