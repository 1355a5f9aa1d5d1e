/**
 * What an alert rule tells, and when (infra/docs/product.md, "Alert rules"): a fold over alerts, oldest first. The
 * rounds store its progress; a rehearsal begins without any. Pure: times are in ms since the epoch.
 */
import { dayIn, hourIn, nextHour } from '../../../command-service/contract/calendar.ts';
import { ALERT_KINDS, type AlertKind, type AlertRule } from '../../../command-service/model/alert-rule/events.ts';
import type { Audience } from '../../views/links/alerts.ts';
import type { AlertNews } from './alert-news.ts';
import { INCIDENT_DAYS, INCIDENT_MS, type IncidentStep } from './incidents.ts';

/** An alert of a message. */
export interface NewsRef {
  readonly alertId: string;
  readonly position: number;
  readonly linkId: string | null;
  readonly kind: AlertKind;
}

export interface PlannedGroup {
  readonly key: string;
  readonly incidentId: string | null;
  readonly audience: Audience;
  /** null: several. */
  readonly site: string | null;
  readonly client: string | null;
  /** How many alerts of each kind. */
  readonly counts: Readonly<Partial<Record<AlertKind, number>>>;
  /** The first alerts, at most MAX_REFS; a reminder and the end of an incident have those that were told. */
  readonly refs: readonly NewsRef[];
  /** The last position that the group tells of. */
  readonly position: number;
  /** The times of its first and last alert. */
  readonly firstAt: number;
  readonly lastAt: number;
}

export type PlannedKind = 'alerts' | 'reminder' | 'back' | 'outage';

export interface PlannedMessage {
  /** The same message has the same id. */
  readonly id: string;
  readonly kind: PlannedKind;
  readonly at: number;
  readonly position: number;
  /** Whether it tells what did not fit into the messages of the day before. */
  readonly isDigest: boolean;
  readonly groups: readonly PlannedGroup[];
}

interface WaitingGroup extends PlannedGroup {
  readonly message: PlannedKind;
  /** When more of its incident no longer belongs to it; null without an incident. */
  readonly endsAt: number | null;
  /** Whether everything of its incident is back already. */
  readonly isBack: boolean;
}

/** An incident that was told. */
interface ToldIncident {
  readonly at: number;
  /** When what was told as one incident ends. */
  readonly endsAt: number;
  readonly reminders: number;
  readonly group: PlannedGroup;
}

/** Plain JSON. */
export interface RuleProgress {
  /** The rule takes alerts behind this position. */
  readonly from: number;
  /** By audience, the position up to which alerts were taken. */
  readonly upTo: Readonly<Record<string, number>>;
  readonly waiting: readonly WaitingGroup[];
  readonly told: readonly ToldIncident[];
  /** When messages of the last two days were sent; for most paces only the last. */
  readonly sent: readonly number[];
  /** Until when alerts about unchecked links follow from an outage. */
  readonly outageUntil: number;
}

export const NO_PROGRESS: RuleProgress = { from: 0, upTo: {}, waiting: [], told: [], sent: [], outageUntil: 0 };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Alerts within this time go into one message, and messages are at least as far apart. */
const GATHER_MS = 5 * MINUTE_MS;
/** Groups that are due at the same time, give or take this, go into one message: checks end seconds apart. */
const TOGETHER_MS = MINUTE_MS;
/** How long alerts of one group that go on are gathered. */
const LONGEST_MS = HOUR_MS;
/** Hourly messages a day; the rest of the day comes as one digest on the next day. */
const MESSAGES_A_DAY = 5;
const REMINDERS = 3;
const MAX_REFS = 1_000;
/** What waits for one message is stored as one entry of a few MB: further alerts are counted without a reference or a group. */
const MAX_HELD = 20_000;
const MAX_GROUPS = 10_000;
/** A reminder and the end of an incident need fewer: what a message lists. */
const MAX_TOLD_REFS = 20;

