/** Verifies an evidence pack: its records against their seals, its files against the records, and its page against both. */
import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import * as yup from 'yup';
import { checkRecords, type PackProblem } from '../../../../command-service/evidence-packs/check-pack.ts';
import { PACK_FORMAT, PACK_LIMITS, type PackManifest } from '../../../../command-service/evidence-packs/pack-format.ts';
import { pageOf } from '../../../../command-service/evidence-packs/page/page.ts';
import { checkTimestamp, timeOfTimestamp } from '../../../ledger/timestamp.ts';
import type { KnownSeal } from '../../../ledger/verify-log.ts';
import { StartError } from '../../../ports/process/start-error.ts';

interface PackReport {
  readonly events: number;
  /** How many of them a seal covers. */
  readonly sealed: number;
  readonly files: number;
  /** Files that were no longer stored when the pack was made. */
  readonly filesGone: number;
  readonly seals: readonly {
    readonly day: string;
    readonly count: number;
    readonly hash: string;
    readonly time: string | null;
  }[];
  /** Hashes of the last records, which no seal covered yet. */
  readonly unsealed: readonly KnownSeal[];
  readonly problems: readonly { readonly kind: string; readonly message: string }[];
  /** Notes that are not problems. */
  readonly notes: readonly string[];
}

interface PackOptions {
  /** Seals from elsewhere that the pack must have. */
  readonly knownSeals?: readonly KnownSeal[];
  /** PEM texts of the authorities that must have issued the timestamps. */
  readonly trusted?: readonly string[];
}

/** The largest part of a pack that is read: a page with the largest content. */
const MAX_ENTRY_BYTES = 4 * PACK_LIMITS.fileBytes;

const text = yup.string().defined();
const count = yup.number().integer().min(0).required();
const MANIFEST = yup.object({
  format: yup.string().oneOf([PACK_FORMAT]).required(),
  version: yup.number().oneOf([1]).required(),
  subject: yup.object({ kind: text, id: text, name: text }),
  events: yup
    .array(
      yup.object({
        n: count,
        stream: text,
        revision: text,
        id: text,
        type: text,
        metadata: text,
        data: text,
        digest: text,
      }),
    )
    .required(),
  runs: yup
    .array(
      yup.object({
        ...{ after: count, before: text, count, hash: text, sealed: text.nullable() },
        steps: yup
          .array(yup.mixed((step): step is string | number => /^(string|number)$/.test(typeof step)).required())
          .required(),
      }),
    )
    .required(),
  seals: yup.array(yup.object({ day: text, count, hash: text, timestamp: text.nullable() })).required(),
  files: yup
    .array(
      yup.object({
        hash: text,
        path: text,
        kind: text,
        state: yup.string().oneOf(['here', 'missing', 'purged']).required(),
      }),
    )
    .required(),
  filesInPage: yup.boolean().required(),
});

