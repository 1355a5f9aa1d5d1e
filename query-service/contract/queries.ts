/** The query strings of every GET, as schemas. */

import * as yup from 'yup';
import { DEVIATION_CODES } from '../../command-service/contract/deviations.ts';
import type { LinkledgerEvent } from '../../command-service/contract/events.ts';
import { LINK_TYPES, WARNING_CODES } from '../../command-service/contract/observation.ts';
import { STATUS_REASONS } from '../../command-service/contract/reasons.ts';
import { atMost, calendarDate, moment } from '../../command-service/contract/schema/fields.ts';
import { ALERT_TABS } from './answers/alerts.ts';
import { ACTIVITY_KINDS, LINK_CHANGES } from './answers/as-of.ts';
import { EXPORT_COLUMNS, EXPORT_FORMATS, type ExportColumn } from './answers/exports.ts';
import { LEDGER_KINDS } from './answers/ledger.ts';
import { SHARED_SORTS, SHARED_STATUSES } from './answers/shares.ts';
import { LEDGER_TYPES } from './ledger-kinds.ts';
import {
  ANY_DEVIATION,
  CLIENT_SORTS,
  FACETS,
  LINK_SORTS,
  MOST_EXPORTED_IDS,
  NO_LINK_TYPE,
  STATUS_FILTERS,
} from './list-options.ts';

/** A text of at most `length` characters. */
function text(length: number) {
  return yup.string().test(atMost(length, ({ path }) => `${path} must be at most ${length} characters`));
}

/** One or more texts of at most `length` characters. */
function several(length: number) {
  return yup.array(text(length).required()).max(50);
}

/**
 * Query string of GET /api/links, after splitting lists at commas. `page` counts from 1; without `page` and `pageSize`
 * the answer is the whole list. `countUpTo` limits the count: an `X-Total-Count` equal to it means "at least". Several
 * values of one parameter are alternatives; several parameters must all hold. `teamId` is a team's id or `personal`,
 * `assignedTo` user ids or `unassigned`, `publisher` the sites of the articles, `expiringWithin` days (0 to 366), an
 * alternative to `expired` if both are given. `tag` selects links with one of these tags, without regard to case;
 * `warning` those with one of these warnings, `deviation` those with one of these deviations from their terms, or `any`.
 * `vendor` selects links with one of these vendors, without regard to case and commas, in the lists where the caller may
 * read money; it is refused where there is no such list. `lostFrom` and `lostTo` select links that were live and are removed since one
 * of these days. The first and the last day of a range belong to it; a range with one end
 * has 3,653 days.
 */
const linkListSchema = yup.object({
  page: yup.number().integer().min(1).max(1_000_000),
  pageSize: yup.number().integer().min(1).max(500),
  sort: yup.string().oneOf(LINK_SORTS, `sort must be one of ${LINK_SORTS.join(', ')}`),
  dir: yup.string().oneOf(['asc', 'desc'] as const),
  status: yup.array(yup.string().oneOf(STATUS_FILTERS).required()),
  linkType: yup.array(
    yup
      .string()
      .oneOf([...LINK_TYPES, NO_LINK_TYPE])
      .required(),
  ),
  q: text(200),
  clientDomain: several(253),
  publisher: several(253),
  campaignId: several(100),
  teamId: text(100),
  assignedTo: several(100),
  reason: yup.array(yup.string().oneOf(STATUS_REASONS).required()),
  expired: yup.string().oneOf(['true'] as const),
  expiresFrom: calendarDate('expiresFrom'),
  expiresTo: calendarDate('expiresTo'),
  liveFrom: calendarDate('liveFrom'),
  liveTo: calendarDate('liveTo'),
  lostFrom: calendarDate('lostFrom'),
  lostTo: calendarDate('lostTo'),
  addedFrom: calendarDate('addedFrom'),
  addedTo: calendarDate('addedTo'),
  expiringWithin: yup.number().integer().min(0).max(366),
  tag: yup.array(text(40).required()).max(20),
  warning: yup.array(yup.string().oneOf(WARNING_CODES).required()),
  deviation: yup.array(
    yup
      .string()
      .oneOf([...DEVIATION_CODES, ANY_DEVIATION])
      .required(),
  ),
  vendor: several(200),
  termsTemplate: text(100).label('The template whose terms the links have, unchanged; with ~ before it, changed since'),
  countUpTo: yup.number().integer().min(1).max(1_000_000),
});

export type LinkListQuery = yup.InferType<typeof linkListSchema>;

/**
 * The moment that a read shows: a UTC day (its end), an instant in whole seconds, or the position of an event. Without it,
 * now.
 */
const asOfFields = {
  asOf: moment('asOf').label(
    'The moment to show: a UTC day (its end), an instant, or the position of an event; without it, now',
  ),
};

/** Query string of reads with no other parameter than the moment. */
export const asOfSchema = yup.object(asOfFields);

