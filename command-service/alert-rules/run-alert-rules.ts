/**
 * Runs the alert rules of people and teams, in rounds: gives them new alerts, and sends the messages that are due. A
 * message is stored with the rule's progress before it is sent, so that after a crash the same message is sent under the
 * same id, which the outbox and the queue of channels take once. Without a trusted clock nothing is taken or sent.
 */
import { inRounds } from '../../infra/ports/process/rounds.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { peopleOf } from '../../projections/alerts/people-of.ts';
import { type AlertNews, readInChunks, readNews } from '../../projections/alerts/rules/alert-news.ts';
import {
  INCIDENT_DAYS,
  type Incident,
  IncidentLog,
  type IncidentStep,
} from '../../projections/alerts/rules/incidents.ts';
import { matches, readViewer } from '../../projections/alerts/rules/rule-match.ts';
import {
  NO_PROGRESS,
  notAfter,
  type PlannedMessage,
  RulePlan,
  type RuleProgress,
} from '../../projections/alerts/rules/rule-plan.ts';
import { INCIDENTS } from '../../projections/alerts/stored-incidents.ts';
import { type Audience, alerts, EVERYBODY } from '../../projections/views/links/alerts.ts';
import { type AlertRulesDoc, alertRules } from '../../projections/views/people/alert-rules.ts';
import { zoneOf } from '../../projections/views/people/days-of-lists.ts';
import { isDue } from '../clock/clock-trust.ts';
import { type Scope, userIdOf, userScope } from '../contract/scope.ts';
import { UP_TO, WAITING } from '../mail/alert-mail-progress.ts';
import type { AlertRule } from '../model/alert-rule/events.ts';
import { ALERTED, ALL, NEXT, PROGRESS, RULES_SET, TAKEN } from './rule-progress.ts';
import { type SendDeps, sendMessage } from './send-message.ts';

/** The progress of a rule, and its messages that may not have been sent. */
interface StoredProgress extends RuleProgress {
  readonly outgoing: readonly PlannedMessage[];
}

interface Step {
  readonly news: AlertNews;
  readonly incidents: IncidentStep;
}

const ROUND_MS = 30_000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Longer than any message waits. */
const KEEP_MS = 40 * DAY_MS;
/** A rule that is due later than this became due while the clock was ahead. */
const LONGEST_WAIT_MS = 9 * DAY_MS;
const MAX_NEWS = 100_000;
const NO_INCIDENT: IncidentStep = { joined: null, ended: [] };

/** Runs the rules until aborted. A failure is logged, and the next round tries again. */
export async function runAlertRules(deps: SendDeps, signal: AbortSignal): Promise<void> {
  const trouble = { logger: deps.logger, failing: 'could not run the alert rules; trying again' };
  await inRounds(() => applyAlertRules(deps, signal), ROUND_MS, trouble, signal);
}

/** One round. */
export async function applyAlertRules(deps: SendDeps, signal: AbortSignal): Promise<void> {
  const { reads, state, clock } = deps;
  const at = clock.trusted();
  if (at === null) return;
  const changed = await state.listOf<number>(RULES_SET, ALL);
  const due = (await state.listOf<string>(NEXT, ALL)).filter(({ value }) => isDue(value, LONGEST_WAIT_MS, at));
  const { steps, incidents, taken } = await readSteps(deps, at);
  const setAt = new Map(changed.map(({ key, value }) => [key, value]));
  const scopes = new Set([...setAt.keys(), ...due.map(({ key }) => key), ...(await scopesOf(reads, taken))]);
  const lists = await readInChunks(reads, alertRules, [...scopes]);
  for (const { key } of due) if (!lists.has(key)) await state.remove(NEXT, key);
  const sending: RuleList[] = [];
  for (const doc of lists.values()) {
    if (signal.aborted) return;
    const list = new RuleList(deps, doc, at);
    await list.advance(steps, setAt.get(doc.scope) ?? 0);
    sending.push(list);
  }
  for (const incident of incidents) {
    const end = after(new Date(incident.startedAt), INCIDENT_DAYS * DAY_MS);
    await state.put(INCIDENTS, incident.id, incident, end, incident.audience);
  }
  for (const [audience, position] of taken) await state.put(TAKEN, audience, position, after(at, 3 * DAY_MS), ALL);
  for (const { key, value } of changed) {
    if ((await state.get(RULES_SET, key)) === value) await state.remove(RULES_SET, key);
  }
  await sendAll(sending, signal);
}

