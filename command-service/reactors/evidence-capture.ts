/**
 * Stores evidence for each status change: a screenshot of the page right after it, and the HTML around the link.
 * Handles one change at a time; results are events, so work is not repeated.
 */
import { type BlobStore, EVIDENCE, type StoredFile } from '../../infra/ports/storage/blob-store.ts';
import type { EventMetadata, EventStore } from '../../infra/ports/storage/event-store.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { type EvidenceFileDoc, evidenceFiles } from '../../projections/views/links/evidence-files.ts';
import type { Screenshot, ScreenshotOrder, ScreenshotReport } from '../contract/check-contract.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import type { Matching, Observation } from '../contract/observation.ts';
import { handle, load } from '../core/handle.ts';
import { streamOf as checkStreamOf } from '../model/check/decider.ts';
import type { LinkChecked, LinkStatusChanged } from '../model/check/events.ts';
import { evidence, streamOf as evidenceStreamOf } from '../model/evidence/decider.ts';
import type { Evidence } from '../model/evidence/events.ts';
import { evidenceFile } from '../model/evidence/file-decider.ts';
import { link, streamOf as linkStreamOf } from '../model/link/decider.ts';
import type { Reactor, ReactorDeps, RecordedOf } from './run-reactor.ts';

export interface EvidenceDeps extends ReactorDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly reads: ReadStore;
  readonly files: BlobStore;
  /** The most bytes stored; 0: evidence is off. */
  readonly quota: number;
  /** Takes a screenshot within its own time limit, or resolves with null if no checker does. null: switched off. */
  readonly takePicture: ((order: ScreenshotOrder, signal: AbortSignal) => Promise<ScreenshotReport | null>) | null;
}

/** Milliseconds after which a page no longer shows the status change. */
export const TOO_LATE_MS = 24 * 60 * 60 * 1000;

const NO_CHECKER: Screenshot = { kind: 'missed', reason: 'no checker could take a screenshot' };
const SUPERSEDED = 'the status had changed again before a picture could be taken';
/** Attempts for one event. */
const ATTEMPTS = 5;
/** The part of the quota that stays used after making room, so that the next files fit without making room again. */
const FILL = 0.95;
/** A file without an event may be one of an issue that is just being made: its event follows, and the view after it. */
const UNNAMED_MS = 60 * 60 * 1000;
/** Hashes looked up at once when room is made. */
const BATCH = 200;

export function evidenceCapture(deps: EvidenceDeps): Reactor {
  const keeper = new Keeper(deps);
  return {
    name: 'evidence',
    failing: 'could not store evidence; trying again',
    giveUp: { attempts: ATTEMPTS, message: 'giving up on the evidence of this event' },
    handlers: {
      async LinkStatusChanged(event, { signal }) {
        await keeper.changed(event, signal);
        return true;
      },
      async LinkPurged(event, { signal }) {
        await keeper.purged(event, signal);
        return true;
      },
    },
  };
}

/** A status change with the check that led to it. */
interface Case {
  readonly checkId: string;
  readonly observation: Observation;
  readonly articleLink: string;
  readonly clientLink: string;
  readonly matching?: Matching;
  /** Whether it is still the link's last status change. */
  readonly isLast: boolean;
}

class Keeper {
  readonly #deps: EvidenceDeps;
  /** The position of the last recorded evidence: the view of files must include it before it is relied on. */
  #recordedAt = 0;

  constructor(deps: EvidenceDeps) {
    this.#deps = deps;
  }

  async changed(event: RecordedOf<'LinkStatusChanged'>, signal: AbortSignal): Promise<void> {
    const { store, files, now, takePicture, quota } = this.#deps;
    const { linkId, to, reason, judgingId } = event.data;
    // Judging a past check again makes no new visit, so there is nothing to capture.
    if (judgingId !== undefined) return;
    if (quota === 0 || reason === 'address-changed' || now().getTime() - Date.parse(event.metadata.at) > TOO_LATE_MS)
      return;
    const past = await load(store, evidence, evidenceStreamOf(linkId));
    this.#recordedAt = Math.max(this.#recordedAt, past.position);
    if (past.state.concluded.has(event.id)) return;
    if ((await load(store, link, linkStreamOf(linkId))).state.status === 'purged') return;
    const found = await this.#caseOf(event);
    if (found === null || !showsSomething(to, found.observation)) return;
    const { checkId, articleLink, clientLink, matching, observation, isLast } = found;
    const picture: Screenshot | null =
      takePicture === null
        ? null
        : isLast
          ? ((await takePicture({ checkId, articleLink, clientLink, ...(matching && { matching }) }, signal))
              ?.screenshot ?? NO_CHECKER)
          : { kind: 'missed', reason: SUPERSEDED };
    if (signal.aborted) return;
    const takenAt = now().toISOString();
    const markup = (picture?.kind === 'taken' ? picture.html : null) ?? markupOf(observation);
    const text = markup === null ? null : Buffer.from(markup);
    // Makes room for both files at once, so that room for one does not remove the other.
    const bytes = (picture?.kind === 'taken' ? picture.webp.byteLength : 0) + (text?.byteLength ?? 0);
    const metadata = { actor: 'checker', correlationId: checkId, causationId: event.id, at: takenAt };
    await this.#makeRoom(bytes, metadata, signal);
    const evidenceFiles: Evidence[] = [];
    if (picture?.kind === 'taken') {
      const { webp, width, height, outlined } = picture;
      const hash = await files.put(EVIDENCE, webp);
      evidenceFiles.push({ kind: 'screenshot', hash, bytes: webp.byteLength, width, height, outlined, takenAt });
    }
    if (text !== null) {
      const hash = await files.put(EVIDENCE, text);
      const noPicture = { width: null, height: null, outlined: null };
      evidenceFiles.push({ kind: 'html', hash, bytes: text.byteLength, ...noPicture, takenAt });
    }
    const { position } = await handle(
      store,
      evidence,
      {
        type: 'RecordEvidence',
        linkId,
        checkId,
        transition: event.id,
        kept: evidenceFiles,
        missed: picture?.kind === 'missed' ? picture.reason : null,
      },
      metadata,
    );
    this.#recordedAt = Math.max(this.#recordedAt, position);
  }

