/** Imports the rows of a file as links, in slices. A repeated file adds nothing. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Turns } from '../../infra/ports/process/turns.ts';
import { BusyError } from '../../infra/ports/storage/errors.ts';
import type { EventMetadata, EventStore, Feed } from '../../infra/ports/storage/event-store.ts';
import type { Leases } from '../../infra/ports/storage/leases.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { storageTrouble } from '../../infra/ports/storage/storage-trouble.ts';
import { dedupeKey } from '../../projections/rules/dedupe-key.ts';
import { ledger } from '../../projections/views/ledger/ledger.ts';
import { links } from '../../projections/views/links/links.ts';
import { MONEY_COLUMNS } from '../../query-service/contract/answers/exports.ts';
import type { FailedRow, ImportAnswer, SkippedRow } from '../../query-service/contract/answers/imports.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { InputError } from '../contract/schema/parse.ts';
import type { Scope } from '../contract/scope.ts';
import { normalizeTags } from '../contract/tags.ts';
import { DomainError } from '../core/errors.ts';
import { handle, handleLoaded, type Loaded } from '../core/handle.ts';
import { findDuplicates } from '../links/duplicates.ts';
import { waitForHead, waitForViews } from '../links/wait-for-views.ts';
import type { DateOrder, RowField } from '../model/import/commands.ts';
import { type ImportState, importDecider } from '../model/import/decider.ts';
import { type AddLink, CAMPAIGN_DURATION, DEFAULT_DURATION, IMPORTED_PROMOTION_TYPE } from '../model/link/commands.ts';
import type { AgreedTerms } from '../model/terms/events.ts';
import { addImported, type ImportedLink } from './add-imported.ts';
import { currencyIn } from './column-names.ts';
import { type Choice, fieldReader } from './columns.ts';
import { type Csv, type CsvRow, CsvSyntaxError } from './csv.ts';
import { NotTextError } from './decode-text.ts';
import { presentImport, presentUnread } from './import-answer.ts';
import { type AssigneesByName, DAY_FIELDS, parseRow, type RowBody, type RowSettings } from './parse-row.ts';
import { type AgreedSettings, NO_CURRENCY, readAgreed, termsOfRow } from './read-agreed.ts';
import { AMBIGUOUS, readDate } from './read-date.ts';
import { unitIn } from './read-duration.ts';
import { mappingOf, missingColumns, type Reading, readingOf } from './reading.ts';

/** The most rows of a file. */
const MAX_ROWS = 100_000;
/** Rows looked up, recorded and added together. */
const SLICE = 100;
/** The views for which new links are the most work. */
const PACED_BY = [links, ledger];
/** How many slices an import may be ahead of these views, so that its links appear soon after its answer. */
const AHEAD_SLICES = 30;
/** Milliseconds that an import waits for these views before it goes on regardless. */
const PATIENCE_MS = 5_000;
/** Cells that a failed row shows. */
const CELLS_SHOWN = 1_000;
/** Characters of a cell that a failed row shows. */
const CELL_SHOWN = 2_048;
/** Skipped rows that the answer names. */
const SKIPPED_SHOWN = 100;
/** A scope runs one import at a time: how many ms another import waits before it is refused. */
const LEASE_WAIT_MS = 2_000;
const MONEY_LEFT_OUT =
  'Prices, vendors and order numbers are left out: you may not change them in this list. Ask the team’s owner.';

interface ImportDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly reads: ReadStore;
  readonly feed: Pick<Feed<LinkledgerEvent>, 'head'>;
  readonly leases: Leases;
}

