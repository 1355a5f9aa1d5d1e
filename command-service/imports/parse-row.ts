/** Parses a row into the body of an add, or into the reasons why not. Pure. */
import type { DateOrder, RowField } from '../commands/import.ts';
import { type AddLinkBody, addLinkSchema } from '../commands/link.ts';
import { normalizeAddress } from '../commands/schema/addresses.ts';
import { InputError, parse } from '../commands/schema/parse.ts';
import type { LinkType } from '../events/observation.ts';
import { normalizeTags, tagsOfCell } from '../tags.ts';
import { linkTypeOf } from './link-type.ts';
import { AMBIGUOUS, readDate } from './read-date.ts';
import { readDuration, type Unit } from './read-duration.ts';

/** User ids by id, e-mail address or full name, in lower case. */
export type AssigneesByName = ReadonlyMap<string, string>;

/** A parsed row: the body of an add, or one message for each wrong field. */
type ReadRow = { readonly body: AddLinkBody } | { readonly reasons: Readonly<Record<string, string>> };

const YES = new Set(['true', 'yes', '1', 'y', 'x']);
/** How the cells of a file are read. */
export interface RowSettings {
  readonly people: AssigneesByName;
  /** Which comes first in '02/03/2026'; null: nobody said. */
  readonly dateOrder: DateOrder | null;
  /** What a bare number counts as a duration; null: days. */
  readonly durationUnit: Unit | null;
  /** Added to the tags of every row. */
  readonly tags: readonly string[];
}

/**
 * Parses one row as the body of POST /api/links: both addresses, and a duration of '30 days' by default. Empty cells are
 * left out. The nofollow, ugc and sponsored columns give the link type if no column names it.
 */
export function parseRow(fields: Partial<Record<RowField, string>>, settings: RowSettings): ReadRow {
  const { articleLink, clientLink, duration, anchor, linkType, liveDate, assignedTo, pocEmail, remarks, tags } = fields;
  const asked = assignedTo?.trim() ?? '';
  const assignee = assigneeOf(asked, settings.people);
  const day = liveDate === undefined ? undefined : (readDate(liveDate, settings.dateOrder) ?? liveDate.slice(0, 40));
  const allTags = [...(tags?.trim() ? tagsOfCell(tags) : []), ...settings.tags];
  const body = {
    articleLink: normalizeAddress(articleLink ?? ''),
    clientLink: normalizeAddress(clientLink ?? ''),
    duration: duration === undefined ? undefined : (readDuration(duration, settings.durationUnit) ?? duration),
    anchor,
    linkType: linkType?.trim() ? (linkTypeOf(linkType) ?? linkType.trim()) : typeOf(fields),
    liveDate: day === AMBIGUOUS ? undefined : day,
    assignedTo: assignee,
    pocEmail,
    remarks,
    tags: allTags.length === 0 ? undefined : normalizeTags(allTags),
  };
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => !isBlank(value)));
  const reasons: Record<string, string> = {};
  if (asked !== '' && assignee === undefined) {
    reasons.assignedTo = `No team member “${shortened(asked)}”. Use an email address or a full name, or leave it empty.`;
  }
  if (day === AMBIGUOUS) {
    reasons.liveDate = `Live date “${shortened(liveDate?.trim() ?? '')}” can start with the day or the month. Choose which.`;
  }
  try {
    const read = parse(schemaFor(given), given);
    return Object.keys(reasons).length === 0 ? { body: read } : { reasons };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { reasons: { ...error.fields, ...reasons } };
  }
}

function isBlank(value: string | readonly string[] | null | undefined): boolean {
  return value === undefined || (typeof value === 'string' && value.trim() === '');
}

const FIELDS: ReadonlyMap<string, keyof AddLinkBody> = new Map(
  (Object.keys(addLinkSchema.fields) as (keyof AddLinkBody)[]).map((field) => [field, field]),
);
const NEEDED = ['articleLink', 'clientLink'] as const;
const schemas = new Map<string, typeof addLinkSchema>();

/** The schema of the fields that the row has or needs: validating all the others takes most of the time. */
function schemaFor(given: object): typeof addLinkSchema {
  const names = Object.keys(given);
  const known = schemas.get(names.join());
  if (known !== undefined) return known;
  const schema = addLinkSchema.pick([...NEEDED, ...names.flatMap((name) => FIELDS.get(name) ?? [])]);
  schemas.set(names.join(), schema);
  return schema;
}

function assigneeOf(asked: string, people: AssigneesByName): string | null | undefined {
  if (asked === '') return undefined;
  return asked.toLowerCase() === 'unassigned' ? null : people.get(asked.toLowerCase());
}

function typeOf({ nofollow, ugc, sponsored }: Partial<Record<RowField, string>>): LinkType | undefined {
  const says = (cell: string | undefined) => YES.has((cell ?? '').trim().toLowerCase());
  if (says(sponsored)) return 'sponsored';
  if (says(nofollow) || says(ugc)) return 'nofollow';
  return undefined;
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
