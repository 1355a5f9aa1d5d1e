/** GET /api/alerts. */

import { allows } from '../../command-service/contract/policy.ts';
import { pagedList } from '../../infra/http/request/route-facts.ts';
import { FEED_VIEWS, type FeedEntry, readAlertFeed } from '../../projections/alerts/alert-feed.ts';
import { alerts, EVERYBODY } from '../../projections/views/links/alerts.ts';
import { links } from '../../projections/views/links/links.ts';
import { daysOfLists } from '../../projections/views/people/days-of-lists.ts';
import { type Access, accessOf } from '../access/access.ts';
import type { AlertAnswer, AlertTab } from '../contract/answers/alerts.ts';
import { alertListSchema } from '../contract/queries.ts';
import { searchable, sought } from '../contract/search-text.ts';
import type { QueryDeps } from '../deps.ts';
import { pageOf } from '../lists/list-response.ts';
import { waitForPosition } from '../live/read-your-writes.ts';
import { type AlertContext, presentAlert } from '../presenters/alert.ts';
import { loadNames } from '../presenters/person-names.ts';
import { route } from './route.ts';

export const alertRoutes = [
  route({
    method: 'GET',
    path: '/api/alerts',
    action: 'ReadAlerts',
    onSelf: true,
    summary: 'Your alerts, newest first.',
    query: alertListSchema,
    answers: { 200: pagedList('AlertAnswer') },
    async handle({ ctx, principal, query }, deps) {
      const { userId } = principal;
      const { tab = 'all', q = '', ...paging } = query;
      await waitForPosition(ctx, deps, ...FEED_VIEWS);
      const access = await accessOf(deps.reads, principal);
      const feed = (await readAlertFeed(deps.reads, deps.alertMarks, userId, deps.now())).filter((entry) =>
        isSeen(entry, access),
      );
      const listed = feed.filter((entry) => isOn(tab, entry));
      const present = async (entries: readonly FeedEntry[]) => {
        const about = await aboutAlerts(deps, access, entries);
        return entries.map((entry) => presentAlert(entry, about));
      };
      // Only a search needs the documents of all alerts.
      const needle = sought(q.trim());
      const found = needle === '' ? null : (await present(listed)).filter((alert) => has(alert, needle));
      const total = (found ?? listed).length;
      const { skip, limit } = pageOf(paging) ?? { skip: 0, limit: total };
      ctx.set('X-Total-Count', String(total));
      ctx.set('X-Unread-Count', String(feed.filter(({ read }) => !read).length));
      return found?.slice(skip, skip + limit) ?? present(listed.slice(skip, skip + limit));
    },
  }),
];

/** The views of memberships and teams may differ for a moment: show only what both contain. */
function isSeen({ from }: FeedEntry, access: Access): boolean {
  if (!('audience' in from) || from.audience === EVERYBODY) return true;
  return allows('ReadLinks', access.roleIn(from.audience));
}

function has({ title, message, news }: AlertAnswer, needle: string): boolean {
  const texts = [title, message, news?.articleLink ?? '', news?.clientLink ?? ''];
  return texts.some((text) => searchable(text).includes(needle));
}

function isOn(tab: AlertTab, { type, read }: FeedEntry): boolean {
  switch (tab) {
    case 'all':
      return true;
    case 'unread':
      return !read;
    case 'status':
      return type === 'status' || type === 'removed' || type === 'warning' || type === 'deviates';
    case 'expiring':
      return type === 'expiring';
    default:
      tab satisfies never;
      return false;
  }
}

/** The documents that the alerts of one page refer to. */
async function aboutAlerts({ reads }: QueryDeps, access: Access, entries: readonly FeedEntry[]): Promise<AlertContext> {
  const ids = new Set(entries.flatMap(({ from }) => (from.kind === 'event' ? from.doc : [])));
  const docs = await reads.getMany(alerts, [...ids]);
  const found = new Map(docs.flatMap((doc) => doc.alerts.map(({ id, what }) => [id, what])));
  const linkIds = docs.flatMap(({ id, link }) => (link === null ? [] : id));
  const people = [...found.values()].flatMap((fact) => (fact.kind === 'joined' ? fact.userId : []));
  const seen = (await reads.getMany(links, linkIds)).filter(({ place, scope }) => {
    return place === 'active' && allows('ReadLinks', access.roleIn(scope));
  });
  return {
    alerts: found,
    links: new Map(seen.map((doc) => [doc.id, doc])),
    people: await loadNames(reads, people),
    dayIn: await daysOfLists(reads, access.scopes),
    teams: new Map([...access.teams].map(([id, { name }]) => [id, name])),
  };
}