export interface ImportOrder {
  readonly importId: string;
  readonly scope: Scope;
  /** The campaign of the scope that the links join; their duration is then 'permanent', whatever the rows say. */
  readonly campaignId: string | null;
  /** The default assignee. */
  readonly userId: string;
  readonly people: AssigneesByName;
  /** The person's choice of fields, by column name. */
  readonly chosen: Choice;
  /** The client link of a file without such a column. */
  readonly clientLink: string | null;
  /** Tags that every link gets. */
  readonly tags: readonly string[];
  /** Terms of a template that every link gets, apart from those of its row; null without one. */
  readonly template: AgreedTerms | null;
  /** The currency of prices that name none; null if the file must name it. */
  readonly currency: string | null;
  /** How days such as 02/03/2026 are read; null if the file must prove it. */
  readonly dateOrder: DateOrder | null;
  /** Also adds links that the scope already has. */
  readonly allowDuplicate: boolean;
  /**
   * Whether the person may change prices in the scope; throws if they may no longer add links to it. Called before each
   * slice of rows.
   */
  readonly authorize: () => Promise<{ readonly money: boolean }>;
  /** Only previews the import. */
  readonly dryRun: boolean;
  readonly newId: () => string;
  readonly metadata: EventMetadata;
}

/** The answer of an import, and the position of its last event. */
interface ImportOutcome {
  readonly answer: ImportAnswer;
  readonly position: number;
}

/**
 * Imports a file. Invalid rows are reported and do not affect the others; in a broken file, the rows before the error
 * are imported.
 * @throws InputError if the header lacks a required column (a dry run returns the header instead, so that columns can
 * be chosen); DomainError `busy` while another import into the scope runs; BusyError if another process took over the
 * scope, or the disk became full.
 */
export async function runImport(deps: ImportDeps, csv: Csv, order: ImportOrder): Promise<ImportOutcome> {
  const reading = await readingOf(deps.reads, csv, order);
  const missing = missingColumns(csv.header, reading.columns, order);
  if (missing !== null && !order.dryRun) throw new InputError({ file: missing });
  if (missing !== null) return { answer: presentUnread(csv, reading, missing), position: 0 };
  if (order.dryRun) return importRows(deps, csv, reading, order, null, null);
  const { importId, scope, metadata } = order;
  return underLease(deps.leases, `import ${scope}`, async (signal) => {
    // Links of the previous import must count as duplicates.
    await waitForHead(deps, [links]);
    const start = { type: 'StartImport', importId, scope, mapping: mappingOf(csv.header, reading, order) } as const;
    const started = await handle(deps.store, importDecider, start, metadata);
    try {
      return await importRows(deps, csv, reading, order, started, signal);
    } catch (error) {
      if (storageTrouble(error) !== 'full') throw error;
      throw new BusyError(
        'The server’s disk is full: only a part of the file was imported. Import the file again later: no link is added twice.',
        { cause: error },
      );
    }
  });
}

/** Runs `work` once, under a lease. A killed process's lease expires, or ends at once on a one-process engine. */
async function underLease<T>(leases: Leases, name: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), LEASE_WAIT_MS);
  let isStarted = false;
  const results: { readonly value: T }[] = [];
  await leases.hold(
    name,
    async (signal) => {
      clearTimeout(timer);
      // The lease was lost and granted again: `work` must not run twice.
      if (signal.aborted || results.length > 0) return;
      if (isStarted) throw new BusyError('The import was interrupted. Import the file again: no link is added twice.');
      isStarted = true;
      results.push({ value: await work(signal) });
    },
    waiting.signal,
  );
  clearTimeout(timer);
  const [result] = results;
  if (result !== undefined) return result.value;
  throw new DomainError(
    'conflict',
    'busy',
    'Another import into the same list is still running. Try again when it is done.',
  );
}

