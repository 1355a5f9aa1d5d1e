/**
 * The building blocks of the command schemas: each stands for one kind of value, with its rule and message. The HTTP
 * API and the console's forms share them, so the messages address the person at the form.
 */
import * as yup from 'yup';
import { MATCHINGS } from '../observation.ts';
import { addressProblem } from './addresses.ts';

declare module 'yup' {
  interface CustomSchemaMetadata {
    /** The schema of a list's rows, each of which has its own message. */
    readonly rows?: yup.Schema;
  }
}

/** Longest address accepted, in characters. RFC 9110 recommends support for 8,000 octets; people need less. */
export const MAX_URL = 2_048;
/** Longest free text accepted, in characters. */
const MAX_TEXT = 2_000;
/** Longest name accepted, in characters. */
export const MAX_NAME = 200;

const DURATION = /^([1-9]\d{0,3}) (day|week|month|year)s?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** The longest email address (RFC 5321 4.5.3.1.3). */
const MAX_EMAIL = 254;
/** Labels without dots: the expression takes linear time. */
const EMAIL = /^[^\s\p{C}@<>",;:\\()[\]]+@[^\s\p{C}@<>",;:\\()[\].]+(?:\.[^\s\p{C}@<>",;:\\()[\].]+)+$/u;
/** Control characters other than tab and line break: they move a terminal's cursor, end a text early or are invisible. */
const CONTROL = /[^\P{Cc}\t\r\n]/u;

/** An http(s) address of at most MAX_URL characters, without credentials. */
export function url(label: string) {
  return yup
    .string()
    .label(label)
    .typeError(`${label} must be text`)
    .max(MAX_URL, `${label} must be at most ${MAX_URL.toLocaleString('en')} characters`)
    .test('web-address', (value, context) => {
      if (value === undefined || value === null || value === '') return true;
      const problem = addressProblem(value);
      return problem === null || context.createError({ message: `${label} ${problem}` });
    });
}

/** Which addresses count as a client link. */
export function matching() {
  return yup.string().typeError(MATCHING).oneOf(MATCHINGS, MATCHING);
}

export const MATCHING = `Matching must be one of ${MATCHINGS.join(', ')}`;

/** Free text without control characters, or null. */
export function text(label: string, max = MAX_TEXT) {
  return yup
    .string()
    .label(label)
    .typeError(`${label} must be text`)
    .max(max, `${label} must be at most ${max.toLocaleString('en')} characters`)
    .test('control', `${label} must not hold control characters`, (value) => !value || !CONTROL.test(value));
}

/** '30 days', '2 weeks', '1 month', '1 year' (1 to 9,999 of a unit) or 'permanent'. */
export function duration() {
  return text('Duration', 20).test(
    'duration',
    'Duration must be a number and a unit, such as “30 days”, or “permanent”',
    (value) => value === undefined || value === null || value === 'permanent' || DURATION.test(value),
  );
}

/** An existing calendar day as YYYY-MM-DD. */
export function calendarDate(label: string) {
  return text(label, 40).test('day', `${label} must be a day without a time, written as YYYY-MM-DD`, (value) => {
    if (value === undefined || value === null) return true;
    if (!DATE.test(value)) return false;
    const parsed = new Date(`${value}T00:00:00Z`);
    return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(value);
  });
}

/** An email address: one @, no white space. Only a mail proves the address. */
export function email(label: string) {
  return text(label, MAX_EMAIL).test('email', `${label} must be a valid address`, (value) => {
    // The rule of the length has its own message for a longer text, and the expression need not read it.
    if (!value || value.length > MAX_EMAIL) return true;
    // U+212A (kelvin sign) lower-cases to a plain letter: another mailbox would count as the same address.
    return EMAIL.test(value) && value === value.normalize('NFKC');
  });
}