/**
 * Query string of GET /api/compare: two moments, each as `asOf`; `to` is now by default. `teamId` names one or more
 * lists, as in GET /api/links. `change` selects links with one of these changes.
 */
export const compareSchema = linkListSchema.pick(['page', 'pageSize', 'clientDomain', 'campaignId']).shape({
  teamId: several(100),
  from: moment('from').required('from must be the earlier moment: a day, an instant or a position'),
  to: moment('to'),
  change: yup.array(yup.string().oneOf(LINK_CHANGES).required()),
});

export type CompareQuery = yup.InferType<typeof compareSchema>;

/**
 * Query string of GET /api/activity: what happened after the moment `from`, up to `to`, to the links that `compareSchema`
 * selects. `kind` selects rows of these kinds.
 */
export const activitySchema = compareSchema
  .omit(['change'])
  .shape({ kind: yup.array(yup.string().oneOf(ACTIVITY_KINDS).required()) });

/** Query string of GET /api/links. */
export const linksSchema = linkListSchema.shape(asOfFields);

/** The filters of a list of links, without order and paging. */
export const linkFilterSchema = linkListSchema.omit(['page', 'pageSize', 'sort', 'dir', 'countUpTo']);

/** The query of a saved view: a list of links without its page. It names no vendor, which not everybody who sees the view may know. */
export const savedViewQuerySchema = linkListSchema.omit(['page', 'countUpTo', 'vendor']);

/**
 * Query string of GET /api/links/export: a list, or the links with these ids, and, for CSV, the columns in order; all
 * columns by default.
 */
export const exportSchema = linkListSchema.omit(['page', 'pageSize', 'countUpTo']).shape({
  ...asOfFields,
  ids: yup.array(text(100).required()).min(1).max(MOST_EXPORTED_IDS),
  format: yup.string().oneOf(EXPORT_FORMATS, `format must be one of ${EXPORT_FORMATS.join(', ')}`),
  columns: yup.array(
    yup
      .mixed<ExportColumn>()
      .required()
      .test({
        name: 'known',
        params: { jsonSchema: { type: 'string', enum: EXPORT_COLUMNS } },
        test: (_, { parent, createError }) => {
          const names: readonly string[] = EXPORT_COLUMNS;
          const unknown = (parent as readonly string[]).filter((name) => !names.includes(name));
          const named = unknown.map((name) => `“${name.slice(0, 50)}”`).join(', ');
          return (
            unknown.length === 0 ||
            createError({ message: `There is no column ${named}: choose from ${names.join(', ')}` })
          );
        },
      }),
  ),
});

/** Query string of lists with paging only. */
const pageSchema = linkListSchema.pick(['page', 'pageSize']);

/** Query string of GET /api/trash and GET /api/links/{id}/history. */
export const pastPageSchema = pageSchema.shape(asOfFields);

/** Query string of GET /api/teams/my and /joined: `userId`, if given, must be the caller's. */
export const ownTeamsSchema = yup.object({ userId: text(100), ...asOfFields });

/** Query string of GET /api/links/facets: a list, the facet, and a text that its values contain. */
export const facetSchema = linkFilterSchema.shape({
  ...asOfFields,
  of: yup
    .string()
    .oneOf(FACETS, `of must be one of ${FACETS.join(', ')}`)
    .required(`of must be one of ${FACETS.join(', ')}`),
  find: text(200),
});

export type FacetQuery = yup.InferType<typeof facetSchema>;

/** Query string of GET /api/stats: which links to count. */
export const statsSchema = linkListSchema.pick(['teamId']).shape({
  ...asOfFields,
  clientDomain: text(253),
  campaignId: text(100),
});

/** Query string of GET /api/stats/history: the first and the last day; by default the 30 days up to today. */
export const countHistorySchema = statsSchema.shape({ from: calendarDate('from'), to: calendarDate('to') });

/** Query string of GET /api/tags. */
export const tagListSchema = linkListSchema.pick(['teamId']).shape(asOfFields);

/**
 * Query string of GET /api/clients and of GET /api/teams/{id}/clients, which has no `teamId`. `activity` adds facts
 * that are looked up for each client; it needs a page.
 */
export const clientListSchema = linkListSchema.pick(['page', 'pageSize', 'dir', 'q', 'teamId']).shape({
  ...asOfFields,
  sort: yup.string().oneOf(CLIENT_SORTS, `sort must be one of ${CLIENT_SORTS.join(', ')}`),
  activity: yup.string().oneOf(['true'] as const),
});

export type ClientListQuery = yup.InferType<typeof clientListSchema>;

/** Query string of GET /api/teams/{id}/links: the path names the team. */
export const teamLinksSchema = linksSchema.omit(['teamId']);

/** Query string of GET /api/teams/{id}/clients: the path names the team. */
export const teamClientsSchema = clientListSchema.omit(['teamId']);