/** What cannot be sent holds up no other list. */
async function sendAll(lists: readonly RuleList[], signal: AbortSignal): Promise<void> {
  const errors: unknown[] = [];
  for (const list of lists) {
    if (signal.aborted) return;
    await list.send().catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) throw errors[0];
}

/** The new alerts of the audiences that have any, with their incidents, oldest first. */
async function readSteps({ reads, state }: SendDeps, at: Date) {
  const head = await reads.position(alerts);
  const since = new Date(at.getTime() - DAY_MS).toISOString();
  const all: AlertNews[] = [];
  const known: Incident[] = [];
  const taken = new Map<Audience, number>();
  const before = new Map((await state.listOf<number>(TAKEN, ALL)).map(({ key, value }) => [key, value]));
  for (const { key, value: newest } of await state.listOf<number>(ALERTED, ALL)) {
    const audience = key as Audience;
    const upTo = before.get(audience) ?? 0;
    if (newest <= upTo || newest > head) continue;
    const found = await readNews(reads, [audience], { after: upTo, since, limit: MAX_NEWS });
    // One at a time: `push` of a hundred thousand arguments is too much.
    for (const news of found) if (news.position <= head) all.push(beforeNow(news, at));
    known.push(...(await state.listOf<Incident>(INCIDENTS, audience)).map(({ value }) => value));
    taken.set(audience, head);
  }
  const log = new IncidentLog(known);
  const sorted = all.toSorted((one, other) => one.position - other.position);
  const steps = sorted.map((news): Step => ({ news, incidents: log.join(news) }));
  return { steps, incidents: log.changed(), taken };
}

/** An alert that was recorded while the clock was ahead happens now. */
function beforeNow(news: AlertNews, now: Date): AlertNews {
  return Date.parse(news.at) > now.getTime() ? { ...news, at: now.toISOString() } : news;
}

/** The people and teams who see these audiences; all that have rules, for what everybody sees. */
async function scopesOf(reads: ReadStore, audiences: ReadonlyMap<Audience, unknown>): Promise<readonly string[]> {
  if (audiences.has(EVERYBODY)) return (await reads.find(alertRules, {})).rows.map(({ scope }) => scope);
  return [...audiences.keys(), ...[...(await peopleOf(reads, audiences.keys()))].map(userScope)];
}

/** The rules of one person or team, in one round. */
class RuleList {
  readonly #deps: SendDeps;
  readonly #scope: Scope;
  readonly #rules: readonly AlertRule[];
  readonly #at: Date;
  /** Their messages are in the store: those of many people are too much for the memory. */
  readonly #outgoing = new Set<AlertRule>();
  #nextAt = Number.POSITIVE_INFINITY;

  constructor(deps: SendDeps, { scope, rules }: AlertRulesDoc, at: Date) {
    this.#deps = deps;
    this.#scope = scope;
    this.#rules = rules;
    this.#at = at;
  }

