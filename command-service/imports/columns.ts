/**
 * Which column of a file means which field. Names are compared without case, spaces and punctuation; beside our own
 * columns those of the exports that agencies have at hand: Ahrefs, Semrush, Search Console, Majestic. Pure.
 */
import { IMPORT_FIELDS, type RowField } from '../commands/import.ts';

/** One entry a column of the file: the field it fills, or null where it is passed over. */
export type Columns = readonly (RowField | null)[];

/** Other names of each field, the more particular first; the field's own name is one in any spelling. */
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
  pocEmail: ['contact', 'contact e-mail', 'poc', 'contact email'],
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
 * What each column of a header means. A field that two columns claim goes to the first.
 * @param chosen by the person who imports: a header's text to a field, or to null to pass the column over.
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

/** The apostrophe that keeps a spreadsheet from reading a text as a formula, as our own exports have it. */
const DEFUSED = /^'(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/;

/** A row's texts by field; a column that the row does not have is left out, and so is what stands beyond the header. */
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
