/**
 * The current import. A store outside React: the import continues when its dialog is closed, and the file and its
 * column mapping are there when the dialog opens again.
 */

import { normalizeAddress } from '../../../command-service/contract/schema/addresses.ts';
import type { DateOrder, RowField } from '../../../command-service/model/import/commands.ts';
import type { ImportAnswer } from '../../../query-service/contract/answers/imports.ts';
import { PERSONAL } from '../../../query-service/contract/list-options.ts';
import { ApiError, get, newKey, pathTo, send, upload } from '../../platform/api/client.ts';
import { translateServerText } from '../../platform/language/server-texts.ts';
import { revalidateLists } from '../../platform/live/use-live-updates.ts';
import { createStore, useStore } from '../../platform/store/create-store.ts';
import { rememberTeam } from '../../session/default-team.ts';
import { messages as common } from '../../ui/messages.ts';
import { notify } from '../../ui/toasts/toast-store.ts';
import { takePasted } from '../pasted.ts';
import { readImportResult } from './import-result-reader.ts';
import { format, messages } from './messages.ts';
import { FileError, pastedType, readFile } from './read-file.ts';

/** The largest file that the server takes, in bytes. */
const MAX_FILE = 64 * 1024 * 1024;
/** The pause in typing, in milliseconds, that starts another preview. */
const REST_MS = 500;

/** The settings of an import. */
interface ImportSettings {
  /** The team of the links; empty: personal. */
  readonly teamId: string;
  /** The campaign of the links; empty: none. */
  readonly campaignId: string;
  /** The client URL of all rows, for files without such a column. */
  readonly clientLink: string;
  /** Tags of all links. */
  readonly tags: readonly string[];
  /** Of terms, for all links; empty: none; null: not chosen, so that a campaign gives its own. */
  readonly templateId: string | null;
  /** Of prices that name none; empty: not chosen. */
  readonly currency: string;
  /** How days such as 02/03/2026 are read; null: not chosen. */
  readonly dateOrder: DateOrder | null;
  /** The sheet of a workbook; null: not chosen. */
  readonly sheet: string | null;
  /** The chosen meaning of columns by header; null: not imported. */
  readonly columns: Readonly<Record<string, RowField | null>>;
}

interface ImportProblem {
  readonly message: string;
  /** The step that can be tried again. */
  readonly of: 'check' | 'import' | null;
  readonly fields: Readonly<Record<string, string>>;
}

export interface ImportDraft extends ImportSettings {
  /** The chosen file, or the pasted lines as one. */
  readonly file: File | null;
  /** The pasted lines; null for a chosen file. */
  readonly pasted: string | null;
  /** The sheets of a workbook with several. */
  readonly sheets: readonly string[];
  /** A day of the file that can be read in two ways; null if there is none. */
  readonly ambiguousDate: string | null;
  /** Columns of days for which the person must say what they mean. */
  readonly unclearDays: readonly string[];
  readonly phase: 'choosing' | 'checking' | 'checked' | 'importing' | 'imported';
  /** The share of the file that was sent, from 0 to 1. */
  readonly sent: number;
  /** The links of the destination before the import; null: not known. */
  readonly before: number | null;
  /** The result of the last preview, possibly of older settings. */
  readonly found: ImportAnswer | null;
  readonly result: ImportAnswer | null;
  readonly problem: ImportProblem | null;
}

const NOTHING: ImportDraft = {
  file: null,
  pasted: null,
  sheets: [],
  ambiguousDate: null,
  unclearDays: [],
  teamId: '',
  campaignId: '',
  clientLink: '',
  tags: [],
  templateId: null,
  currency: '',
  dateOrder: null,
  sheet: null,
  columns: {},
  phase: 'choosing',
  sent: 0,
  before: null,
  found: null,
  result: null,
  problem: null,
};

const store = createStore(() => NOTHING);
/** One key for each import: repeating an import after a lost connection imports nothing twice. */
let key = newKey();
let dryRun = new AbortController();

function set(change: Partial<ImportDraft>): void {
  store.set({ ...store.get(), ...change });
}

export function useImport(): ImportDraft {
  return useStore(store);
}

/** What stays when the file is replaced: where the links go, and what they get. */
function keptChoices(): Pick<ImportDraft, 'teamId' | 'campaignId' | 'tags' | 'templateId'> {
  const { teamId, campaignId, tags, templateId } = store.get();
  return { teamId, campaignId, tags, templateId };
}

