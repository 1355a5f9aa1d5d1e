/** Parses a row into the body of an add, or into the reasons against it. Pure. */

import { expirationDate } from '../../projections/rules/duration.ts';
import type { LinkType } from '../contract/observation.ts';
import { normalizeAddress } from '../contract/schema/addresses.ts';
import { InputError, parse } from '../contract/schema/parse.ts';
import { normalizeTags, tagsOfCell } from '../contract/tags.ts';
import type { DateOrder, RowField } from '../model/import/commands.ts';
import { type AddLinkBody, addLinkSchema, type CampaignRowBody, campaignRowSchema } from '../model/link/commands.ts';
import { linkTypeOf, yesOrNo } from './link-type.ts';
import { promotionTypeOf } from './promotion-type.ts';
import { AMBIGUOUS, readDate } from './read-date.ts';
import { readDuration, type Unit } from './read-duration.ts';

/** User ids by id, e-mail address or full name, in lower case. */
export type AssigneesByName = ReadonlyMap<string, string>;

/** The values of a row; campaign fields only in an import into a campaign. */
export type RowBody = Omit<AddLinkBody, 'articleLink' | 'status'> &
  Partial<Pick<CampaignRowBody, 'articleLink' | 'status' | 'promotionType' | 'websiteUrl'>>;

/** A parsed row: its values, or one message for each wrong field. */
type ReadRow = { readonly body: RowBody } | { readonly reasons: Readonly<Record<string, string>> };

/** How the cells of a file are read. */
export interface RowSettings {
  readonly people: AssigneesByName;
  /** Which part comes first in '02/03/2026'; null: unknown. */
  readonly dateOrder: DateOrder | null;
  /** The unit of a duration that is a bare number; null: days. */
  readonly durationUnit: Unit | null;
  /** The name of the column of link types, which says what its ticks mean. */
  readonly linkTypeColumn: string;
  /** Added to the tags of every row. */
  readonly tags: readonly string[];
  /** Whether the links join a campaign: their articles may be missing. */
  readonly isCampaign: boolean;
}

/** The fields of a row that are days; an end may also be a duration, such as 'permanent'. */
export const DAY_FIELDS = ['liveDate', 'timelineDate', 'until'] as const;

/**
 * Parses one row as the body of POST /api/links: both addresses, and '30 days' as the default duration. A row of a
 * campaign needs only its client link. Empty cells are left out. The nofollow, ugc and sponsored columns give the link
 * type if no column names it.
 */
export function parseRow(fields: Partial<Record<RowField, string>>, settings: RowSettings): ReadRow {
  const { articleLink, clientLink, duration, anchor, linkType, assignedTo, pocEmail, remarks, tags } = fields;
  const { promotionType, websiteUrl, status } = fields;
  const assigneeName = assignedTo?.trim() ?? '';
  const assignee = assigneeOf(assigneeName, settings.people);
  const { liveDate, timelineDate, until, reasons } = daysOf(fields, settings);
  const given = duration === undefined ? undefined : (readDuration(duration, settings.durationUnit) ?? duration);
  const namedType = linkTypeOf(linkType ?? '', settings.linkTypeColumn);
  const allTags = [...(tags?.trim() ? tagsOfCell(tags) : []), ...settings.tags];
  const body = {
    articleLink: normalizeAddress(articleLink ?? ''),
    clientLink: normalizeAddress(clientLink ?? ''),
    // The day is the more exact of two ends, unless the duration ends on it.
    duration: until !== undefined && expirationDate(liveDate ?? null, given ?? '') !== until ? until : given,
    anchor,
    linkType: namedType === null ? linkType?.trim() : (namedType ?? typeOf(fields)),
    liveDate,
    timelineDate,
    assignedTo: assignee,
    pocEmail,
    remarks,
    tags: allTags.length === 0 ? undefined : normalizeTags(allTags),
    ...(settings.isCampaign && {
      promotionType: promotionType === undefined ? undefined : (promotionTypeOf(promotionType) ?? promotionType.trim()),
      websiteUrl: normalizeAddress(websiteUrl ?? ''),
      status: status?.trim().toLowerCase(),
    }),
  };
  const filledFields = Object.fromEntries(Object.entries(body).filter(([, value]) => !isBlank(value)));
  if (assigneeName !== '' && assignee === undefined) {
    reasons.assignedTo = `No team member “${shortened(assigneeName)}”. Use an email address or a full name, or leave it empty.`;
  }
  try {
    const read: RowBody = settings.isCampaign
      ? parse(campaignSchema(filledFields), filledFields)
      : parse(listSchema(filledFields), filledFields);
    return Object.keys(reasons).length === 0 ? { body: read } : { reasons };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { duration: wrongEnd, ...others } = error.fields;
    return {
      reasons: { ...others, ...(wrongEnd && { [until === undefined ? 'duration' : 'until']: wrongEnd }), ...reasons },
    };
  }
}

