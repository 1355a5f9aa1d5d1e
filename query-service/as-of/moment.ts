/** The moment that a request asks about: a day, an instant or a position. */
import { countedDay, dayOf } from '../../command-service/contract/schema/days.ts';
import { AS_OF_RULE } from '../../command-service/contract/schema/fields.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { entryId } from '../../projections/view.ts';
import { ledgerEntries } from '../../projections/views/ledger/ledger.ts';
import { type MomentDoc, momentIds, moments, partAfter } from '../../projections/views/ledger/moments.ts';
import { invalidQuery } from '../lists/query-params.ts';

interface Moment {
  /** The last position of the log that the moment includes; 0: before the first event. */
  readonly position: number;
  /** The instant: the end of a day, or the time of a position's event. */
  readonly at: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
const POSITION = /^\d{1,15}$/;
/**
 * The moment that `asOf` names. A day is a UTC day, as in the chart, and means its end, or now if it is today in UTC or
 * anywhere east of it. An instant counts in whole seconds: events recorded within its second belong to it.
 * @param name the parameter, for the message.
 * @throws Problem 400 if the text is not a moment, is in the future, or no event has the position.
 */
export async function momentOf(reads: ReadStore, asOf: string, now: Date, name = 'asOf'): Promise<Moment> {
  if (POSITION.test(asOf)) return ofPosition(reads, Number(asOf), name);
  const instant = DAY.test(asOf) ? endOf(asOf, now) : INSTANT.test(asOf) ? new Date(asOf) : null;
  // Some parsers refuse 31 June, others read it as 1 July: `isDay` also refuses the latter.
  if (instant === null || Number.isNaN(instant.getTime()) || (DAY.test(asOf) && !isDay(asOf))) {
    throw invalidQuery({ [name]: AS_OF_RULE.replace('asOf', name) });
  }
  if (instant > now) throw invalidQuery({ [name]: 'This moment is in the future. Choose today or an earlier day.' });
  const at = instant.toISOString();
  return { position: await positionAt(reads, at), at };
}

/** The UTC day of the first event; null for an empty log. */
export async function firstDay(reads: ReadStore): Promise<string | null> {
  const months = await monthsOf(reads);
  const [first] = months.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  if (first === undefined) return null;
  const day = first.last.findIndex((position) => position > 0);
  return `${first.id}-${String(day).padStart(2, '0')}`;
}

function endOf(day: string, now: Date): Date {
  const end = new Date(`${day}T23:59:59.999Z`);
  return dayOf(now) === countedDay(day, now) ? now : end;
}

function isDay(day: string): boolean {
  const start = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(start.getTime()) && start.toISOString().startsWith(day);
}

async function ofPosition(reads: ReadStore, position: number, name: string): Promise<Moment> {
  const id = entryId(position);
  const [entry] = await reads.getMany(ledgerEntries, [id]);
  if (entry === undefined) {
    throw invalidQuery({ [name]: `${name} names the position ${position}, but the ledger has no event there` });
  }
  return { position, at: entry.event.metadata.at };
}

/** The last position of the log whose time is in the second of `at` or earlier. */
async function positionAt(reads: ReadStore, at: string): Promise<number> {
  const [month, ...inside] = momentIds(at);
  const [months, spans] = await Promise.all([monthsOf(reads), reads.getMany(moments, inside)]);
  const before = months.flatMap((doc) => {
    if (doc.id === month) return lastBefore(doc, at);
    return doc.id < (month ?? '') ? doc.last : [];
  });
  const within = spans.flatMap((doc) => {
    const second = doc.span === 'minute' ? (doc.last[partAfter(at, doc.id)] ?? 0) : 0;
    return [...lastBefore(doc, at), second];
  });
  return Math.max(0, ...before, ...within);
}

function lastBefore({ id, last }: MomentDoc, at: string): readonly number[] {
  return last.slice(0, partAfter(at, id));
}

async function monthsOf(reads: ReadStore): Promise<readonly MomentDoc[]> {
  return (await reads.find(moments, { where: { span: 'month' } })).rows;
}
