/** The formats and columns of GET /api/links/export. Imports no library: the console uses it. */

/** `csv` is for spreadsheets and imports; `ndjson` has one `LinkAnswer` per line. */
export const EXPORT_FORMATS = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/**
 * The columns of a CSV export. An import accepts the same names. `assignedTo` and `assignedToName` are the id and the
 * name, or `unassigned` and `Unassigned`; `reason` and `warnings` are the sentences for people; `deviations` are
 * codes with the day from which each counts.
 */
export const EXPORT_COLUMNS = [
  'articleLink',
  'clientLink',
  'anchor',
  'linkType',
  'status',
  'reason',
  'warnings',
  'lastChecked',
  'liveDate',
  'duration',
  'expirationDate',
  'daysLeft',
  'assignedToName',
  'teamName',
  'campaignName',
  'promotionType',
  'websiteUrl',
  'timelineDate',
  'pocEmail',
  'remarks',
  'tags',
  'clientDomain',
  'agreedAnchor',
  'agreedLinkTypes',
  'deviations',
  'price',
  'currency',
  'vendor',
  'orderNumber',
  'addedAt',
  'assignedByName',
  'id',
  'assignedTo',
  'teamId',
  'campaignId',
] as const;
export type ExportColumn = (typeof EXPORT_COLUMNS)[number];

/** The columns for callers who may read money. `price` has a decimal point, as in `4.99`. */
export const MONEY_COLUMNS = ['price', 'currency', 'vendor', 'orderNumber'] as const satisfies readonly ExportColumn[];