/** Query string of GET /api/status-checks: the team; without it, the caller's own links. */
export const statusCheckListSchema = yup.object({
  teamId: text(100),
});

/** Query string of GET /api/alerts. `q` searches texts and addresses. */
export const alertListSchema = pageSchema.shape({
  q: text(200),
  tab: yup.string().oneOf(ALERT_TABS, `tab must be one of ${ALERT_TABS.join(', ')}`),
});

/** Query string of GET /api/alert-rules: the team; without it, the caller’s own. */
export const alertRuleListSchema = statusCheckListSchema;

/** Query string of GET /api/incidents: the team, or `personal`; without it, all lists. */
export const incidentListSchema = linkListSchema.pick(['teamId']);

/** Query string of GET /api/seals. */
export const sealListSchema = pageSchema;

/** Query string of GET /api/clients/{domain}. */
export const clientSchema = linkListSchema.pick(['teamId']).shape(asOfFields);

/** Query string of GET /api/campaigns, newest first. `q` searches name and description. */
export const campaignListSchema = linkListSchema.pick(['page', 'pageSize', 'q', 'teamId']).shape(asOfFields);

/** Query string of GET /api/reports. */
export const reportListSchema = linkListSchema.pick(['teamId']);

/** Query string of GET /api/channels. */
export const channelListSchema = yup.object({ teamId: text(100) });

/** Query string of GET /api/channels/{id}/deliveries. */
export const deliveryListSchema = pageSchema.shape({ pageSize: yup.number().integer().min(1).max(100) });

/** Query string of GET /api/shared-links. */
export const shareListSchema = linkListSchema.pick(['page', 'pageSize', 'teamId']).shape({ clientDomain: text(253) });

/** Query string of GET /api/shared/{shareId}. It filters and sorts only by fields in the answer. */
export const sharedSchema = linkListSchema.pick(['page', 'pageSize', 'dir', 'q']).shape({
  password: yup.string(),
  status: yup.array(yup.string().oneOf(SHARED_STATUSES).required()),
  sort: yup.string().oneOf(SHARED_SORTS),
});

export type SharedQuery = yup.InferType<typeof sharedSchema>;

/** Query string of GET /api/shared/{shareId}/export. */
export const sharedExportSchema = sharedSchema.omit(['page', 'pageSize']);

/**
 * Query string of GET /api/events/stream: `types` of events, and the one `scope`: `personal`, `team:<id>` or `user:<id>`.
 */
export const eventStreamSchema = yup.object({
  types: yup.array(
    yup
      .mixed<LinkledgerEvent['type']>()
      .required()
      .test({
        name: 'known',
        params: { jsonSchema: { type: 'string', enum: LEDGER_TYPES } },
        test: (type, { createError }) => {
          if (LEDGER_TYPES.includes(type)) return true;
          return createError({
            message: `There is no event type “${String(type).slice(0, 50)}”: GET /api/events/schema lists them`,
          });
        },
      }),
  ),
  scope: yup
    .string()
    .max(150)
    .matches(/^(personal|(team|user):.+)$/, 'scope must be personal, team:<id> or user:<id>'),
});

/** The cursor of an event: the position and the id in base64url. */
export const CURSOR = /^[A-Za-z0-9_-]{24,200}$/;

/** The most events of one answer. */
const MAX_EVENTS = 1_000;

const limit = yup.number().integer().min(1).max(MAX_EVENTS);

/** Query string of GET /api/events: at most `limit` events; as NDJSON without `limit`, all events. */
export const eventListSchema = eventStreamSchema.shape({ limit });

/**
 * Query string of GET /api/ledger, newest first: `before` is a cursor, `actor` user ids or parts of the system, `dayFrom`
 * and `dayTo` UTC days. Several values of one parameter are alternatives.
 */
export const ledgerSchema = yup.object({
  before: yup
    .string()
    .matches(CURSOR, 'before is not a cursor of this ledger: send the cursor of an event, or omit it to start over'),
  limit,
  kind: yup.array(
    yup
      .string()
      .oneOf(LEDGER_KINDS, `kind must be one or more of ${LEDGER_KINDS.join(', ')}`)
      .required(),
  ),
  actor: several(100),
  clientDomain: several(253),
  publisher: several(253),
  campaignId: several(100),
  linkId: text(100),
  teamId: text(100),
  story: text(200),
  dayFrom: calendarDate('dayFrom'),
  dayTo: calendarDate('dayTo'),
});

/**
 * Query string of GET /api/ledger/stories, as of GET /api/ledger. `people`: only stories that a person began. Scheduled
 * checks that changed nothing are stories only if `kind` names checks.
 */
export const storiesSchema = ledgerSchema.omit(['story']).shape({ people: yup.string().oneOf(['true'] as const) });

/** Query string of routes without parameters. */
export const nothingSchema = yup.object({});
