/** How a link can deviate from what was agreed about it (infra/docs/product.md, "Terms"). Imports no library: the console uses it. */
export const DEVIATION_CODES = [
  'wrong-anchor',
  'wrong-type',
  'not-indexable',
  'not-visible',
  'late',
  'lost-early',
  'live-after-end',
] as const;

export type DeviationCode = (typeof DEVIATION_CODES)[number];

/** Whether the deviation begins by the calendar, without an event; its evidence is a day. */
export function beginsByDay(code: DeviationCode): boolean {
  return code === 'late' || code === 'live-after-end';
}

/** Whether a duration is the last day of the promise itself. */
export function isUntilDay(duration: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(duration);
}

interface Agreed {
  readonly terms: object | null;
  /** The day on which the link is due. */
  readonly timelineDate: string | null;
  readonly duration: string;
}

/** Whether anything was agreed explicitly: a duration alone is the default of every link. */
export function isAgreed({ terms, timelineDate, duration }: Agreed): boolean {
  return terms !== null || timelineDate !== null || isUntilDay(duration);
}