async function importRows(
  deps: ImportDeps,
  csv: Csv,
  reading: Reading,
  order: ImportOrder,
  started: Loaded<ImportState> | null,
  lease: AbortSignal | null,
): Promise<ImportOutcome> {
  const run: ImportRun = {
    deps,
    order,
    reading,
    fieldsOf: fieldReader(csv.header, reading.columns),
    settings: settingsOf(csv.header, reading, order),
    withMoney: false,
    failures: [],
    skipped: [],
    ambiguousDates: { rows: 0, example: '' },
    seen: new Map(),
    counts: { imported: 0, duplicates: 0 },
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
        problem = `We read only the first ${MAX_ROWS.toLocaleString('en')} rows. Import the rest as another file.`;
        break;
      }
      slice.push(row);
      if (slice.length < SLICE) continue;
      await importSlice(run, slice, lease);
      slice = [];
    }
  } catch (error) {
    if (!(error instanceof CsvSyntaxError || error instanceof NotTextError)) throw error;
    problem = error.message;
  }
  await importSlice(run, slice, lease);
  await addAnnounced(run, []);
  const { failures, skipped, counts } = run;
  const importId = run.started === null ? null : order.importId;
  if (run.started !== null) {
    const finish = { type: 'FinishImport', importId: order.importId, failed: failures.length, ...counts } as const;
    const finished = await handleLoaded(run.started, deps.store, importDecider, finish, order.metadata);
    run.position = Math.max(run.position, finished.position);
  }
  const ambiguousDates = run.ambiguousDates.rows === 0 ? null : run.ambiguousDates;
  const lacksCurrency = failures.some(({ reasons }) => reasons.currency === NO_CURRENCY);
  const leavesOut = !run.withMoney && MONEY_COLUMNS.some((field) => reading.columns.includes(field));
  const leftOut = leavesOut ? MONEY_LEFT_OUT : null;
  const found = { ...counts, problem, failures, skipped, ambiguousDates, lacksCurrency, leftOut };
  return { answer: presentImport(csv, reading, importId, found), position: run.position };
}

/** An import in progress. */
interface ImportRun {
  readonly deps: ImportDeps;
  readonly order: ImportOrder;
  readonly reading: Reading;
  readonly fieldsOf: ReturnType<typeof fieldReader>;
  readonly settings: RowSettings & AgreedSettings;
  /** Whether the person may change prices. */
  withMoney: boolean;
  readonly failures: FailedRow[];
  readonly skipped: SkippedRow[];
  readonly ambiguousDates: { rows: number; example: string };
  /** The address pairs of earlier rows of the file, with their lines. */
  readonly seen: Map<string, number>;
  readonly counts: { imported: number; duplicates: number };
  /** Links recorded in the import's stream that are not added yet. */
  announced: readonly ImportedLink[];
  /** Links recorded by an earlier run of the same import. */
  readonly announcedBefore: ReadonlySet<string>;
  position: number;
  /** The positions after each of the last slices, oldest first. */
  readonly milestones: number[];
  /** Whether the import waits for the views. */
  paced: boolean;
  /** The state of the import's stream; null in a dry run. */
  started: Loaded<ImportState> | null;
}

function settingsOf(header: readonly string[], { columns, dateOrder }: Reading, order: ImportOrder) {
  const { people, tags, campaignId } = order;
  const nameOf = (field: RowField) => header[columns.indexOf(field)] ?? '';
  return {
    people,
    tags,
    dateOrder,
    isCampaign: campaignId !== null,
    durationUnit: unitIn(nameOf('duration')),
    linkTypeColumn: nameOf('linkType'),
    typesColumn: nameOf('agreedLinkTypes'),
    currency: order.currency ?? currencyIn(nameOf('price')),
  };
}

async function importSlice(run: ImportRun, slice: readonly CsvRow[], lease: AbortSignal | null): Promise<void> {
  const { deps, order, counts } = run;
  lease?.throwIfAborted();
  run.withMoney = (await order.authorize()).money;
  const read = await readSlice(run, slice);
  const existingPairs = order.allowDuplicate ? new Set<string>() : await knownPairs(deps, order.scope, read);
  const wanted = read.filter(({ pair, line, command }) => {
    if (pair === null || order.allowDuplicate) return true;
    const repeats = run.seen.get(pair) ?? null;
    if (repeats === null && !existingPairs.has(pair)) {
      run.seen.set(pair, line);
      return true;
    }
    if (run.skipped.length < SKIPPED_SHOWN) run.skipped.push({ line, repeats, articleLink: command.articleLink });
    return false;
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
    addAnnounced(run, wanted),
  ]);
  run.started = started;
  await keepPace(run);
}

/** Adds the recorded links; `next` are the links being recorded now. */
async function addAnnounced(run: ImportRun, next: readonly ImportedLink[]): Promise<void> {
  const { announced, order } = run;
  run.announced = next;
  const add = ({ money, ...row }: ImportedLink) =>
    addImported(run.deps.store, { ...row, money: run.withMoney ? money : null }, order.metadata);
  for (const position of await Promise.all(announced.map(add))) run.position = Math.max(run.position, position);
}