  /** null if the change has no check behind it. */
  async #caseOf(event: RecordedOf<'LinkStatusChanged'>): Promise<Case | null> {
    const { events } = await this.#deps.store.read(checkStreamOf(event.data.linkId));
    const before = events.filter(({ revision }) => revision < event.revision);
    const checked = before.findLast((each): each is typeof each & LinkChecked => each.type === 'LinkChecked');
    if (checked === undefined) return null;
    const { checkId, observation } = checked.data;
    for (const each of before) {
      if (each.type !== 'CheckRequested' || each.data.checkId !== checkId) continue;
      const { articleLink, clientLink, matching } = each.data;
      const isLast = !events.some(({ type, revision }) => type === 'LinkStatusChanged' && revision > event.revision);
      return { checkId, observation, articleLink, clientLink, ...(matching && { matching }), isLast };
    }
    return null;
  }

  /** Removes the link's files, except those that another link refers to. */
  async purged({ data: { linkId } }: RecordedOf<'LinkPurged'>, signal: AbortSignal): Promise<void> {
    const { store, files } = this.#deps;
    const { state, position } = await load(store, evidence, evidenceStreamOf(linkId));
    this.#recordedAt = Math.max(this.#recordedAt, position);
    const hashes = [...state.hashes];
    if (hashes.length === 0) return;
    for (const hash of hashes) {
      const otherDocs = (await this.#references([hash], signal)).filter((doc) => doc.linkId !== linkId);
      if (signal.aborted) return;
      const statuses = await Promise.all(
        otherDocs.map(async (doc) => (await load(store, link, linkStreamOf(doc.linkId))).state.status),
      );
      if (statuses.every((status) => status === 'purged')) await files.remove(EVIDENCE, hash);
    }
  }

  /** Removes files until this many more bytes fit in the quota. Each is recorded first. */
  async #makeRoom(bytes: number, metadata: EventMetadata, signal: AbortSignal): Promise<void> {
    const { store, files, quota } = this.#deps;
    let total = (await files.size(EVIDENCE)) + bytes;
    if (total <= quota) return;
    for (const { hash, bytes: size } of await this.#leastMissed(await files.list(EVIDENCE), signal)) {
      if (total <= quota * FILL) break;
      await handle(store, evidenceFile, { type: 'RecordRemoval', hash, bytes: size }, metadata);
      await files.remove(EVIDENCE, hash);
      total -= size;
    }
  }

  /**
   * Files without a status change (left by a crash) first, then the others, each group oldest first. The files of
   * reports count in the quota, and stay, also while an issue is being made.
   */
  async #leastMissed(all: readonly StoredFile[], signal: AbortSignal): Promise<readonly StoredFile[]> {
    const shown = new Set<string>();
    const issued = new Set<string>();
    for (let at = 0; at < all.length; at += BATCH) {
      const rows = await this.#references(
        all.slice(at, at + BATCH).map(({ hash }) => hash),
        signal,
      );
      for (const { hash, kind } of rows) (kind === 'report' ? issued : shown).add(hash);
    }
    const abandoned = this.#deps.now().getTime() - UNNAMED_MS;
    return [
      ...all.filter(({ hash, storedAt }) => !shown.has(hash) && !issued.has(hash) && storedAt < abandoned),
      ...all.filter(({ hash }) => shown.has(hash) && !issued.has(hash)),
    ];
  }

  /** The links that refer to the files, once the view includes all recorded evidence. */
  async #references(hashes: readonly string[], signal: AbortSignal): Promise<readonly EvidenceFileDoc[]> {
    const { reads } = this.#deps;
    await reads.reached(evidenceFiles, this.#recordedAt, signal);
    return (await reads.find(evidenceFiles, { where: { hash: hashes } })).rows;
  }
}

/** Whether the page is worth showing: always for live or removed, else if the site sent one (such as a block page). */
function showsSomething(to: LinkStatusChanged['data']['to'], { visits }: Observation): boolean {
  const shown = visits.some(
    ({ httpStatus, contentType, error }) =>
      httpStatus !== null && /^(text\/html|application\/xhtml)/.test(contentType ?? '') && error === null,
  );
  return shown || (to !== 'pending' && visits.every(({ error }) => error?.code !== 'not-html'));
}

/** The matched elements as the check saw them; null without a match. */
function markupOf({ visits }: Observation): string | null {
  const seen = visits.findLast(({ matches }) => matches.length > 0);
  return seen === undefined ? null : seen.matches.map(({ snippet }) => snippet).join('\n');
}