/** @throws StartError if the file is not an evidence pack that can be checked. */
export async function verifyPack(
  file: string,
  { knownSeals = [], trusted = [] }: PackOptions = {},
): Promise<PackReport> {
  const pack = await openPack(file);
  try {
    const manifestBytes = await pack.read('manifest.json');
    const manifest = parseManifest(file, manifestBytes);
    const wrong = drain(checkRecords(manifest, sha256));
    const problems = wrong.map((problem) => described(problem, manifest));
    let files = 0;
    for (const [index, { path, hash: wanted, state }] of manifest.files.entries()) {
      if (state !== 'here') continue;
      const bytes = await pack.read(path);
      if (bytes === null) problems.push(described({ kind: 'file-absent', index }, manifest));
      else if (hash('sha256', bytes) !== wanted) problems.push(described({ kind: 'file', index }, manifest));
      else files += 1;
    }
    problems.push(...unnamedFiles(manifest), ...comparedSeals(manifest, knownSeals));
    for (const { day, hash: sealed, timestamp } of manifest.seals) {
      const wrong = timestamp === null ? null : await checkTimestamp(timestamp, sealed, trusted);
      if (wrong !== null) {
        problems.push({
          kind: 'timestamp-invalid',
          message: `The timestamp of the seal of ${day} is not valid: ${wrong}`,
        });
      }
    }
    const page = checkPage(await pack.read('index.html'), manifest, String(manifestBytes));
    problems.push(...page.problems);
    const open = manifest.runs.filter(({ sealed }) => sealed === null);
    return {
      events: manifest.events.length,
      sealed: sealedRecords(manifest, wrong),
      files,
      filesGone: manifest.files.filter(({ state }) => state !== 'here').length,
      seals: manifest.seals.map(({ day, count: events, hash: sealed, timestamp }) => {
        return { day, count: events, hash: sealed, time: timestamp === null ? null : timeOf(timestamp) };
      }),
      unsealed: open.map(({ count: events, hash: last }) => ({ count: events, hash: last })),
      problems,
      notes: page.notes,
    };
  } finally {
    pack.close();
  }
}

/** How many records of the pack are proven by a seal: unchanged ones in runs that fit. */
function sealedRecords({ events, runs }: PackManifest, wrong: readonly PackProblem[]): number {
  const indexes = (kind: PackProblem['kind']) =>
    new Set(wrong.flatMap((problem) => (problem.kind === kind ? [problem.index] : [])));
  const [brokenRuns, changedRecords] = [indexes('run'), indexes('record')];
  const proven = runs.flatMap(({ sealed, steps }, at) => (sealed === null || brokenRuns.has(at) ? [] : steps));
  const steps = new Set(proven);
  return [...events.keys()].filter((index) => steps.has(index) && !changedRecords.has(index)).length;
}

/** The report for people. */
export function describePack(report: PackReport): string {
  const number = (value: number) => value.toLocaleString('en');
  const { events, sealed, files, filesGone, seals, unsealed, problems, notes } = report;
  const gone = filesGone === 0 ? '' : `, and ${number(filesGone)} that were no longer stored when it was made`;
  return [
    `Events: ${number(events)}, ${number(sealed)} of them under a seal; files: ${number(files)}${gone}.`,
    ...seals.map(({ day, count: last, hash: value, time }) => {
      return `Seal of ${day}: event ${number(last)}, ${value}${time === null ? '' : `, timestamp of ${time}`}`;
    }),
    ...unsealed.map(({ count: last, hash: value }) => `Not sealed yet: event ${number(last)}, ${value}`),
    ...notes,
    ...(problems.length === 0
      ? ['Everything fits. Compare a seal with one that you kept (--seal), or a number and hash above with the log.']
      : problems.map(({ message }) => `✗ ${message}`)),
  ].join('\n');
}

function sha256(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hash('sha256', bytes, 'buffer'));
}

function drain(run: ReturnType<typeof checkRecords>): readonly PackProblem[] {
  for (let step = run.next(); ; step = run.next()) if (step.done === true) return step.value;
}

function described(problem: PackProblem, { events, files, runs }: PackManifest): PackReport['problems'][number] {
  const { kind, index } = problem;
  const event = events[index];
  const record = `Event ${event?.n} (${event?.type} ${event?.id})`;
  const run = runs[index];
  const file = files[index]?.path;
  const messages: Readonly<Record<PackProblem['kind'], string>> = {
    record: `${record} was changed.`,
    unproven: `${record} has no proof.`,
    run: `The proof of events ${(run?.after ?? 0) + 1} to ${run?.count} does not lead to its ${run?.sealed === null ? 'hash' : `seal of ${run?.sealed}`}.`,
    file: `The file ${file} was changed.`,
    'file-absent': `The file ${file} is missing.`,
  };
  return { kind, message: messages[kind] };
}

