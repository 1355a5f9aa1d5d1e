/** The parts of a rule's sentence: the clause of each, and the choices that replace the clause. Pure. */
import { DEVIATION_CODES } from '../../command-service/contract/deviations.ts';
import { WARNING_CODES } from '../../command-service/contract/observation.ts';
import {
  ALERT_KINDS,
  type AlertKind,
  type AlertRule,
  GROUPINGS,
  PACES,
} from '../../command-service/model/alert-rule/events.ts';
import { DEVIATION_LABELS } from '../links/messages.ts';
import { formatWarningLabel } from '../links/reasons.ts';
import { locale } from '../platform/language/language.ts';
import { format, GROUP_LABELS, KIND_LABELS, messages } from './messages.ts';

type When = AlertRule['when'];

interface Choice {
  readonly label: string;
  /** Needed where labels can repeat. */
  readonly id?: string;
  readonly hint?: string;
  readonly isOn: boolean;
  /** Narrows the choice before it. */
  readonly isInner?: boolean;
  readonly change: Partial<AlertRule>;
}

interface NumberField {
  readonly label: string;
  readonly value: number;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly change: (value: number) => Partial<AlertRule>;
}

export interface Part {
  readonly text: string;
  readonly choices: readonly Choice[];
  /** Any number of choices can be on. */
  readonly isMultiple?: boolean;
  readonly fields?: readonly NumberField[];
}

const list = new Intl.ListFormat(locale);
const weekdays = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
/** 1 is Monday, as January 1, 2024 is. */
const weekdayName = (weekday: number) => weekdays.format(Date.UTC(2024, 0, weekday));
const hourName = (hour: number) => `${hour}:00`;
const optionsOf = (first: number, last: number, nameOf: (value: number) => string) =>
  Array.from({ length: last - first + 1 }, (_, index) => ({
    value: String(first + index),
    label: nameOf(first + index),
  }));
const HOURS = optionsOf(0, 23, hourName);
const WEEKDAYS = optionsOf(1, 7, weekdayName);
const NIGHT = { from: 22, to: 7 } as const;

/** Codes that are named in a sentence; more are counted. */
const MOST_NAMED = 2;

interface Narrowing {
  readonly field: 'warnings' | 'deviations';
  readonly all: readonly { readonly code: string; readonly label: string }[];
}

/** The kinds that a rule can narrow to some of their codes. */
const NARROWINGS: Readonly<Partial<Record<AlertKind, Narrowing>>> = {
  warned: { field: 'warnings', all: WARNING_CODES.map((code) => ({ code, label: formatWarningLabel(code) })) },
  deviates: {
    field: 'deviations',
    all: DEVIATION_CODES.map((code) => ({ code, label: DEVIATION_LABELS[code] ?? code })),
  },
};

const toggled = <Value>(all: readonly Value[], chosen: readonly Value[], value: Value) =>
  all.filter((each) => chosen.includes(each) !== (each === value));

/** 'removed links, warnings (Hidden link) and deviations (4 kinds)'. */
export function kindsPart(rule: AlertRule): Part {
  const texts: string[] = [];
  const choices = ALERT_KINDS.flatMap((kind): readonly Choice[] => {
    const { field, all } = NARROWINGS[kind] ?? { all: [] };
    const isOn = rule.kinds.includes(kind);
    const change = { kinds: toggled(ALERT_KINDS, rule.kinds, kind), ...(field && { [field]: [] }) };
    const own = { label: KIND_LABELS[kind], isOn, change };
    if (!isOn) return [own];
    const codes = all.map(({ code }) => code);
    // No codes are all codes.
    const given: readonly string[] = field === undefined ? [] : rule[field];
    const chosen = given.length === 0 ? codes : given;
    const names = all.filter(({ code }) => chosen.includes(code)).map(({ label }) => label);
    if (names.length === all.length) texts.push(own.label);
    else if (names.length > MOST_NAMED) texts.push(format('severalOf', { kind: own.label, count: names.length }));
    else texts.push(format('someOf', { kind: own.label, codes: names.join(', ') }));
    const inner = all.map(({ code, label }) => {
      const next = toggled(codes, chosen, code);
      const narrowed = field && { [field]: next.length === all.length ? [] : next };
      return {
        label,
        isOn: chosen.includes(code),
        isInner: true,
        change: next.length === 0 ? change : { ...narrowed },
      };
    });
    return [own, ...inner];
  });
  return { text: list.format(texts) || messages.nothing, choices, isMultiple: true };
}

/** Whether messages go out at an hour of the day, which makes quiet hours pointless. */
export const isByDay = (pace: When['pace']): boolean => pace === 'daily' || pace === 'weekly';

/** 'at once', 'every Monday at 8:00'. */
export function pacePart({ when }: AlertRule): Part {
  const { pace, hour, weekday, quiet } = when;
  const textOf = (each: When['pace']) =>
    format(`pace.${each}`, { hour: hourName(hour), weekday: weekdayName(weekday) });
  const field = (name: 'hour' | 'weekday', options: NumberField['options']): NumberField => ({
    label: messages[name],
    value: when[name],
    options,
    change: (value) => ({ when: { ...when, [name]: value } }),
  });
  return {
    text: textOf(pace),
    choices: PACES.map((each) => ({
      label: textOf(each),
      isOn: each === pace,
      change: { when: { ...when, pace: each, quiet: isByDay(each) ? null : quiet } },
    })),
    fields: [
      ...(pace === 'weekly' ? [field('weekday', WEEKDAYS)] : []),
      ...(isByDay(pace) ? [field('hour', HOURS)] : []),
    ],
  };
}

/** 'never between 22:00 and 7:00', 'at any hour'. */
export function quietPart({ when }: AlertRule): Part {
  const hours = when.quiet ?? NIGHT;
  const texts = [
    messages['quiet.never'],
    format('quiet.hours', { from: hourName(hours.from), to: hourName(hours.to) }),
  ];
  const field = (name: 'from' | 'to'): NumberField => ({
    label: messages[name],
    value: hours[name],
    options: HOURS,
    change: (value) => ({ when: { ...when, quiet: { ...hours, [name]: value } } }),
  });
  return {
    text: texts[when.quiet === null ? 0 : 1] ?? '',
    choices: [null, hours].map((quiet, index) => ({
      label: texts[index] ?? '',
      isOn: (quiet === null) === (when.quiet === null),
      change: { when: { ...when, quiet } },
    })),
    fields: when.quiet === null ? [] : [field('from'), field('to')],
  };
}

export function groupPart({ group: chosen }: AlertRule): Part {
  return {
    text: GROUP_LABELS[chosen],
    choices: GROUPINGS.map((group) => ({
      label: GROUP_LABELS[group],
      isOn: group === chosen,
      change: { group },
      ...(group === 'incident' && { hint: messages.incidentHint }),
    })),
  };
}