export class RulePlan {
  readonly #rule: AlertRule;
  readonly #zone: string;
  readonly #from: number;
  readonly #upTo: Record<string, number>;
  readonly #waiting: Map<string, WaitingGroup>;
  #told: Map<string, ToldIncident>;
  #sent: readonly number[];
  #outageUntil: number;
  /** How many references wait. */
  #held: number;
  /** Nothing is due before. */
  #dueFrom = Number.NEGATIVE_INFINITY;

  constructor(rule: AlertRule, zone: string, progress: RuleProgress = NO_PROGRESS) {
    const { from, upTo, waiting, told, sent, outageUntil } = progress;
    this.#rule = rule;
    this.#zone = zone;
    this.#from = from;
    this.#upTo = { ...upTo };
    this.#waiting = new Map(waiting.map((group) => [group.key, group]));
    this.#held = waiting.reduce((sum, { refs }) => sum + refs.length, 0);
    this.#told = new Map(told.map((incident) => [incident.group.key, incident]));
    this.#sent = sent;
    this.#outageUntil = outageUntil;
  }

  get progress(): RuleProgress {
    return {
      from: this.#from,
      upTo: this.#upTo,
      waiting: [...this.#waiting.values()],
      told: [...this.#told.values()],
      sent: this.#sent,
      outageUntil: this.#outageUntil,
    };
  }

  /** When the next message is due; null if nothing waits. */
  get nextAt(): number | null {
    const times = [...this.#told.values()].map((incident) => this.#remindAt(incident));
    if (this.#waiting.size > 0) times.push(this.#waitingUntil());
    const next = times.reduce((first, at) => Math.min(first, at), Number.POSITIVE_INFINITY);
    return next === Number.POSITIVE_INFINITY ? null : this.#afterQuiet(next);
  }

  /**
   * Takes an alert, once: alerts that come again change nothing.
   * @param isWanted whether the rule matches it; incidents and outages are followed either way.
   */
  take(news: AlertNews, isWanted: boolean, { joined, ended }: IncidentStep): void {
    const { audience, position, kind, fact } = news;
    if (position <= (this.#upTo[audience] ?? this.#from)) return;
    this.#upTo[audience] = position;
    const at = Date.parse(news.at);
    if (fact.kind === 'silent') this.#outageUntil = Number.MAX_SAFE_INTEGER;
    if (fact.kind === 'resumed') this.#outageUntil = at + DAY_MS;
    for (const { id } of ended) this.#follow(id, at, position);
    if (!isWanted || (kind === 'unchecked' && at < this.#outageUntil)) return;
    const { group } = this.#rule;
    const incident = group === 'incident' && this.#waiting.size < MAX_GROUPS ? joined : null;
    const key = kind === 'outage' ? kind : (incident?.id ?? this.#keyOf(news));
    const before = this.#waiting.get(key);
    this.#wait({
      ...{ key, incidentId: incident?.id ?? null, audience, message: kind === 'outage' ? 'outage' : 'alerts' },
      site: group !== 'client' && (before === undefined || before.site === news.site) ? news.site : null,
      client: before === undefined || before.client === news.clientDomain ? news.clientDomain : null,
      counts: { ...before?.counts, [kind]: (before?.counts[kind] ?? 0) + 1 },
      refs: this.#withRef(before?.refs ?? [], { alertId: news.alertId, position, linkId: news.linkId, kind }),
      position,
      firstAt: before?.firstAt ?? at,
      lastAt: Math.max(at, before?.lastAt ?? at),
      endsAt: incident === null ? null : Date.parse(incident.startedAt) + INCIDENT_MS,
      isBack: false,
    });
  }

  /** The messages that are due, in their order. They are not due again. */
  until(now: number): readonly PlannedMessage[] {
    const messages: PlannedMessage[] = [];
    while (now >= this.#dueFrom) {
      const at = this.nextAt;
      if (at === null || at > now) {
        this.#dueFrom = at ?? Number.POSITIVE_INFINITY;
        break;
      }
      messages.push(...this.#tell(at));
    }
    return messages;
  }

  /** All that is due, as one message of each kind. */
  #tell(at: number): readonly PlannedMessage[] {
    const { id, when } = this.#rule;
    const isDue = (group: WaitingGroup) =>
      this.#dueOf(group) <= (this.#told.has(group.incidentId ?? '') ? at : at + TOGETHER_MS);
    const due = [...this.#waiting.values()].filter((group) => when.pace !== 'at-once' || isDue(group));
    const reminded = [...this.#told.values()].filter((incident) => this.#remindAt(incident) <= at);
    const isDigest = when.pace === 'hourly' && this.#sentOn(at - DAY_MS) >= MESSAGES_A_DAY;
    const recent = [...this.#told].filter(([, incident]) => incident.at > at - INCIDENT_DAYS * DAY_MS);
    this.#told = new Map(recent.slice(-MAX_GROUPS));
    for (const incident of reminded) {
      this.#told.set(incident.group.key, { ...incident, reminders: incident.reminders + 1 });
    }
    for (const group of due) {
      this.#waiting.delete(group.key);
      this.#held -= group.refs.length;
      if (group.incidentId !== null && group.message === 'alerts') this.#tellIncident(group, group.incidentId, at);
    }
    if (due.length > 0)
      this.#sent = [...this.#sent.filter((sent) => sent > at - 2 * DAY_MS), at].slice(-2 * MESSAGES_A_DAY);
    const byKind = Map.groupBy(
      [...due, ...reminded.map(({ group }) => ({ ...group, message: 'reminder' as const }))],
      ({ message }) => message,
    );
    return [...byKind].map(([kind, groups]) => {
      const position = groups.reduce((last, group) => Math.max(last, group.position), 0);
      const planned = groups.map(plannedOf);
      return { id: `${id}-${kind}-${at}-${position}`, kind, at, position, isDigest, groups: planned };
    });
  }

  /** Remembers an incident for its follow-up and its reminders. */
  #tellIncident(group: WaitingGroup, incidentId: string, at: number): void {
    const before = this.#told.get(incidentId);
    const counts = sumOf(before?.group.counts ?? {}, group.counts);
    const refs = [...(before?.group.refs ?? []), ...group.refs].slice(0, MAX_TOLD_REFS);
    const firstAt = before?.group.firstAt ?? group.firstAt;
    const told = { ...plannedOf(group), refs, counts, firstAt };
    this.#told.set(incidentId, { at, endsAt: group.endsAt ?? at, reminders: 0, ...before, group: told });
    if (group.isBack) this.#follow(incidentId, at, group.position);
  }

  /** An incident is over: says so once, if it was told and the rule does not tell each link that is live anyway. */
  #follow(incidentId: string, at: number, position: number): void {
    const waiting = this.#waiting.get(incidentId);
    const told = this.#told.get(incidentId);
    if (waiting !== undefined) this.#waiting.set(incidentId, { ...waiting, isBack: true });
    else if (told !== undefined) {
      this.#told.delete(incidentId);
      if (this.#rule.kinds.includes('live')) return;
      const times = { firstAt: at, lastAt: at, endsAt: null, isBack: false };
      this.#wait({ ...told.group, ...times, key: `back ${incidentId}`, message: 'back', position });
    }
  }

  #wait(group: WaitingGroup): void {
    if (!this.#waiting.has(group.key)) {
      const later = this.#waiting.size === 0 ? group.firstAt : this.#dueFrom;
      this.#dueFrom = Math.min(this.#dueFrom, this.#rule.when.pace === 'at-once' ? this.#dueOf(group) : later);
    }
    this.#held += group.refs.length - (this.#waiting.get(group.key)?.refs.length ?? 0);
    this.#waiting.set(group.key, group);
  }

  #withRef(refs: readonly NewsRef[], ref: NewsRef): readonly NewsRef[] {
    return refs.length < MAX_REFS && this.#held < MAX_HELD ? [...refs, ref] : refs;
  }

  #keyOf({ audience, kind, site, clientDomain }: AlertNews): string {
    if (this.#rule.group === 'list' || this.#waiting.size >= MAX_GROUPS) return audience;
    return `${audience} ${this.#rule.group === 'client' ? clientDomain : `${kind} ${site}`}`;
  }

  #waitingUntil(): number {
    const { pace, hour, weekday } = this.#rule.when;
    const groups = [...this.#waiting.values()];
    const earliest = (timeOf: (group: WaitingGroup) => number) =>
      groups.reduce((first, group) => Math.min(first, timeOf(group)), Number.POSITIVE_INFINITY);
    const last = this.#sent.at(-1) ?? Number.NEGATIVE_INFINITY;
    const first = earliest(({ firstAt }) => firstAt);
    switch (pace) {
      case 'at-once':
        return Math.max(
          earliest((group) => this.#dueOf(group)),
          last + GATHER_MS,
        );
      case 'hourly': {
        const at = Math.max(first + GATHER_MS, last + HOUR_MS);
        return this.#sentOn(at) < MESSAGES_A_DAY ? at : nextHour(this.#zone, at, 0);
      }
      case 'daily':
        return nextHour(this.#zone, first, hour);
      case 'weekly':
        return nextHour(this.#zone, first, hour, weekday);
      default:
        pace satisfies never;
        return first;
    }
  }

  /** When a group is due at once. More of an incident that was told waits for the end of the incident's hour. */
  #dueOf({ incidentId, message, firstAt, lastAt }: WaitingGroup): number {
    const told = message === 'alerts' && incidentId !== null ? this.#told.get(incidentId) : undefined;
    return told?.endsAt ?? Math.min(lastAt + GATHER_MS, firstAt + LONGEST_MS);
  }

  #remindAt({ at, reminders }: ToldIncident): number {
    const isReminded = this.#rule.when.pace === 'at-once' && reminders < REMINDERS;
    return isReminded ? at + (reminders + 1) * DAY_MS : Number.POSITIVE_INFINITY;
  }

  #sentOn(at: number): number {
    const day = dayIn(this.#zone, new Date(at));
    return this.#sent.filter((sent) => dayIn(this.#zone, new Date(sent)) === day).length;
  }

  #afterQuiet(at: number): number {
    const { quiet } = this.#rule.when;
    if (quiet === null) return at;
    const hour = hourIn(this.#zone, at);
    const isAfter = hour >= quiet.from;
    const isBefore = hour < quiet.to;
    const isQuiet = quiet.from < quiet.to ? isAfter && isBefore : isAfter || isBefore;
    return isQuiet ? nextHour(this.#zone, at, quiet.to) : at;
  }
}

/** The progress after the clock was set back: nothing happened later than now. */
export function notAfter(progress: RuleProgress, now: number): RuleProgress {
  const { waiting, told, sent } = progress;
  return {
    ...progress,
    waiting: waiting.map((group) => ({
      ...group,
      firstAt: Math.min(group.firstAt, now),
      lastAt: Math.min(group.lastAt, now),
    })),
    told: told.map((incident) => ({
      ...incident,
      at: Math.min(incident.at, now),
      endsAt: Math.min(incident.endsAt, now + INCIDENT_MS),
    })),
    sent: sent.filter((at) => at <= now),
  };
}

function plannedOf(group: PlannedGroup): PlannedGroup {
  const { key, incidentId, audience, site, client, counts, refs, position, firstAt, lastAt } = group;
  return { key, incidentId, audience, site, client, counts, refs, position, firstAt, lastAt };
}

function sumOf(one: PlannedGroup['counts'], other: PlannedGroup['counts']): PlannedGroup['counts'] {
  const sum = (kind: AlertKind) => (one[kind] ?? 0) + (other[kind] ?? 0);
  return Object.fromEntries(ALERT_KINDS.filter((kind) => sum(kind) > 0).map((kind) => [kind, sum(kind)]));
}
