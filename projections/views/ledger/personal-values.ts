/** Personal values of events, separate from the rest: entries that never change must not contain them. Pure. */
import { PERSONAL_FIELDS } from '../../../command-service/contract/events.ts';
import type { Recorded } from '../../view.ts';

/** The personal values of one event, by field as in `PERSONAL_FIELDS`. */
export type PersonalValues = Readonly<Record<string, unknown>>;

/** Never shown, so never stored here. */
const SECRETS: readonly string[] = ['passwordHash', 'changes.passwordHash'];

/** The event as it reads after its personal data is erased: with null for these values. */
export function withoutPersonal(event: Recorded): Recorded {
  return fieldsOf(event).reduce((rest, field) => replaced(rest, field, erased(valueAt(event.data, field))), event);
}

/** The personal values that people may see; null if the event has none. */
export function personalValues(event: Recorded): PersonalValues | null {
  const fields = fieldsOf(event).filter((field) => !SECRETS.includes(field));
  return fields.length === 0 ? null : Object.fromEntries(fields.map((field) => [field, valueAt(event.data, field)]));
}

/** The event with these values in their fields. */
export function withValues(event: Recorded, values: PersonalValues): Recorded {
  return Object.entries(values).reduce((rest, [field, value]) => replaced(rest, field, value), event);
}

/** The fields of the event that have a personal value. */
function fieldsOf({ type, data }: Recorded): readonly string[] {
  const fields = PERSONAL_FIELDS[type]?.fields ?? [];
  return fields.filter((field) => hasContent(valueAt(data, field)));
}

function valueAt(data: unknown, field: string): unknown {
  return field.split('.').reduce((inner, step) => (isObject(inner) ? inner[step] : undefined), data);
}

function replaced(event: Recorded, field: string, value: unknown): Recorded {
  const data: unknown = replacedIn(event.data, field.split('.'), value);
  return Object.assign({ ...event }, { data });
}

function replacedIn(inner: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value;
  return isObject(inner) ? { ...inner, [step]: replacedIn(inner[step], rest, value) } : inner;
}

/** An object keeps its shape, as in the log. */
function erased(value: unknown): unknown {
  if (!hasContent(value)) return value;
  if (!isObject(value)) return null;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, erased(inner)]));
}

function hasContent(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
