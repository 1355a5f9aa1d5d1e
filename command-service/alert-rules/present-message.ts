/** A planned message with the present facts of its links: what is gone or was read meanwhile is left out. */
import type { DurableStore } from '../../infra/ports/storage/durable-store.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { alertTexts, type LinkAlert } from '../../projections/alerts/alert-events.ts';
import { formatLinkAlert } from '../../projections/alerts/alert-messages.ts';
import { readMarks } from '../../projections/alerts/read-marks.ts';
import { readInChunks } from '../../projections/alerts/rules/alert-news.ts';
import type { Incident } from '../../projections/alerts/rules/incidents.ts';
import type { NewsRef, PlannedGroup, PlannedMessage } from '../../projections/alerts/rules/rule-plan.ts';
import { INCIDENTS } from '../../projections/alerts/stored-incidents.ts';
import { acknowledgements } from '../../projections/views/links/acknowledgements.ts';
import { type AlertFact, alerts } from '../../projections/views/links/alerts.ts';
import type { LinkDoc } from '../../projections/views/links/link-doc.ts';
import { links } from '../../projections/views/links/links.ts';
import { daysOfLists } from '../../projections/views/people/days-of-lists.ts';
import type { ReaderLanguage } from '../contract/languages.ts';
import type { AlertKind } from '../model/alert-rule/events.ts';

/** A message lists at most so many links, and counts the rest. */
export const MAX_ITEMS = 20;

interface PresentItem {
  readonly title: string;
  readonly text: string;
  readonly link: LinkDoc;
  readonly fact: LinkAlert;
}

export interface PresentGroup extends PlannedGroup {
  readonly count: number;
  readonly items: readonly PresentItem[];
}

interface PresentDeps {
  readonly reads: ReadStore;
  readonly state: Pick<DurableStore, 'get' | 'listOf'>;
}

/** Whom a message is for. */
interface Reader {
  /** The person who may have read alerts in the console; null for a channel. */
  readonly userId: string | null;
  readonly language: ReaderLanguage;
}

/** The groups of a message that still have something to tell, with the newest alerts of the first groups. */
export async function presentGroups(
  { reads, state }: PresentDeps,
  { kind: message, groups }: PlannedMessage,
  { userId, language }: Reader,
): Promise<readonly PresentGroup[]> {
  const idsOf = (refs: readonly NewsRef[]) => refs.flatMap(({ linkId }) => linkId ?? []);
  const linkDocs = await readInChunks(reads, links, idsOf(groups.flatMap(({ refs }) => refs)));
  const marks = userId === null || message !== 'alerts' ? null : await readMarks(state, userId);
  const isTold = (audience: PlannedGroup['audience'], { linkId, alertId, position }: NewsRef): boolean => {
    if (linkId === null) return true;
    const link = linkDocs.get(linkId);
    if (link?.place !== 'active' || link.scope !== audience) return false;
    if (message === 'reminder') return link.status !== 'live';
    return marks === null || (position > marks.upTo && !marks.ids.has(alertId));
  };
  const ids = message === 'reminder' ? groups.flatMap(({ incidentId }) => incidentId ?? []) : [];
  const acknowledged = await readInChunks(reads, acknowledgements, ids);
  const open = message === 'reminder' ? await openLinks({ reads, state }, groups) : new Map<string, number>();
  let left = MAX_ITEMS;
  const present = groups.flatMap((group) => {
    const told = group.refs.filter((ref) => isTold(group.audience, ref));
    const stillOpen = open.get(group.incidentId ?? '');
    const counts = stillOpen === undefined ? withoutGone(group, told) : atMost(group.counts, stillOpen);
    const count = totalOf(counts);
    const isRead = marks !== null && group.position <= marks.upTo;
    const isOver = message !== 'alerts' && told.length === 0 && stillOpen === undefined;
    if (count === 0 || isRead || isOver || acknowledged.has(group.incidentId ?? '')) return [];
    const listed = told.toReversed().slice(0, left);
    left -= listed.length;
    return [{ ...group, counts, count, listed }];
  });
  const docs = await readInChunks(reads, alerts, idsOf(present.flatMap(({ listed }) => listed)));
  const dayIn = await daysOfLists(
    reads,
    present.map(({ audience }) => audience),
  );
  const texts = alertTexts(language);
  return present.map(({ listed, ...group }) => ({
    ...group,
    items: listed.flatMap(({ linkId, alertId }): PresentItem[] => {
      const own = docs.get(linkId ?? '')?.alerts ?? [];
      // A reminder and a follow-up show the link as it is now.
      const alert = message === 'alerts' ? own.find(({ id }) => id === alertId) : own.at(-1);
      const link = linkDocs.get(linkId ?? '');
      if (alert === undefined || link === undefined || !isAboutLink(alert.what)) return [];
      const { title, message: text } = formatLinkAlert(alert.what, dayIn(group.audience, alert.at), link, texts);
      return [{ title, text, link, fact: alert.what }];
    }),
  }));
}

/** By incident that has more links than its group refers to: how many links are not back, and still in the list. */
async function openLinks({ reads, state }: PresentDeps, groups: readonly PlannedGroup[]) {
  const open = new Map<string, number>();
  for (const { incidentId, audience, counts, refs } of groups) {
    if (incidentId === null || totalOf(counts) <= refs.length) continue;
    const incident = await state.get<Incident>(INCIDENTS, incidentId);
    const docs = await readInChunks(reads, links, incident?.linkIds ?? []);
    const isOpen = ({ place, scope, status }: LinkDoc) => place === 'active' && scope === audience && status !== 'live';
    open.set(incidentId, [...docs.values()].filter(isOpen).length);
  }
  return open;
}

function atMost(counts: PlannedGroup['counts'], most: number): PlannedGroup['counts'] {
  return Object.fromEntries(Object.entries(counts).map(([kind, count]) => [kind, Math.min(count, most)]));
}

function totalOf(counts: PlannedGroup['counts']): number {
  return Object.values(counts).reduce((sum, each) => sum + each, 0);
}

/** The counts of a group, less its alerts that are left out. Alerts beyond the stored references always count. */
function withoutGone({ counts, refs }: PlannedGroup, told: readonly NewsRef[]): PlannedGroup['counts'] {
  const left: Partial<Record<AlertKind, number>> = { ...counts };
  const kept = new Set(told);
  for (const ref of refs) if (!kept.has(ref)) left[ref.kind] = (left[ref.kind] ?? 0) - 1;
  return left;
}

function isAboutLink(fact: AlertFact): fact is LinkAlert {
  return 'linkId' in fact;
}
