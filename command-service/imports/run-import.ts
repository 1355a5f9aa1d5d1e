/** Imports the rows of a file as links, in slices. A repeated file adds nothing. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ConflictError } from '../../infra/ports/errors.ts';
import type { EventMetadata, EventStore } from '../../infra/ports/event-store.ts';
import type { ExpiringStore } from '../../infra/ports/expiring-store.ts';
import type { ReadStore } from '../../infra/ports/read-store.ts';
import { dedupeKey } from '../../projections/rules/dedupe-key.ts';
import { linkHistory } from '../../projections/views/links/link-history.ts';
import { links } from '../../projections/views/links/links.ts';
import type { FailedRow, ImportAnswer } from '../../query-service/contract/answers/imports.ts';
import type { RowField } from '../commands/import.ts';
import { type AddLink, CAMPAIGN_DURATION, DEFAULT_DURATION } from '../commands/link.ts';
import { InputError } from '../commands/schema/parse.ts';
import { type ImportState, importDecider } from '../deciders/import.ts';
import { link } from '../deciders/link.ts';
import { DomainError } from '../errors.ts';
import type { LinkledgerEvent } from '../events.ts';
import { handle, handleLoaded, type Loaded } from '../handle.ts';
import { findDuplicates } from '../links/duplicates.ts';
import { waitForViews } from '../links/wait-for-views.ts';
import type { Scope } from '../scope.ts';
import { normalizeTags } from '../tags.ts';
import { type Columns, fieldsOf, mapColumns } from './columns.ts';
import { type Csv, type CsvRow, CsvSyntaxError } from './csv.ts';
import { NotTextError } from './decode-text.ts';
import { type AssigneesByName, parseRow } from './parse-row.ts';

/** The most rows of a file. */
const MAX_ROWS = 100_000;
/** Rows looked up, recorded and added together. */
const SLICE = 100;
/** The views that new links keep busiest. */
const PACED_BY = [links, linkHistory];
/** Slices an import may be ahead of them, so that its links show soon after it answers. */
const AHEAD_SLICES = 30;
/** Milliseconds that an import waits for them before it goes on without them. */
const PATIENCE_MS = 5_000;
/** Rows parsed in one turn of the event loop: a whole slice would block it for too long. */
const TURN = 50;
/** Characters of a cell that a failed row shows. */
const CELL_SHOWN = 2_048;
/** Rows, and characters of their cells, in the sample of a file. */
const SAMPLE = 5;
const SAMPLE_CELL = 200;
/** A scope has one import at a time. The claim of a killed process ends after this time. */
const CLAIM = 'import';
const CLAIM_MS = 10 * 60_000;

interface ImportDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly reads: ReadStore;
  readonly claims: ExpiringStore;
  readonly now: () => Date;
}

export interface ImportOrder {
  readonly importId: string;
  readonly scope: Scope;
  /** The campaign of the scope that the links join; their duration is then 'permanent', whatever their rows say. */
  readonly campaignId: string | null;
  /** The default assignee. */
  readonly userId: string;
  readonly people: AssigneesByName;
  /** The person's choice of fields, by column name. */
  readonly chosen: Readonly<Record<string, RowField | null>>;
  /** The client link of a file without such a column. */
  readonly clientLink: string | null;
  /** Also adds links that the scope has already. */
  readonly allowDuplicate: boolean;
  /** Only previews the import. */
  readonly dryRun: boolean;
  readonly newId: () => string;
  readonly metadata: EventMetadata;
}

/** The answer of an import, and the position of its last event. */
interface Imported {
  readonly answer: ImportAnswer;
  readonly position: number;
}

/**
 * Imports a file. Invalid rows are reported and do not affect the others; of a broken file, the rows before the error are
 * imported.
 * @throws InputError if the header lacks a required column (a dry run returns the header instead, so that columns can be
 * chosen); DomainError `busy` while another import into the scope runs.
 */
export async function runImport(deps: ImportDeps, csv: Csv, order: ImportOrder): Promise<Imported> {
  const columns = mapColumns(csv.header, order.chosen);
  const missing = missingColumns(csv.header, columns, order.clientLink);
  if (missing !== null && !order.dryRun) throw new InputError({ file: missing });
  if (missing !== null) return { answer: await presentUnread(csv, columns, missing), position: 0 };
  if (order.dryRun) return importRows(deps, csv, columns, order, null);
  const { importId, scope, metadata } = order;
  const until = new Date(deps.now().getTime() + CLAIM_MS).toISOString();
  if (!(await deps.claims.putIfAbsent(CLAIM, scope, importId, until))) {
    throw new DomainError(
      'conflict',
      'busy',
      'Another import into the same list is still running. Try again when it is done.',
    );
  }
  try {
    const started = await handle(deps.store, importDecider, { type: 'StartImport', importId, scope }, metadata);
    return await importRows(deps, csv, columns, order, started);
  } finally {
    await deps.claims.remove(CLAIM, scope);
  }
}

