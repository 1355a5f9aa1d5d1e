/** What GET /api/links/export answers: the links of a list, as a file. Without a library, for the console's sake. */

/** `csv` is for spreadsheets and for an import; `ndjson` has one `LinkAnswer` a line, exactly as the API says it. */
export const EXPORT_FORMATS = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/**
 * The columns of a CSV export, by the names in its first line, which an import understands. `assignedTo` and
 * `assignedToName` are id and name, `unassigned` and `Unassigned` where there is nobody; `reason` is the sentence.
 */
export const EXPORT_COLUMNS = [
  'articleLink',
  'clientLink',
  'anchor',
  'linkType',
  'status',
  'reason',
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
  'addedAt',
  'assignedByName',
  'id',
  'assignedTo',
  'teamId',
  'campaignId',
] as const;
export type ExportColumn = (typeof EXPORT_COLUMNS)[number];