/** Replaces the file and starts a preview. */
export function chooseFile(file: File): void {
  if (store.get().phase === 'importing') return;
  set({ ...NOTHING, ...keptChoices(), file });
  if (file.size > MAX_FILE) set({ problem: { message: messages.tooLarge, of: null, fields: {} } });
  else void check();
}

/** Replaces the pasted lines and starts a preview after a pause in typing; the client link stays. */
export function paste(text: string, clientLink = store.get().clientLink): void {
  if (store.get().phase === 'importing') return;
  dryRun.abort();
  const file = new File([text], messages.pastedName, { type: pastedType(text) });
  const isBlank = text.trim() === '';
  set({ ...NOTHING, ...keptChoices(), clientLink, pasted: text, file: isBlank ? null : file });
  if (!isBlank) void check(REST_MS);
}

/** Begins with the addresses that another form passed on, unless a file or pasted lines are already loaded. */
export function beginPasting(clientLink: string): void {
  const { pasted, file, phase } = store.get();
  if (phase === 'importing' || (pasted !== null && file !== null)) return;
  const offered = takePasted();
  paste(offered?.text ?? '', offered?.clientLink || clientLink);
}

/** Removes the file or the pasted lines. */
export function removeFile(): void {
  if (store.get().phase === 'importing') return;
  dryRun.abort();
  set({ ...NOTHING, ...keptChoices() });
}

/** Changes settings, and starts a preview after a pause in typing. */
export function changeSettings(change: Partial<ImportSettings>): void {
  if (store.get().phase === 'importing') return;
  set(change);
  const { file, phase } = store.get();
  if (file !== null && file.size <= MAX_FILE && phase !== 'imported') void check(REST_MS);
}

/**
 * Sets the team and campaign of the page; a file chosen on another page gets a new preview.
 * @param proposed the team where the page leaves the choice open; '' for personal links.
 */
export function setDestination(teamId: string | null, campaignId: string | null, proposed = ''): void {
  // If the page leaves the choice open, the choice made for a file stays.
  const now = store.get();
  const open = campaignId !== null ? '' : now.file === null ? proposed : now.teamId;
  const next = { teamId: teamId ?? open, campaignId: campaignId ?? (now.file === null ? '' : now.campaignId) };
  if (next.teamId === now.teamId && next.campaignId === now.campaignId) return;
  changeSettings({ ...next, templateId: null });
}

/** Sets the meaning of a column; another column with the same meaning loses it. Remarks can have several. */
export function chooseColumn(header: string, field: RowField | null): void {
  const before = Object.entries(store.get().columns).map(
    ([name, meant]) => [name, meant === field && field !== 'remarks' ? null : meant] as const,
  );
  changeSettings({ columns: { ...Object.fromEntries(before), [header]: field } });
}

/** Reads another sheet of the workbook, which has other columns. */
export function chooseSheet(sheet: string): void {
  set({ ambiguousDate: null, unclearDays: [] });
  changeSettings({ sheet, columns: {}, dateOrder: null });
}

/** Starts a preview: links to add, duplicates, rows that cannot be imported. */
export async function check(restMs = 0): Promise<void> {
  const { file } = store.get();
  if (file === null) return;
  dryRun.abort();
  dryRun = new AbortController();
  key = newKey();
  const { signal } = dryRun;
  set({ phase: 'checking', sent: 0, problem: null });
  if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
  if (signal.aborted) return;
  try {
    const onSent = (sent: number) => !signal.aborted && set({ sent });
    const rows = await rowsOf(file, signal);
    const json = await upload(pathOf({ dryRun: 'true' }), rows, { onSent, signal });
    if (signal.aborted) return;
    const preview = await readImportResult(json);
    if (signal.aborted) return;
    const ambiguousDate = preview.ambiguousDates?.example ?? store.get().ambiguousDate;
    const { unclearDays: asked, campaignId } = store.get();
    // The question stays until every column has an answer, unless it was answered for an earlier file.
    const isNew = preview.remembered || campaignId !== '' || asked.length === 0;
    const unclearDays = isNew ? preview.unclearDays : asked;
    set({ phase: 'checked', found: preview, ambiguousDate, unclearDays });
  } catch (error) {
    if (!signal.aborted) set({ phase: 'checked', problem: problemOf(error, 'check') });
  }
}