/** The message about missing columns; null if none is missing. */
function missingColumns(header: readonly string[], columns: Columns, clientLink: string | null): string | null {
  const missing = [
    ...(columns.includes('articleLink') ? [] : ['articleLink']),
    ...(columns.includes('clientLink') || clientLink !== null ? [] : ['clientLink']),
  ];
  if (missing.length === 0) return null;
  const seen = header.length === 0 ? 'The file is empty.' : `Its first line is: ${header.join(', ').slice(0, 300)}.`;
  return `The first line must name a column for ${missing.join(' and one for ')}. ${seen}`;
}

async function importRows(
  deps: ImportDeps,
  csv: Csv,
  columns: Columns,
  order: ImportOrder,
  started: Loaded<ImportState> | null,
): Promise<Imported> {
  const run: Run = {
    deps,
    columns,
    order,
    failures: [],
    sample: [],
    seen: new Set(),
    counts: { ...NOTHING },
    announced: [],
    announcedBefore: new Set(started?.state?.slices.flat()),
    position: 0,
    milestones: [],
    paced: true,
    started,
  };
  let problem: string | null = null;
  let slice: CsvRow[] = [];
  try {
    for await (const row of csv.rows) {
      if (row.row > MAX_ROWS) {
        problem = `Only the first ${MAX_ROWS.toLocaleString('en')} rows were read: bring the rest in a file of its own.`;
        break;
      }
      if (run.sample.length < SAMPLE) run.sample.push(sampleOf(row));
      slice.push(row);
      if (slice.length < SLICE) continue;
      await importSlice(run, slice);
      slice = [];
    }
  } catch (error) {
    if (!(error instanceof CsvSyntaxError || error instanceof NotTextError)) throw error;
    problem = error.message;
  }
  await importSlice(run, slice);
  await addAnnounced(run, []);
  const { failures, counts } = run;
  const importId = run.started === null ? null : order.importId;
  if (run.started !== null) {
    const finish = { type: 'FinishImport', importId: order.importId, failed: failures.length, ...counts } as const;
    const finished = await handleLoaded(run.started, deps.store, importDecider, finish, order.metadata);
    run.position = Math.max(run.position, finished.position);
  }
  const found = { ...counts, problem, failures, sample: run.sample };
  return { answer: presentImport(csv, columns, importId, found), position: run.position };
}

/** An import under way. */
interface Run {
  readonly deps: ImportDeps;
  readonly columns: Columns;
  readonly order: ImportOrder;
  readonly failures: FailedRow[];
  /** The cells of the first rows. */
  readonly sample: (readonly string[])[];
  /** The address pairs of earlier rows of the file. */
  readonly seen: Set<string>;
  readonly counts: { imported: number; duplicates: number };
  /** Links recorded in the import's stream that are not added yet. */
  announced: readonly AddLink[];
  /** Links recorded by an earlier run of the same import. */
  readonly announcedBefore: ReadonlySet<string>;
  position: number;
  /** The positions after each of the last slices, oldest first. */
  readonly milestones: number[];
  /** Whether it waits for the views. */
  paced: boolean;
  /** The state of the import's stream; null in a dry run. */
  started: Loaded<ImportState> | null;
}

const NOTHING = { imported: 0, duplicates: 0 };

/** The answer for a file with unknown columns: its first rows help to choose them. */
async function presentUnread(csv: Csv, columns: Columns, missing: string): Promise<ImportAnswer> {
  const sample: (readonly string[])[] = [];
  let problem = missing;
  try {
    for await (const row of csv.rows) if (sample.push(sampleOf(row)) === SAMPLE) break;
  } catch (error) {
    if (!(error instanceof CsvSyntaxError || error instanceof NotTextError)) throw error;
    problem = error.message;
  }
  return presentImport(csv, columns, null, { ...NOTHING, problem, failures: [], sample });
}

function sampleOf({ cells }: CsvRow): readonly string[] {
  return cells.map((cell) => cell.slice(0, SAMPLE_CELL));
}

function presentImport(
  { header }: Csv,
  columns: Columns,
  importId: string | null,
  {
    imported,
    duplicates,
    problem,
    failures,
    sample,
  }: Omit<ImportAnswer, 'importId' | 'message' | 'failed' | 'columns'>,
): ImportAnswer {
  const failed = failures.length;
  const named = header.map((name, index) => ({ header: name, field: columns[index] ?? null }));
  const message = `Imported ${imported} links, ${failed} failed`;
  return { importId, message, imported, failed, duplicates, columns: named, problem, failures, sample };
}