  /**
   * Gives the alerts to all rules, and stores what they have to send.
   * @param setAt the position from which a rule without progress takes alerts; 0: all of them.
   */
  async advance(steps: readonly Step[], setAt: number): Promise<void> {
    const { reads, state } = this.#deps;
    const zone = await zoneOf(reads, this.#scope);
    const carried = await this.#carried(setAt);
    for (const rule of this.#rules) await this.#advanceRule(rule, zone, steps, { setAt, carried });
    const userId = userIdOf(this.#scope);
    if (userId !== null && (await state.get(WAITING, userId)) !== null) await state.remove(WAITING, userId);
    await this.#storeNext(this.#outgoing.size > 0 ? this.#at.getTime() : this.#nextAt);
  }

  /** Sends what `advance` stored. */
  async send(): Promise<void> {
    if (this.#outgoing.size === 0) return;
    for (const rule of this.#outgoing) {
      const progress = await this.#deps.state.get<StoredProgress>(PROGRESS, this.#keyOf(rule));
      if (progress === null) continue;
      for (const message of progress.outgoing) await sendMessage(this.#deps, this.#scope, rule, message);
      await this.#store(rule, { ...progress, outgoing: [] });
    }
    await this.#storeNext(this.#nextAt);
  }

  async #advanceRule(
    rule: AlertRule,
    zone: string,
    steps: readonly Step[],
    { setAt, carried }: { readonly setAt: number; readonly carried: Carried | null },
  ): Promise<void> {
    const { reads, state } = this.#deps;
    const viewer = rule.on ? await readViewer(reads, this.#scope, rule) : null;
    if (viewer === null) {
      await state.remove(PROGRESS, this.#keyOf(rule));
      return;
    }
    const now = this.#at.getTime();
    const stored = await state.get<StoredProgress>(PROGRESS, this.#keyOf(rule));
    const isNew = stored === null;
    const first = { ...NO_PROGRESS, from: carried?.from ?? setAt };
    const plan = new RulePlan(rule, zone, isNew ? first : notAfter(stored, now));
    const outgoing = [...(stored?.outgoing ?? [])];
    const visible = [...(isNew ? (carried?.steps ?? []) : []), ...steps].filter(({ news }) =>
      viewer.audiences.has(news.audience),
    );
    for (const { news, incidents } of visible) {
      outgoing.push(...plan.until(Date.parse(news.at)));
      plan.take(news, matches(rule, news, viewer), incidents);
    }
    outgoing.push(...plan.until(now));
    this.#nextAt = Math.min(this.#nextAt, plan.nextAt ?? Number.POSITIVE_INFINITY);
    const progress = { ...plan.progress, outgoing };
    if (isNew || visible.length > 0 || outgoing.length > 0) await this.#store(rule, progress);
    if (outgoing.length > 0) this.#outgoing.add(rule);
  }

  /** What waited for a mail when a person set rules for the first time. */
  async #carried(setAt: number): Promise<Carried | null> {
    const { reads, state } = this.#deps;
    const userId = userIdOf(this.#scope);
    const [rule] = this.#rules;
    if (userId === null || rule === undefined || (await state.get(WAITING, userId)) === null) return null;
    const viewer = await readViewer(reads, this.#scope, rule);
    const from = (await state.get<number>(UP_TO, userId)) ?? 0;
    const since = new Date(this.#at.getTime() - DAY_MS).toISOString();
    const audiences = [...(viewer?.audiences.keys() ?? [])];
    const news = await readNews(reads, audiences, { after: from, since, limit: MAX_NEWS });
    const waited = news.filter(({ position }) => position <= setAt).map((each) => beforeNow(each, this.#at));
    return { from, steps: waited.map((each) => ({ news: each, incidents: NO_INCIDENT })) };
  }

  async #storeNext(at: number): Promise<void> {
    const { state } = this.#deps;
    if (at === Number.POSITIVE_INFINITY) await state.remove(NEXT, this.#scope);
    else await state.put(NEXT, this.#scope, new Date(at).toISOString(), after(this.#at, KEEP_MS), ALL);
  }

  async #store(rule: AlertRule, progress: StoredProgress): Promise<void> {
    await this.#deps.state.put(PROGRESS, this.#keyOf(rule), progress, after(this.#at, KEEP_MS), this.#scope);
  }

  #keyOf({ id }: AlertRule): string {
    return `${this.#scope} ${id}`;
  }
}

interface Carried {
  readonly from: number;
  readonly steps: readonly Step[];
}

function after(at: Date, ms: number): string {
  return new Date(at.getTime() + ms).toISOString();
}
