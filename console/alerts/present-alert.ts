/** The days of alerts and the pages they lead to. Pure. */

import type { AlertAnswer } from '../../query-service/contract/answers/alerts.ts';
import type { IncidentAnswer } from '../../query-service/contract/answers/incidents.ts';
import { teamPath } from '../platform/address/page-paths.ts';
import { splitUrl } from '../platform/format/urls.ts';
import { format } from './messages.ts';

/** The alert that counts the links that need attention. */
export function isAttention({ id }: AlertAnswer): boolean {
  return id.startsWith('attention');
}

function isSummary({ id }: AlertAnswer): boolean {
  return id.startsWith('summary');
}

/** An alert that counts links: it describes the present, and has no time of its own. */
export function isDaily(alert: AlertAnswer): boolean {
  return isAttention(alert) || isSummary(alert);
}

/** Where an alert leads: the details of a link, a page, or nowhere (null). */
type AlertTarget = { readonly link: string } | { readonly screen: string } | null;

export function targetOf(alert: AlertAnswer): AlertTarget {
  if (alert.linkId !== null) return { link: alert.linkId };
  if (alert.id.startsWith('unfound')) return { screen: '/?status=not-found' };
  if (alert.reportId !== null) return { screen: `/reports?${new URLSearchParams({ report: alert.reportId })}` };
  if (alert.teamId !== null) return { screen: teamPath(alert.teamId) };
  if (isAttention(alert)) return { screen: '/?status=pending' };
  return isSummary(alert) ? { screen: '/' } : null;
}

/** Losses on one site within an hour make one incident; every other alert stands alone. */
export interface Incident extends AlertAnswer {
  /** The alerts, newest first: at least one. */
  readonly members: readonly AlertAnswer[];
}

const INCIDENT_MS = 60 * 60 * 1000;

/** The alerts with each incident in the place of its newest loss; `alerts` is newest first. */
export function incidentsOf(alerts: readonly AlertAnswer[]): readonly Incident[] {
  const groups: { readonly site: string | null; readonly members: AlertAnswer[] }[] = [];
  for (const alert of alerts) {
    const site = alert.news?.event === 'removed' ? splitUrl(alert.news.articleLink).host : null;
    const begun = groups.find((group) => {
      const newest = group.members[0];
      return (
        site !== null &&
        group.site === site &&
        newest !== undefined &&
        Date.parse(newest.at) - Date.parse(alert.at) <= INCIDENT_MS
      );
    });
    if (begun === undefined) groups.push({ site, members: [alert] });
    else begun.members.push(alert);
  }
  return groups.flatMap(({ site, members }) => {
    const [newest] = members;
    if (newest === undefined) return [];
    if (site === null || members.length === 1) return [{ ...newest, members }];
    const paths = new Set(members.map(({ news }) => splitUrl(news?.articleLink ?? '').rest || '/'));
    const title = format('incident', { count: members.length, site });
    const message = [...paths].join(', ');
    const read = members.every((member) => member.read);
    return [{ ...newest, title, message, read, linkId: null, reportId: null, teamId: null, news: null, members }];
  });
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Whether an incident is shown as open. That of a single link ends with its reminders, and an acknowledged incident after a
 * day.
 */
export function isShownOpen(
  { endedAt, count, startedAt, acknowledged }: Pick<IncidentAnswer, 'endedAt' | 'count' | 'startedAt' | 'acknowledged'>,
  now: number,
): boolean {
  if (endedAt !== null || (acknowledged !== null && now - Date.parse(acknowledged.at) > DAY_MS)) return false;
  return count > 1 || now - Date.parse(startedAt) <= 3 * DAY_MS;
}
