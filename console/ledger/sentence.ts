/** An event in one sentence. Pure. */
import { LANGUAGE_CODES, LANGUAGES } from '../../command-service/contract/languages.ts';
import type { CheckReason, LinkStatus } from '../../command-service/contract/observation.ts';
import { teamIdOf } from '../../command-service/contract/scope.ts';
import type { LedgerAnswer } from '../../query-service/contract/answers/ledger.ts';
import { formatCause } from '../links/details/messages.ts';
import { STATUS_LABELS } from '../links/messages.ts';
import { shownStatus } from '../links/shown-status.ts';
import { translateServerText } from '../platform/language/server-texts.ts';
import { format, messages, SENTENCES, VALUE_LABELS } from './messages.ts';

const STATUSES: readonly LinkStatus[] = ['live', 'removed', 'pending'];

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
    cause: causeOf(entry, who, you),
  };
  return format(`what.${type}` as Parameters<typeof format>[0], { ...values, count: countIn(data) });
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

/** The value before or after a change: a text, or the plan or status in an object. */
function sideOf(data: EventData, side: 'from' | 'to'): string {
  const value = side === 'to' && 'verdict' in data ? data.verdict : data[side];
  if (typeof value === 'string') return value;
  const inner = typeof value === 'object' && value !== null ? { ...value } : {};
  const found: Readonly<Record<string, unknown>> = inner;
  return String(found.plan ?? found.status ?? '');
}

/** A status, a permission or a plan in words; the old and the new name of a team as they are. */
function formatSide({ link, event: { type } }: LedgerAnswer, value: string): string {
  if (type === 'TeamRenamed') return value;
  const status = STATUSES.find((each) => each === value);
  return status === undefined
    ? (VALUE_LABELS[value] ?? value)
    : STATUS_LABELS[shownStatus(status, link?.wasLive ?? true)];
}

/** What the event names: a campaign, a team, a view, an invitee, the client of a share, a plan. */
function nameIn({ event: { data }, names }: LedgerAnswer): string {
  const plan = textAt(data, 'plan');
  const own = textAt(data, 'name') || textAt(data, 'clientDomain') || (VALUE_LABELS[plan] ?? plan);
  return own || names[textAt(data, 'campaignId')] || messages.somebody;
}

function causeOf({ event: { type, data } }: LedgerAnswer, who: string, you: 'yes' | 'no'): string {
  return type === 'CheckRequested' ? formatCause(textAt(data, 'reason') as CheckReason, { who, you }) : '';
}

function countIn(data: EventData): number {
  const counts = [data.everyDays, data.daysLeft, data.imported, data.total, data.done];
  return counts.find((count) => typeof count === 'number') ?? 0;
}
