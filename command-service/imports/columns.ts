/**
 * Maps the columns of a file to fields. Names are compared without case, spaces and punctuation. Knows our own columns and
 * those of common exports: Ahrefs, Semrush, Search Console, Majestic. Pure.
 */
import { IMPORT_FIELDS, type RowField } from '../commands/import.ts';

/** For each column of the file, its field; null: ignored. */
export type Columns = readonly (RowField | null)[];

/** Other names of each field, the most specific first. The field's own name counts too. */
const ALIASES: Partial<Record<RowField, readonly string[]>> = {
  articleLink: [
    'article',
    'article url',
    'article page',
    'referring page url',
    'referring page',
    'source url',
    'source page',
    'linking page',
    'backlink',
    'backlink url',
    'url from',
  ],
  clientLink: ['client', 'client url', 'target url', 'target page', 'target link', 'landing page', 'url to'],
  anchor: ['anchor text', 'link anchor', 'link text'],
  linkType: ['rel'],
  liveDate: ['live since', 'start date'],
  assignedTo: ['assigned to name', 'assignee', 'owner'],
  pocEmail: ['contact', 'contact e-mail', 'contact email', 'poc'],
  remarks: ['remark', 'notes', 'note', 'comment', 'comments'],
  tags: ['tag', 'label', 'labels', 'keywords'],
  nofollow: ['flag no follow', 'is nofollow'],
  sponsored: ['is sponsored'],
  ugc: ['is ugc'],
};

const NAMES: ReadonlyMap<string, RowField> = new Map(
  IMPORT_FIELDS.flatMap((field) => [field, ...(ALIASES[field] ?? [])].map((name) => [plain(name), field] as const)),
);

/**
 * The field of each column. If two columns match a field, the first gets it.
 * @param chosen the person's choice: from a column's name to a field, or to null to ignore the column.
 */
export function mapColumns(header: readonly string[], chosen: Readonly<Record<string, RowField | null>> = {}): Columns {
  const byChoice = new Map(Object.entries(chosen).map(([name, field]) => [plain(name), field]));
  const taken = new Set([...byChoice.values()].filter((field) => field !== null));
  return header.map((name) => {
    const choice = byChoice.get(plain(name));
    if (choice !== undefined) return choice;
    const field = NAMES.get(plain(name));
    if (field === undefined || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
}

/** The apostrophe with which our exports keep a spreadsheet from reading a text as a formula. */
const DEFUSED = /^'(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/;

/** The texts of a row by field, without missing cells and cells beyond the header. */
export function fieldsOf(columns: Columns, cells: readonly string[]): Partial<Record<RowField, string>> {
  const fields: Partial<Record<RowField, string>> = {};
  for (const [index, field] of columns.entries()) {
    const cell = cells[index];
    if (field !== null && cell !== undefined) fields[field] = cell.replace(DEFUSED, '');
  }
  return fields;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