/** Waits for views that are too far behind. An import that has waited in vain does not wait again. */
async function keepPace(run: ImportRun): Promise<void> {
  run.milestones.push(run.position);
  const goal = run.milestones.length > AHEAD_SLICES ? run.milestones.shift() : undefined;
  if (!run.paced || goal === undefined) return;
  run.paced = await waitForViews(run.deps.reads, PACED_BY, goal, AbortSignal.timeout(PATIENCE_MS));
}

/** A valid row. `pair` is equal for links with the same addresses. */
interface ReadLink extends ImportedLink {
  readonly line: number;
  readonly pair: string | null;
}

async function readSlice(run: ImportRun, slice: readonly CsvRow[]): Promise<readonly ReadLink[]> {
  const { order, failures, settings } = run;
  const read: ReadLink[] = [];
  const turns = new Turns();
  for (const { row, line, cells } of slice) {
    await turns.rest();
    const own = run.fieldsOf(cells);
    const fields = order.clientLink === null ? own : { clientLink: order.clientLink, ...own };
    const result = parseRow(fields, settings);
    const agreed = readAgreed(fields, settings, run.withMoney);
    if ('reasons' in result || 'reasons' in agreed) {
      const reasons = { ...('reasons' in result && result.reasons), ...('reasons' in agreed && agreed.reasons) };
      const days = DAY_FIELDS.map((field) => fields[field] ?? '');
      const ambiguous = days.find((day) => readDate(day, settings.dateOrder) === AMBIGUOUS);
      if (ambiguous !== undefined) {
        if (run.ambiguousDates.rows === 0) run.ambiguousDates.example = ambiguous.trim().slice(0, 40);
        run.ambiguousDates.rows += 1;
      }
      const shown = cells.slice(0, CELLS_SHOWN).map((cell) => cell.slice(0, CELL_SHOWN));
      failures.push({ row, line, reasons, cells: shown });
      continue;
    }
    const command = commandOf(order, result.body);
    const terms = termsOfRow(agreed.terms, order.template);
    read.push({
      line,
      command,
      agreed: terms,
      money: agreed.money,
      pair: dedupeKey(command.articleLink, command.clientLink),
    });
  }
  return read;
}

function commandOf(order: ImportOrder, body: RowBody): AddLink {
  const promotion = order.campaignId === null ? null : promotionOf(order.campaignId, body);
  // Until a guest post is published, only its site can be visited.
  const site = promotion?.promotionType === 'guest_post' ? promotion.websiteUrl : null;
  const articleLink = body.articleLink ?? site ?? '';
  const { clientLink, duration, liveDate, assignedTo, pocEmail, remarks, anchor, linkType, timelineDate, tags } = body;
  return {
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
    timelineDate: timelineDate ?? null,
    ...(tags && { tags: normalizeTags(tags) }),
    ...promotion,
  };
}

function promotionOf(campaignId: string, { promotionType, websiteUrl, status, timelineDate }: RowBody) {
  return {
    campaignId,
    promotionType: promotionType ?? IMPORTED_PROMOTION_TYPE,
    websiteUrl: websiteUrl ?? null,
    // A link reported as live is checked at once.
    timelineDate: status === 'live' ? null : (timelineDate ?? null),
  };
}

/** The pairs that the scope already has, according to the view. */
async function knownPairs({ reads }: ImportDeps, scope: Scope, wanted: readonly ReadLink[]): Promise<Set<string>> {
  const pairs = [...new Set(wanted.flatMap(({ pair }) => (pair === null ? [] : [pair])))];
  // An import repeated after a crash finds its own links: adding them again changes nothing.
  const own = new Set(wanted.map(({ command }) => command.linkId));
  const found = await findDuplicates(reads, scope, pairs);
  return new Set(found.flatMap(({ id, pairKey: pair }) => (pair === null || own.has(id) ? [] : [pair])));
}
