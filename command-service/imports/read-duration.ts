/** Durations as sheets write them, in several languages. Pure. */
import { plainName } from './column-names.ts';

export type Unit = 'day' | 'week' | 'month' | 'year';

/** English, German, French, Spanish, Italian, Portuguese, Dutch, Polish. */
const WORDS: Readonly<Record<Unit, string>> = {
  day: 'd day days tag tage tagen jour jours día días giorno giorni dia dias dag dagen dzień dni',
  week: 'w wk wks week weeks woche wochen semaine semaines sem semana semanas settimana settimane weken tydzień tygodnie tygodni',
  month:
    'm mo mos mth mths month months monat monate monaten mois mes meses mese mesi mês maand maanden mies miesiąc miesiące miesięcy',
  year: 'y yr yrs year years jahr jahre jahren an ans année années año años anno anni ano anos jaar jaren rok lata lat',
};
const PERMANENT =
  'permanent,lifetime,forever,never,unlimited,unbefristet,dauerhaft,permanente,à vie,illimité,indefinido,de por vida,per sempre,a vita,vitalício,levenslang,onbeperkt,bezterminowo,na zawsze,∞';

const UNITS: ReadonlyMap<string, Unit> = new Map(
  (['day', 'week', 'month', 'year'] as const).flatMap((unit) =>
    WORDS[unit].split(' ').map((word) => [plainName(word), unit] as const),
  ),
);
const ENDLESS: ReadonlySet<string> = new Set(PERMANENT.split(',').map((word) => plainName(word) || word));

/** The unit that the name of a column gives to bare numbers: 'Monate', 'Duration (months)'; null without a unit. */
export function unitIn(name: string): Unit | null {
  const words = name.split(/[^\p{L}]+/u).filter((word) => word.length > 2);
  return words.map((word) => UNITS.get(plainName(word)) ?? null).find((unit) => unit !== null) ?? null;
}

/** A duration as the API takes it ('12 months', 'permanent'); null for other texts. A bare number counts `unit`. */
export function readDuration(text: string, unit: Unit | null): string | null {
  const trimmed = text.trim();
  if (ENDLESS.has(plainName(trimmed) || trimmed)) return 'permanent';
  const [, digits, word] = /^(\d{1,4})(?:[.,]0+)?[\s-]*(\p{L}*)\.?$/u.exec(trimmed) ?? [];
  if (digits === undefined) return null;
  const named = word === '' ? (unit ?? 'day') : UNITS.get(plainName(word ?? ''));
  if (named === undefined) return null;
  const amount = Number(digits);
  return `${amount} ${amount === 1 ? named : `${named}s`}`;
}