/** The days of a row, and why those that are missing cannot be read. */
function daysOf(fields: Partial<Record<RowField, string>>, { dateOrder, isCampaign }: RowSettings) {
  const labels = { liveDate: 'Live date', timelineDate: isCampaign ? 'Timeline date' : 'Due day', until: 'Until' };
  const days: { [Field in (typeof DAY_FIELDS)[number]]?: string } = {};
  const reasons: Record<string, string> = {};
  for (const field of DAY_FIELDS) {
    const text = fields[field]?.trim() ?? '';
    const isWords = field === 'until' && /\p{L}|∞/u.test(text);
    const day = readDate(text, dateOrder) ?? (isWords ? readDuration(text, null) : null);
    const [label, cell] = [labels[field], shortened(text)];
    if (day === AMBIGUOUS) reasons[field] = `${label} “${cell}” can start with the day or the month. Choose which.`;
    else if (day !== null) days[field] = day;
    else if (cell !== '') {
      reasons[field] =
        `${label} “${cell}” is not a date. Write it as 2026-03-31, 31.03.2026, 3/31/2026 or March 31, 2026.`;
    }
  }
  return { ...days, reasons };
}

function isBlank(value: string | readonly string[] | null | undefined): boolean {
  return value === undefined || (typeof value === 'string' && value.trim() === '');
}

/** Schemas of only the fields that a row has or needs: validating all others takes most of the time. */
const listSchema = byNames((names) =>
  addLinkSchema.pick(['articleLink', 'clientLink', ...namesIn(addLinkSchema.fields, names)]),
);
const campaignSchema = byNames((names) =>
  campaignRowSchema.pick(['clientLink', ...namesIn(campaignRowSchema.fields, names)]),
);

function byNames<Schema>(make: (names: readonly string[]) => Schema): (fields: object) => Schema {
  const schemas = new Map<string, Schema>();
  return (fields) => {
    const names = Object.keys(fields);
    const schema = schemas.get(names.join()) ?? make(names);
    schemas.set(names.join(), schema);
    return schema;
  };
}

function namesIn<Name extends string>(fields: Readonly<Record<Name, unknown>>, names: readonly string[]): Name[] {
  return (Object.keys(fields) as Name[]).filter((name) => names.includes(name));
}

function assigneeOf(assigneeName: string, people: AssigneesByName): string | null | undefined {
  if (assigneeName === '') return undefined;
  return assigneeName.toLowerCase() === 'unassigned' ? null : people.get(assigneeName.toLowerCase());
}

function typeOf({ nofollow, ugc, sponsored }: Partial<Record<RowField, string>>): LinkType | undefined {
  if (yesOrNo(sponsored ?? '')) return 'sponsored';
  if (yesOrNo(nofollow ?? '') || yesOrNo(ugc ?? '')) return 'nofollow';
  return undefined;
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
