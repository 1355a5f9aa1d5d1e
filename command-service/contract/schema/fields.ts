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
    /** What rules of the schema allow, for the API's description. */
    readonly jsonSchema?: Readonly<Record<string, unknown>>;
  }
}

/** Longest address accepted, in characters. RFC 9110 recommends support for 8,000 octets; people need less. */
export const MAX_URL = 2_048;
/** Longest free text accepted, in characters. */
const MAX_TEXT = 2_000;
/** Longest name accepted, in characters. */
export const MAX_NAME = 200;

/*
 * A rule has its JSON Schema in `params.jsonSchema` or in the metadata of its schema, and a rule made with `matches` its
 * pattern, so that the API's description says what the rule refuses. Patterns are written for readers in every language: ECMA-262 with the flag u,
 * without look-around and without classes that other engines read differently, such as \d and \p{Cc}.
 */

const DURATION = /^(?:[1-9][0-9]{0,3} (?:day|week|month|year)s?|permanent)$/;
const DATE = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;
/** RFC 3339, where seconds may be missing. */
const INSTANT =
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(?::[0-5][0-9](?:\.[0-9]{1,9})?)?(?:Z|[+-][0-9]{2}:[0-9]{2})$/;
const DAY_SCHEMA = { format: 'date' };
const INSTANT_SCHEMA = { format: 'date-time', pattern: INSTANT.source };
const POSITION = /^[0-9]{1,15}$/;
/** The longest email address (RFC 5321 4.5.3.1.3). */
const MAX_EMAIL = 254;
/** Labels without dots: the expression takes linear time. */
const EMAIL = /^[^\s\p{C}@<>",;:\\()[\]]+@[^\s\p{C}@<>",;:\\()[\].]+(?:\.[^\s\p{C}@<>",;:\\()[\].]+)+$/u;
/** No control characters other than tab and line break: they move a terminal's cursor, end a text early or are invisible. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const TEXT = /^[^\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const ONE_LINE = /^[^\u0000-\u001F\u007F-\u009F]*$/;

/** RFC 3986 (STD 66) hosts that the WHATWG parser accepts: names, IPv4 and IPv6. Names with other letters are accepted, too. */
const OCTET = '(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';
const HOST = String.raw`(?:(?:[A-Za-z0-9_~-]+\.)*[A-Za-z][A-Za-z0-9_~-]*\.?|(?:${OCTET}\.){3}${OCTET}|\[::1\])`;
const PORT = '(?::(?:[0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5]))?';
const WEB_ADDRESS = { format: 'uri', pattern: String.raw`^[Hh][Tt][Tt][Pp][Ss]?://${HOST}${PORT}(?:[/?#][^\s]*)?$` };

/** At most `max` characters, as JSON Schema counts them: code points. */
export function atMost(max: number, message: NonNullable<yup.TestConfig['message']>) {
  return {
    ...{ name: 'max', exclusive: true, message, params: { max } },
    test: (value: string | null | undefined) => (value?.length ?? 0) <= max || [...(value ?? '')].length <= max,
  };
}

function shortText(label: string, max: number) {
  return yup
    .string()
    .label(label)
    .typeError(`${label} must be text`)
    .test(atMost(max, `${label} must be at most ${max.toLocaleString('en')} characters`));
}

/** An http(s) address of at most MAX_URL characters, without credentials. */
export function url(label: string) {
  return shortText(label, MAX_URL).test({
    ...{ name: 'web-address', params: { jsonSchema: WEB_ADDRESS } },
    test: (value, context) => {
      if (value === undefined || value === null || value === '') return true;
      const problem = addressProblem(value);
      return problem === null || context.createError({ message: `${label} ${problem}` });
    },
  });
}

/** Which addresses count as a client link. */
export function matching() {
  return yup.string().typeError(MATCHING).oneOf(MATCHINGS, MATCHING);
}

export const MATCHING = `Matching must be one of ${MATCHINGS.join(', ')}`;

/** Free text without control characters, or null. */
export function text(label: string, max = MAX_TEXT) {
  return shortText(label, max).matches(TEXT, {
    ...{ name: 'control', message: `${label} must not hold control characters`, excludeEmptyString: true },
  });
}

/** A name on a single line, for lists and mails. */
export function line(label: string, max = MAX_NAME) {
  return text(label, max).matches(ONE_LINE, { message: `${label} must be on one line`, excludeEmptyString: true });
}

/** '30 days', '2 weeks', '1 month', '1 year' (1 to 9,999 of a unit), the last day as YYYY-MM-DD, or 'permanent'. */
export function duration() {
  return shortText('Duration', 20).test({
    name: 'duration',
    message: 'Duration must be a number and a unit, such as “30 days”, the last day as YYYY-MM-DD, or “permanent”',
    params: { jsonSchema: { anyOf: [{ pattern: DURATION.source }, DAY_SCHEMA] } },
    test: (value) => !value || DURATION.test(value) || isDay(value),
  });
}

/** An existing calendar day as YYYY-MM-DD. */
export function calendarDate(label: string) {
  return shortText(label, 40).test({
    ...{ name: 'day', message: `${label} must be a day without a time, written as YYYY-MM-DD` },
    params: { jsonSchema: DAY_SCHEMA },
    test: (value) => value === undefined || value === null || isDay(value),
  });
}

/** A date and time with its zone; fractions of at most nine digits. */
export function instant(label: string) {
  return shortText(label, 40).test({
    ...{ name: 'instant', message: `${label} must be a date and time such as 2027-03-31T12:00:00Z` },
    params: { jsonSchema: INSTANT_SCHEMA },
    test: (value) => value === undefined || value === null || isInstant(value),
  });
}

/** A date and time, or a day, which means its first moment in UTC. */
export function instantOrDay(label: string) {
  return shortText(label, 40).test({
    ...{ name: 'instant', message: `${label} must be a moment such as 2027-01-31T09:30:00Z` },
    params: { jsonSchema: { anyOf: [DAY_SCHEMA, INSTANT_SCHEMA] } },
    test: (value) => value === undefined || value === null || isDay(value) || isInstant(value),
  });
}

/** The rule for `asOf`. */
export const AS_OF_RULE =
  'asOf must be a day such as 2026-03-31, an instant such as 2026-03-31T10:05:00Z, or the position of an event';

/** A moment of the past: a UTC day, an instant, or the position of an event. */
export function moment(name: string) {
  return yup
    .string()
    .typeError(`${name} must be text`)
    .test({
      ...{ name: 'moment', message: AS_OF_RULE.replace('asOf', name) },
      params: {
        jsonSchema: {
          anyOf: [DAY_SCHEMA, INSTANT_SCHEMA, { pattern: POSITION.source }],
        },
      },
      test: (value) => !value || isDay(value) || isInstant(value) || POSITION.test(value),
    });
}

function isDay(value: string): boolean {
  if (!DATE.test(value)) return false;
  const parsed = new Date(`${value}T00:00:00Z`);
  // Some parsers refuse 31 June, others read it as 1 July.
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(value);
}

function isInstant(value: string): boolean {
  return INSTANT.test(value) && !Number.isNaN(Date.parse(value));
}

/** An email address: one @, no white space. Only a mail proves the address. */
export function email(label: string) {
  return shortText(label, MAX_EMAIL).test({
    ...{ name: 'email', message: `${label} must be a valid address` },
    // Addresses of the format are ASCII, where \p{C} has only control characters, which the format excludes.
    params: { jsonSchema: { format: 'email', pattern: EMAIL.source.replaceAll(String.raw`\p{C}`, '') } },
    test: (value) => {
      // The rule of the length has its own message for a longer text, and the expression need not read it.
      if (!value || value.length > MAX_EMAIL) return true;
      // U+212A (kelvin sign) lower-cases to a plain letter: another mailbox would count as the same address.
      return EMAIL.test(value) && value === value.normalize('NFKC');
    },
  });
}
