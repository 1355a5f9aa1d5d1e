/** Texts of alert rules. A rule is a sentence, and each of its parts is a whole clause. */
import { DEVIATION_CODES } from '../../command-service/contract/deviations.ts';
import { WARNING_CODES } from '../../command-service/contract/observation.ts';
import type { AlertKind, AlertRule } from '../../command-service/model/alert-rule/events.ts';
import english from '../languages/en/alert-rules.json' with { type: 'json' };
import { DEVIATION_LABELS } from '../links/messages.ts';
import { formatWarningLabel } from '../links/reasons.ts';
import { locale } from '../platform/language/language.ts';
import { translation } from '../platform/language/translation.ts';

const { messages, labels, format, element } = translation('alert-rules', english);

export { element, format, messages };

export const PART_LABELS = labels('part');
export const KIND_LABELS: Readonly<Record<AlertKind, string>> = labels('kind');
export const GROUP_LABELS: Readonly<Record<AlertRule['group'], string>> = labels('group');
export const MISSING_LABELS = labels('missing');

const list = new Intl.ListFormat(locale);
const weekdays = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });

/** 1 is Monday. */
export const formatWeekday = (weekday: number): string => weekdays.format(Date.UTC(2024, 0, weekday));

export const formatHour = (hour: number): string => `${hour}:00`;

/** The codes that the kinds 'warned' and 'deviates' can be narrowed to, with their names. */
export const CODE_LABELS = {
  warnings: WARNING_CODES.map((code) => ({ code, label: formatWarningLabel(code) })),
  deviations: DEVIATION_CODES.map((code) => ({ code, label: DEVIATION_LABELS[code] ?? code })),
} as const;

/** The field of a rule that narrows a kind; null for most kinds. */
export function codesOf(kind: AlertKind): keyof typeof CODE_LABELS | null {
  if (kind === 'warned') return 'warnings';
  return kind === 'deviates' ? 'deviations' : null;
}

/** Codes that are named in a sentence; more are counted. */
const MOST_NAMED = 2;

/** 'removed links, warnings (Hidden) and deviations (4 kinds)'. */
export function formatKinds(rule: Pick<AlertRule, 'kinds' | 'warnings' | 'deviations'>): string {
  const texts = rule.kinds.map((kind) => {
    const field = codesOf(kind);
    const chosen: readonly string[] = field === null ? [] : rule[field];
    const names = field === null ? [] : CODE_LABELS[field];
    if (chosen.length === 0 || chosen.length === names.length) return KIND_LABELS[kind];
    if (chosen.length > MOST_NAMED) return format('severalOf', { kind: KIND_LABELS[kind], count: chosen.length });
    const codes = names.flatMap(({ code, label }) => (chosen.includes(code) ? [label] : []));
    return format('someOf', { kind: KIND_LABELS[kind], codes: codes.join(', ') });
  });
  return list.format(texts) || messages.nothing;
}

/** 'at once', 'every Monday at 8:00'. */
export function formatPace(pace: AlertRule['when']['pace'], { hour, weekday }: AlertRule['when']): string {
  return format(`pace.${pace}`, { hour: formatHour(hour), weekday: formatWeekday(weekday) });
}

/** 'never between 22:00 and 7:00', 'at any hour'. */
export function formatQuiet(quiet: AlertRule['when']['quiet']): string {
  if (quiet === null) return messages['quiet.never'];
  return format('quiet.hours', { from: formatHour(quiet.from), to: formatHour(quiet.to) });
}

/** 'in links of the client Harbour & Pine'. @param isOfTeam whether the rule is a team's */
export function formatWhere(where: AlertRule['where'], name: string, isOfTeam: boolean): string {
  if (where.kind === 'everything') return messages[isOfTeam ? 'where.team' : 'where.everything'];
  if (where.kind === 'list' && where.id.startsWith('user:')) return messages['where.mine'];
  return format(`where.${where.kind}`, { name });
}
