/** An event in one sentence. Pure. */
import { LANGUAGE_CODES, LANGUAGES } from '../../command-service/contract/languages.ts';
import type { LinkStatus } from '../../command-service/contract/observation.ts';
import { teamIdOf } from '../../command-service/contract/scope.ts';
import type { LedgerAnswer, StoryAnswer } from '../../query-service/contract/answers/ledger.ts';
import { STATUS_LABELS } from '../links/messages.ts';
import { shownStatus } from '../links/shown-status.ts';
import { translateServerText } from '../platform/language/server-texts.ts';
import { format, MANY, messages, SENTENCES, VALUE_LABELS } from './messages.ts';

const STATUSES = ['live', 'removed', 'pending'] as const satisfies readonly LinkStatus[];

/** Who did it: the reader, by name, or a part of the system. */
function whoOf({ event, actorName }: LedgerAnswer, readerId: string) {
  return event.actor === readerId
    ? ({ who: messages.you, you: 'yes' } as const)
    : ({ who: translateServerText(actorName), you: 'no' } as const);
}

/** The sentence; the event's type if this version of the console does not know it. */
export function formatEvent(entry: LedgerAnswer, readerId: string): string {
  const { type, data } = entry.event;
  if (SENTENCES[type] === undefined) return type;
  const person = entry.names[textAt(data, 'userId') || textAt(data, 'to')] ?? messages.unknown;
  const isMove = type === 'LinkMoved' || type === 'CampaignMoved';
  const at = (side: 'from' | 'to') =>
    isMove ? formatScope(textAt(data, side), entry.names) : formatSide(entry, sideOf(data, side));
  const { who, you } = whoOf(entry, readerId);
  const language = LANGUAGE_CODES.find((code) => code === data.language);
  const isOnlyLanguage = Object.keys(data).every((field) => field === 'userId' || field === 'language');
  if (type === 'SettingsChanged' && isOnlyLanguage && language !== undefined) {
    // A sign-in takes the language from the browser, so nobody may have chosen it.
    return format('mailLanguage', { who, you, language: LANGUAGES[language] });
  }
  const values = {
    who,
    you,
    person,
    from: at('from'),
    to: at('to'),
    name: nameIn(entry),
    reason: textAt(data, 'reason') || textAt(data, 'because') || textAt(data, 'kind'),
    change: data.from === 'pending' && data.to === 'live' ? 'wentLive' : '',
  };
  return format(`what.${type}` as Parameters<typeof format>[0], { ...values, count: countIn(data) });
}

/** A story in one sentence: of one event as the event, of many links with their number and results. */
export function formatStory({ head, links, run }: StoryAnswer, readerId: string): string {
  const { type, data } = head.event;
  const { who, you } = whoOf(head, readerId);
  if (run !== null) {
    const { isRunning, done } = run;
    const results = STATUSES.filter((status) => run[status] > 0).map((status) =>
      format(`result.${status}`, { count: run[status] }),
    );
    const key = isRunning ? 'many.running' : 'many.checked';
    const sentence = format(key, { who, you, done, count: isRunning ? countIn(data) : done });
    return results.length === 0 ? sentence : `${sentence}: ${results.join(', ')}`;
  }
  const isJob = type === 'ImportStarted' || type === 'BulkStarted' || type === 'BulkUndoStarted';
  if ((links < 2 && !isJob) || MANY[type] === undefined) return formatEvent(head, readerId);
  const { action = '' }: { action?: unknown } = { ...(data.order as object | undefined) };
  const count = type === 'BulkStarted' ? countIn(data) : links;
  const values = { who, you, count, reason: textAt(data, 'reason'), action: String(action) };
  return format(`many.${type}` as Parameters<typeof format>[0], values);
}

/** 'Outreach', 'personal links'. */
export function formatScope(scope: string, names: LedgerAnswer['names']): string {
  const teamId = teamIdOf(scope);
  return teamId === null ? messages.personal : (names[teamId] ?? messages.anotherTeam);
}

type EventData = LedgerAnswer['event']['data'];

function textAt(data: EventData, field: string): string {
  const value = data[field];
  return typeof value === 'string' ? value : '';
}

/** The value before or after a change: a text, or the plan, status or time zone in an object. */
function sideOf(data: EventData, side: 'from' | 'to'): string {
  const value = side === 'to' && 'verdict' in data ? data.verdict : data[side];
  if (typeof value === 'string') return value;
  const inner = typeof value === 'object' && value !== null ? { ...value } : {};
  const found: Readonly<Record<string, unknown>> = inner;
  return String(found.plan ?? found.status ?? found.timeZone ?? '');
}

/** A status, a permission or a plan in words; the old and the new name of a team as they are. */
function formatSide({ link, event: { type } }: LedgerAnswer, value: string): string {
  if (type === 'TeamRenamed') return value;
  const status = STATUSES.find((each) => each === value);
  return status === undefined
    ? (VALUE_LABELS[value] ?? value)
    : STATUS_LABELS[shownStatus(status, link?.wasLive ?? true)];
}

/** What the event names: a campaign, a client, a team, a view, an invitee, the client of a share, the site of an incident, a plan. */
function nameIn({ event: { type, data }, names }: LedgerAnswer): string {
  const plan = textAt(data, 'plan');
  const own =
    (type === 'ShareCreated' ? '' : textAt(data, 'name')) ||
    textAt(data, 'clientDomain') ||
    textAt(data, 'site') ||
    (VALUE_LABELS[plan] ?? plan);
  return own || names[textAt(data, 'campaignId')] || names[textAt(data, 'clientId')] || messages.somebody;
}

function countIn(data: EventData): number {
  const counts = [data.everyDays, data.daysLeft, data.imported, data.total, data.done, data.count];
  return counts.find((count) => typeof count === 'number') ?? 0;
}