/** Files that a record names but the manifest lacks, and the reverse. */
function unnamedFiles({ events, files }: PackManifest): PackReport['problems'] {
  const named = new Set(
    events.flatMap(({ type, data }) =>
      type === 'EvidenceKept' ? [/"hash":"([0-9a-f]{64})"/.exec(data)?.[1] ?? ''] : [],
    ),
  );
  const listed = new Set(files.map((file) => file.hash));
  return [
    ...[...named].filter((each) => !listed.has(each)).map((each) => `The manifest lacks the file ${each} of a record.`),
    ...[...listed].filter((each) => !named.has(each)).map((each) => `No record names the file ${each}.`),
  ].map((message) => ({ kind: 'files-differ', message }));
}

function comparedSeals({ runs }: PackManifest, knownSeals: readonly KnownSeal[]): PackReport['problems'] {
  return knownSeals.flatMap((seal) => {
    const found = runs.find((run) => run.count === seal.count);
    if (found?.hash === seal.hash.toLowerCase()) return [];
    const message =
      found === undefined
        ? `The pack has no seal of event ${seal.count}.`
        : `The seal of event ${seal.count} has the hash ${seal.hash}, but the pack has ${found.hash}: one of them was changed.`;
    return [{ kind: 'seal-differs', message }];
  });
}

/** Compares what the page shows with the rest of the pack. */
function checkPage(
  bytes: Uint8Array | null,
  manifest: PackManifest,
  manifestText: string,
): Pick<PackReport, 'problems' | 'notes'> {
  if (bytes === null)
    return { problems: [{ kind: 'page-missing', message: 'The page index.html is missing.' }], notes: [] };
  const page = Buffer.from(bytes).toString();
  const [head, tail] = pageOf(manifest);
  const [, shown] = /<script type="application\/json" id="manifest">([^<]*)<\/script>/.exec(page) ?? [];
  const problems =
    shown === manifestText
      ? []
      : [{ kind: 'page-differs', message: 'The page index.html shows other records than manifest.json has.' }];
  for (const [, wanted = '', base64 = ''] of page.matchAll(
    /<script type="text\/plain" id="file-([0-9a-f]{64})">([^<]*)<\/script>/g,
  )) {
    if (hash('sha256', Buffer.from(base64, 'base64')) !== wanted) {
      problems.push({ kind: 'page-differs', message: `The file ${wanted} inside index.html was changed.` });
    }
  }
  const isOurs = page.startsWith(head) && page.endsWith(tail);
  const notes = isOurs
    ? []
    : ['The page index.html is from another version of Linkledger, or was changed: do not rely on it.'];
  return { problems, notes };
}

function parseManifest(file: string, bytes: Uint8Array | null): PackManifest {
  if (bytes === null)
    throw new StartError(`${file} has no readable manifest.json: it is not an evidence pack, or it is damaged.`);
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString());
    MANIFEST.validateSync(value, { strict: true });
    return value as PackManifest;
  } catch (error) {
    throw new StartError(
      `The manifest.json of ${file} cannot be read: ${error instanceof Error ? error.message : error}`,
    );
  }
}

function timeOf(timestamp: string): string | null {
  try {
    return timeOfTimestamp(timestamp).toISOString();
  } catch {
    return null;
  }
}

/** Opens the zip file. `read` returns null for a missing or damaged part. */
async function openPack(file: string) {
  const entries = new Map<string, Entry>();
  let zip: ZipFile;
  try {
    zip = await yauzl.openPromise(file, { autoClose: false });
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  } catch (error) {
    throw new StartError(`${file} cannot be read as a zip file: ${error instanceof Error ? error.message : error}`);
  }
  return {
    async read(name: string): Promise<Uint8Array | null> {
      const entry = entries.get(name);
      if (entry === undefined || entry.uncompressedSize > MAX_ENTRY_BYTES) return null;
      try {
        return await buffer(await zip.openReadStreamPromise(entry));
      } catch {
        return null;
      }
    },
    close: () => zip.close(),
  };
}
