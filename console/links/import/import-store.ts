/**
 * The import under way. A store outside React: it goes on when its dialog is closed, and a file, with what its columns
 * were said to mean, is still there when the dialog is opened again.
 */
import type { RowField } from '../../../command-service/commands/import.ts';
import type { ImportAnswer, UndoneImportAnswer } from '../../../query-service/contract/answers/imports.ts';
import { ApiError, newKey, send, upload } from '../../platform/api/client.ts';
import { revalidateLists } from '../../platform/live/use-live-updates.ts';
import { createStore, useStore } from '../../platform/store/create-store.ts';
import { messages as common } from '../../ui/messages.ts';
import { notify } from '../../ui/toasts/toast-store.ts';
import { readImportResult } from './import-result-reader.ts';
import { formatUndone, messages } from './messages.ts';

/** Largest file the server takes, in bytes. */
const MAX_FILE = 64 * 1024 * 1024;
/** What is typed is asked about when it rests. */
const REST_MS = 500;

/** What is asked of a file. */
export interface ImportSettings {
  /** Whose links they become; empty: one's own. */
  readonly teamId: string;
  /** The campaign they become part of; empty: none. */
  readonly campaignId: string;
  /** Where all links lead to, for files without such a column. */
  readonly clientLink: string;
  /** What columns were said to mean, by their names; null: nothing. */
  readonly columns: Readonly<Record<string, RowField | null>>;
}

interface Problem {
  readonly message: string;
  /** What can be tried again. */
  readonly of: 'check' | 'import' | null;
  readonly fields: Readonly<Record<string, string>>;
}

export interface ImportState extends ImportSettings {
  readonly file: File | null;
  readonly phase: 'choosing' | 'checking' | 'checked' | 'importing' | 'imported';
  /** Which share of the file has been sent, while it is on its way. */
  readonly sent: number;
  /** What a dry run said; of an older wish while the next one is asked about. */
  readonly found: ImportAnswer | null;
  readonly result: ImportAnswer | null;
  readonly problem: Problem | null;
}

const NOTHING: ImportState = {
  file: null,
  teamId: '',
  campaignId: '',
  clientLink: '',
  columns: {},
  phase: 'choosing',
  sent: 0,
  found: null,
  result: null,
  problem: null,
};

const store = createStore(() => NOTHING);
/** One key for each import: the repetition of one that was cut off is the same import. */
let key = newKey();
let dryRun = new AbortController();

function set(change: Partial<ImportState>): void {
  store.set({ ...store.get(), ...change });
}

export function useImport(): ImportState {
  return useStore(store);
}

/** Takes a file in the place of the one before, and asks what would come of it. */
export function chooseFile(file: File): void {
  const { teamId, campaignId, phase } = store.get();
  if (phase === 'importing') return;
  set({ ...NOTHING, teamId, campaignId, file });
  if (file.size > MAX_FILE) set({ problem: { message: messages.tooLarge, of: null, fields: {} } });
  else void check();
}

/** Forgets the file. */
export function removeFile(): void {
  if (store.get().phase === 'importing') return;
  dryRun.abort();
  const { teamId, campaignId } = store.get();
  set({ ...NOTHING, teamId, campaignId });
}

/** Asks again with other settings, once what is typed rests. */
export function changeSettings(change: Partial<ImportSettings>): void {
  if (store.get().phase === 'importing') return;
  set(change);
  const { file, phase } = store.get();
  if (file !== null && file.size <= MAX_FILE && phase !== 'imported') void check(REST_MS);
}

/** The screen decides where links go; a file that waits from another screen is asked about again. */
export function setDestination(teamId: string | null, campaignId: string | null): void {
  // Where the screen leaves the choice, what was chosen for a file stays.
  const now = store.get();
  const next = { teamId: teamId ?? (now.file === null ? '' : now.teamId), campaignId: campaignId ?? '' };
  if (next.teamId !== now.teamId || next.campaignId !== now.campaignId) changeSettings(next);
}

/** Says what a column means; whatever else was said to mean the same means nothing now. */
export function chooseColumn(header: string, field: RowField | null): void {
  const before = Object.entries(store.get().columns).map(
    ([name, meant]) => [name, meant === field ? null : meant] as const,
  );
  changeSettings({ columns: { ...Object.fromEntries(before), [header]: field } });
}

/** A dry run: what would be added, what is there already, what cannot be added. */
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
    const json = await upload(pathOf({ dryRun: 'true' }), file, { onSent, signal });
    if (signal.aborted) return;
    const preview = await readImportResult(json);
    if (!signal.aborted) set({ phase: 'checked', found: preview });
  } catch (error) {
    if (!signal.aborted) set({ phase: 'checked', problem: problemOf(error, 'check') });
  }
}

/** Adds the links. True when all is said with it, and there is nothing to look at. */
export async function importFile(): Promise<boolean> {
  const { file, teamId, campaignId, phase } = store.get();
  if (file === null || phase !== 'checked') return false;
  set({ phase: 'importing', sent: 0, problem: null });
  try {
    const { signal } = new AbortController();
    const json = await upload(pathOf({}), file, { key, onSent: (sent) => set({ sent }), signal });
    const result = await readImportResult(json);
    tell(result);
    await revalidateLists(['links', 'stats', 'clients', 'campaigns']);
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

function tell({ message, importId, imported, problem }: ImportAnswer): void {
  const undo = { label: messages.undo, run: () => void undoImport(importId) };
  notify(message, { lines: problem === null ? [] : [problem], ...(imported === 0 ? {} : { action: undo }) });
}

/** Takes an import back. */
export async function undoImport(importId: string | null): Promise<void> {
  if (importId === null) return;
  try {
    const { trashed } = await send<UndoneImportAnswer>('POST', `/api/imports/${encodeURIComponent(importId)}/undo`);
    notify(messages.undone, { lines: [formatUndone(trashed)] });
  } catch {
    notify(common.error, { lines: [messages.undoFailed], severity: 'destructive' });
  }
  await revalidateLists(['links', 'stats', 'clients', 'campaigns', 'trash']);
}

function pathOf(more: Readonly<Record<string, string>>): string {
  const { teamId, campaignId, clientLink, columns } = store.get();
  const query = new URLSearchParams(more);
  if (teamId !== '') query.set('teamId', teamId);
  if (campaignId !== '') query.set('campaignId', campaignId);
  if (clientLink.trim() !== '') query.set('clientLink', clientLink.trim());
  if (Object.keys(columns).length > 0) query.set('columns', JSON.stringify(columns));
  return `/api/links/import?${query}`;
}

function problemOf(error: unknown, of: Problem['of']): Problem {
  if (error instanceof ApiError) return { message: error.message, of, fields: error.fields };
  return { message: messages.importFailed, of, fields: {} };
}