/** The rows of the last file that was read, so that a workbook is unpacked once. */
let lastRead: { readonly file: File; readonly sheet: string | null; readonly rows: Blob } | null = null;

async function rowsOf(file: File, signal: AbortSignal): Promise<Blob> {
  const { sheet } = store.get();
  if (lastRead?.file === file && lastRead.sheet === sheet) return lastRead.rows;
  const contents = await readFile(file, sheet, signal);
  signal.throwIfAborted();
  lastRead = { file, sheet: contents.sheet, rows: contents.rows };
  set({ sheet: contents.sheet, sheets: contents.sheets });
  if (contents.rows.size > MAX_FILE) throw new FileError(messages.tooLarge);
  return contents.rows;
}

/** Imports the links. True if there are no failures to look at. */
export async function importFile(): Promise<boolean> {
  const { file, teamId, campaignId, phase } = store.get();
  if (file === null || phase !== 'checked') return false;
  set({ phase: 'importing', sent: 0, before: null, problem: null });
  try {
    const { signal } = new AbortController();
    // Without the count, the bar says only that work goes on.
    const before = await get(countsOf(store.get())).catch(() => null);
    set({ before: before?.total ?? null });
    const rows = await rowsOf(file, signal);
    const json = await upload(pathOf({}), rows, { key, onSent: (sent) => set({ sent }), signal });
    const result = await readImportResult(json);
    // The lists have the links before the toast says so.
    await revalidateLists(['links', 'stats', 'clients', 'campaigns']);
    tell(result);
    if (campaignId === '') rememberTeam(teamId);
    const clean = result.failed === 0 && result.problem === null;
    if (clean) set({ ...NOTHING, teamId, campaignId });
    else set({ phase: 'imported', result });
    return clean;
  } catch (error) {
    const problem = problemOf(error, 'import');
    set({ phase: 'checked', problem });
    notify(common.error, { lines: [messages.importFailed, problem.message], severity: 'destructive' });
    return false;
  }
}

function tell({ message, importId, imported, problem, leftOut }: ImportAnswer): void {
  const undo = { label: messages.undo, run: () => void undoImport(importId) };
  const lines = [problem, leftOut].filter((line) => line !== null).map(translateServerText);
  notify(message, { lines, ...(imported === 0 ? {} : { action: undo }) });
}

/** Undoes an import. */
export async function undoImport(importId: string | null): Promise<void> {
  if (importId === null) return;
  try {
    const { trashed } = await send('POST', '/api/imports/:id/undo', { params: { id: importId } });
    notify(messages.undone, { lines: [format('linksTrashed', { count: trashed })] });
  } catch {
    notify(common.error, { lines: [messages.undoFailed], severity: 'destructive' });
  }
  await revalidateLists(['links', 'stats', 'clients', 'campaigns', 'trash']);
}

/** The counts of the list that gets the links. */
export function countsOf({ teamId, campaignId }: Pick<ImportDraft, 'teamId' | 'campaignId'>) {
  return pathTo('/api/stats', { query: campaignId === '' ? { teamId: teamId || PERSONAL } : { campaignId } });
}

function pathOf(more: Readonly<Record<string, string>>): string {
  const { teamId, campaignId, clientLink, tags, templateId, currency, dateOrder, columns } = store.get();
  const query = new URLSearchParams(more);
  if (teamId !== '') query.set('teamId', teamId);
  if (campaignId !== '') query.set('campaignId', campaignId);
  if (clientLink.trim() !== '') query.set('clientLink', normalizeAddress(clientLink));
  if (tags.length > 0) query.set('tags', tags.join(','));
  if (templateId !== null) query.set('templateId', templateId);
  if (currency !== '') query.set('currency', currency);
  if (dateOrder !== null) query.set('dateOrder', dateOrder);
  if (Object.keys(columns).length > 0) query.set('columns', JSON.stringify(columns));
  return `/api/links/import?${query}`;
}

function problemOf(error: unknown, of: ImportProblem['of']): ImportProblem {
  if (error instanceof ApiError) return { message: error.message, of, fields: error.fields };
  if (error instanceof FileError) return { message: error.message, of: null, fields: {} };
  return { message: messages.importFailed, of, fields: {} };
}