async function importSlice(run: Run, slice: readonly CsvRow[]): Promise<void> {
  const { deps, order, counts } = run;
  const read = await readSlice(run, slice);
  const known = order.allowDuplicate ? new Set<string>() : await knownPairs(deps, order.scope, read);
  const wanted = read.filter(({ pair }) => {
    if (pair === null || order.allowDuplicate) return true;
    if (known.has(pair) || run.seen.has(pair)) return false;
    run.seen.add(pair);
    return true;
  });
  counts.duplicates += read.length - wanted.length;
  counts.imported += wanted.length;
  if (run.started === null || wanted.length === 0) return;
  await nextTurn();
  const linkIds = wanted.map(({ command }) => command.linkId).filter((linkId) => !run.announcedBefore.has(linkId));
  const from = run.started.state?.total ?? 0;
  const announce = { type: 'ImportLinks', importId: order.importId, from, linkIds } as const;
  // Adds the previous slice in the same commit: syncing a commit takes as long as writing its rows.
  const [started] = await Promise.all([
    handleLoaded(run.started, deps.store, importDecider, announce, order.metadata),
    addAnnounced(
      run,
      wanted.map(({ command }) => command),
    ),
  ]);
  run.started = started;
  await keepPace(run);
}

/** Adds the recorded links; `next` are the links being recorded now. */
async function addAnnounced(run: Run, next: readonly AddLink[]): Promise<void> {
  const { announced } = run;
  run.announced = next;
  const positions = await Promise.all(announced.map((command) => add(run, command)));
  for (const position of positions) run.position = Math.max(run.position, position);
}

/** The position of the added link. */
async function add({ deps, order }: Run, command: AddLink): Promise<number> {
  try {
    return (await handleLoaded(NOT_YET, deps.store, link, command, order.metadata)).position;
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    // A repeated import: the first run added this link.
    return (await handle(deps.store, link, command, order.metadata)).position;
  }
}

/** The state of a new stream: the ids are new. */
const NOT_YET = { state: link.initialState, revision: -1, position: 0 };

/** Waits for views that are too far behind. An import that has waited in vain does not wait again. */
async function keepPace(run: Run): Promise<void> {
  run.milestones.push(run.position);
  const goal = run.milestones.length > AHEAD_SLICES ? run.milestones.shift() : undefined;
  if (!run.paced || goal === undefined) return;
  run.paced = await waitForViews(run.deps.reads, PACED_BY, goal, AbortSignal.timeout(PATIENCE_MS));
}

/** A valid row. `pair` is equal for links with the same addresses. */
interface ReadLink {
  readonly command: AddLink;
  readonly pair: string | null;
}

async function readSlice({ order, columns, failures }: Run, slice: readonly CsvRow[]): Promise<readonly ReadLink[]> {
  const read: ReadLink[] = [];
  for (const [index, { row, cells }] of slice.entries()) {
    if (index % TURN === 0) await nextTurn();
    const fields = fieldsOf(columns, cells);
    const result = parseRow(
      order.clientLink === null ? fields : { clientLink: order.clientLink, ...fields },
      order.people,
    );
    if ('reasons' in result) {
      failures.push({ row, reasons: result.reasons, cells: cells.map((cell) => cell.slice(0, CELL_SHOWN)) });
      continue;
    }
    const { articleLink, clientLink, duration, liveDate, assignedTo, pocEmail, remarks, anchor, linkType, tags } =
      result.body;
    const command: AddLink = {
      type: 'AddLink',
      linkId: order.newId(),
      scope: order.scope,
      articleLink,
      clientLink,
      duration: order.campaignId === null ? (duration ?? DEFAULT_DURATION) : CAMPAIGN_DURATION,
      liveDate: liveDate ?? null,
      assignedTo: assignedTo === undefined ? order.userId : assignedTo,
      pocEmail: pocEmail ?? null,
      remarks: remarks ?? null,
      anchor: anchor ?? null,
      linkType: linkType ?? null,
      ...(tags && { tags: normalizeTags(tags) }),
      ...(order.campaignId !== null && { campaignId: order.campaignId, promotionType: 'link_insertion' }),
    };
    read.push({ command, pair: dedupeKey(articleLink, clientLink) });
  }
  return read;
}

/** The pairs that the scope has already, as the view knows it. */
async function knownPairs({ reads }: ImportDeps, scope: Scope, wanted: readonly ReadLink[]): Promise<Set<string>> {
  const pairs = [...new Set(wanted.flatMap(({ pair }) => (pair === null ? [] : [pair])))];
  // An import repeated after a crash finds its own links: adding them again changes nothing.
  const own = new Set(wanted.map(({ command }) => command.linkId));
  const there = await findDuplicates(reads, scope, pairs);
  return new Set(there.flatMap(({ id, pairKey: pair }) => (pair === null || own.has(id) ? [] : [pair])));
}
