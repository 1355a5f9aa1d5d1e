/** The pictures of lost links in a report: screenshots that are kept as evidence, drawn small. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { dayIn } from '../../command-service/contract/calendar.ts';
import type { Scope } from '../../command-service/contract/scope.ts';
import type { IssuePeriod } from '../../command-service/model/report/events.ts';
import { type BlobStore, EVIDENCE } from '../../infra/ports/storage/blob-store.ts';
import { BusyError } from '../../infra/ports/storage/errors.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { BEHIND_ALL, ledger, ledgerEntries } from '../../projections/views/ledger/ledger.ts';
import { links } from '../../projections/views/links/links.ts';
import type { ReportLoss, ReportPicture, ReportRow } from './report-document.ts';

/** The most losses with pictures: two pages of the console, or seven of paper. */
const MOST_LOSSES = 20;
/** The most bytes of all pictures: the printed page and its PDF have at most `MAX_PRINT_BYTES` each. */
const MOST_BYTES = 1_200_000;
/** A picture takes a tenth of a second on an idle machine. */
const MOST_MS = 20_000;
/** MiB of the thread’s heap. The pixels are outside of it. */
const HEAP = { maxOldGenerationSizeMb: 64 };
/** How long the ledger may take to reach the end of the period, in milliseconds. */
const PATIENCE_MS = 5_000;

/** A loss, and the position of its event. */
export interface Loss {
  readonly row: ReportRow;
  readonly linkId: string;
  readonly position: number;
}

interface PictureDeps {
  readonly reads: ReadStore;
  readonly blobs: Pick<BlobStore, 'get'>;
}

interface Evidence {
  readonly hash: string;
  readonly takenAt: string;
}

/**
 * The first losses with their pictures. As in evidence packs, a link that was deleted for good has no pictures.
 * @throws BusyError if the ledger is behind.
 */
export async function lossPictures(
  { reads, blobs }: PictureDeps,
  { scope, period }: { readonly scope: Scope; readonly period: IssuePeriod },
  losses: readonly Loss[],
): Promise<readonly ReportLoss[]> {
  const shown = losses.slice(0, MOST_LOSSES);
  if (shown.length === 0) return [];
  if (!(await reads.reached(ledger, period.position, AbortSignal.timeout(PATIENCE_MS))))
    throw new BusyError('The ledger has not reached the end of the period yet. Try again in a minute.');
  const evidenceOf = await readEvidence(reads, scope, shown);
  const linkIds = [...new Set(shown.map(({ linkId }) => linkId))];
  const kept = new Set(
    (await reads.getMany(links, linkIds)).filter(({ place }) => place !== 'purged').map(({ id }) => id),
  );
  const artist = new Artist();
  const pictureOf = async (linkId: string, evidence: Evidence | undefined): Promise<ReportPicture | null> => {
    if (evidence === undefined) return null;
    const day = dayIn(period.timeZone, evidence.takenAt);
    if (!kept.has(linkId)) return { day, gone: 'deleted' };
    const bytes = await blobs.get(EVIDENCE, evidence.hash);
    if (bytes === null) return { day, gone: 'removed' };
    const url = await artist.draw(bytes);
    return url === null ? { day, gone: 'left-out' } : { day, url };
  };
  try {
    const found: ReportLoss[] = [];
    for (const { row, linkId, position } of shown) {
      const { live, lost } = evidenceOf(linkId, position);
      found.push({ row, live: await pictureOf(linkId, live), lost: await pictureOf(linkId, lost) });
    }
    return found;
  } finally {
    await artist.close();
  }
}

/** Finds the screenshots of a loss: the last of the link while it was live, and that of the loss itself. */
async function readEvidence(reads: ReadStore, scope: Scope, losses: readonly Loss[]) {
  const where = { scope, linkId: losses.map(({ linkId }) => linkId), type: ['LinkStatusChanged', 'EvidenceKept'] };
  const { rows } = await reads.find(ledgerEntries, { where, before: BEHIND_ALL, countUpTo: 1 });
  const events = rows.map(({ event }) => event);
  const changes = events.flatMap((event) => (event.type === 'LinkStatusChanged' ? event : []));
  const screenshots = new Map(
    events.flatMap((event) =>
      event.type === 'EvidenceKept' && event.data.kind === 'screenshot' ? [[event.data.transition, event.data]] : [],
    ),
  );
  return (linkId: string, position: number) => {
    // The newest first.
    const earlier = changes.filter((each) => each.data.linkId === linkId && each.position < position);
    const live = earlier.flatMap(({ id, data }) => (data.to === 'live' ? (screenshots.get(id) ?? []) : []))[0];
    const loss = changes.find((each) => each.position === position);
    return { live, lost: screenshots.get(loss?.id ?? '') };
  };
}

/** Draws pictures in a thread, as long as they fit. */
class Artist {
  readonly #thread = new Worker(new URL('./picture-worker.ts', import.meta.url), {
    resourceLimits: HEAP,
    // The library prints its failures.
    stderr: true,
  });
  readonly #patience = AbortSignal.timeout(MOST_MS);
  #left = MOST_BYTES;

  constructor() {
    // A failure that no picture waits for must not end the process.
    this.#thread.on('error', () => {});
  }

  /** A data URL; null for a picture that does not fit, or that cannot be read. */
  async draw(bytes: Uint8Array): Promise<string | null> {
    try {
      this.#thread.postMessage(bytes);
      const [jpeg] = await once(this.#thread, 'message', { signal: this.#patience });
      if (jpeg === null || jpeg.byteLength > this.#left) return null;
      this.#left -= jpeg.byteLength;
      return `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`;
    } catch {
      return null;
    }
  }

  async close(): Promise<void> {
    await this.#thread.terminate();
  }
}
