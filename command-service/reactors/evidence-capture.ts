/**
 * Keeps what shows each change of status: a picture of the page as it was right after, and the markup round the link.
 * One change at a time; what was dealt with stands in the log, so that it is not repeated.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type BlobStore, EVIDENCE } from '../../infra/ports/blob-store.ts';
import type { EventStore, RecordedEvent } from '../../infra/ports/event-store.ts';
import type { ReadStore } from '../../infra/ports/read-store.ts';
import { type EvidenceFileDoc, evidenceFiles } from '../../projections/views/links/evidence-files.ts';
import type { Screenshot, ScreenshotOrder } from '../check-contract.ts';
import { streamOf as checkStreamOf } from '../deciders/check.ts';
import { evidence, streamOf as evidenceStreamOf } from '../deciders/evidence.ts';
import { link, streamOf as linkStreamOf } from '../deciders/link.ts';
import type { LinkChecked, LinkStatusChanged } from '../events/check.ts';
import type { Evidence } from '../events/evidence.ts';
import type { LinkPurged } from '../events/link.ts';
import type { Observation } from '../events/observation.ts';
import type { LinkledgerEvent } from '../events.ts';
import { handle, load } from '../handle.ts';
import { type FollowerDeps, runReactor } from './run-reactor.ts';

export interface EvidenceDeps extends FollowerDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly reads: ReadStore;
  readonly files: BlobStore;
  /** Most bytes kept; 0: nothing is kept. */
  readonly quota: number;
  /** Takes a screenshot within a time limit of its own and never rejects; null where screenshots are switched off. */
  readonly takePicture: ((order: ScreenshotOrder, signal: AbortSignal) => Promise<Screenshot>) | null;
  readonly now: () => Date;
}

/** A page that changed its status longer ago (ms) shows something else by now. */
export const TOO_LATE_MS = 24 * 60 * 60 * 1000;

const SUPERSEDED = 'the status had changed again before a picture could be taken';
/** How often an event is tried that fails. */
const ATTEMPTS = 5;
/** Room is made for a little more than is needed, so that it need not be made each time. */
const FILL = 0.95;
const POLL_MS = 50;
/** Hashes looked up at once when room is made. */
const BATCH = 200;

/** Follows the log until aborted. */
export function keepEvidence(deps: EvidenceDeps, signal: AbortSignal): Promise<void> {
  const keeper = new Keeper(deps, signal);
  return runReactor(
    deps,
    {
      name: 'evidence',
      failing: 'evidence cannot be kept at the moment; trying again',
      giveUp: { attempts: ATTEMPTS, words: 'evidence of this event is given up' },
      async onEvent(event) {
        if (event.type === 'LinkStatusChanged') await keeper.changed(event);
        else if (event.type === 'LinkPurged') await keeper.purged(event);
        else return false;
        return true;
      },
    },
    signal,
  );
}

type Transition = RecordedEvent<LinkledgerEvent> & LinkStatusChanged;
type Purge = RecordedEvent<LinkledgerEvent> & LinkPurged;

/** A change of status with the check that led to it. */
interface Case {
  readonly checkId: string;
  readonly observation: Observation;
  readonly articleLink: string;
  readonly clientLink: string;
  /** It is still the link's last change. */
  readonly isLast: boolean;
}

class Keeper {
  readonly #deps: EvidenceDeps;
  readonly #signal: AbortSignal;
  /** Where the last evidence was recorded: the view of files has to have seen it before it is relied on. */
  #recordedAt = 0;

  constructor(deps: EvidenceDeps, signal: AbortSignal) {
    this.#deps = deps;
    this.#signal = signal;
  }

  async changed(event: Transition): Promise<void> {
    const { store, files, now, takePicture, quota } = this.#deps;
    const { linkId, to, reason } = event.data;
    if (quota === 0 || reason === 'address-changed' || now().getTime() - Date.parse(event.metadata.at) > TOO_LATE_MS)
      return;
    const past = await load(store, evidence, evidenceStreamOf(linkId));
    this.#recordedAt = Math.max(this.#recordedAt, past.position);
    if (past.state.concluded.has(event.id)) return;
    if ((await load(store, link, linkStreamOf(linkId))).state.place === 'purged') return;
    const found = await this.#caseOf(event);
    if (found === null || !showsSomething(to, found.observation)) return;
    const { checkId, articleLink, clientLink, observation, isLast } = found;
    const picture: Screenshot | null =
      takePicture === null
        ? null
        : isLast
          ? await takePicture({ checkId, articleLink, clientLink }, this.#signal)
          : { kind: 'missed', reason: SUPERSEDED };
    if (this.#signal.aborted) return;
    const takenAt = now().toISOString();
    const markup = (picture?.kind === 'taken' ? picture.html : null) ?? markupOf(observation);
    const text = markup === null ? null : Buffer.from(markup);
    // For both at once: room for one must not be made at the cost of the other.
    await this.#makeRoom((picture?.kind === 'taken' ? picture.webp.byteLength : 0) + (text?.byteLength ?? 0));
    const kept: Evidence[] = [];
    if (picture?.kind === 'taken') {
      const { webp, width, height, outlined } = picture;
      const hash = await files.put(EVIDENCE, webp);
      kept.push({ kind: 'screenshot', hash, bytes: webp.byteLength, width, height, outlined, takenAt });
    }
    if (text !== null) {
      const hash = await files.put(EVIDENCE, text);
      const none = { width: null, height: null, outlined: null };
      kept.push({ kind: 'html', hash, bytes: text.byteLength, ...none, takenAt });
    }
    const { position } = await handle(
      store,
      evidence,
      {
        type: 'RecordEvidence',
        linkId,
        checkId,
        transition: event.id,
        kept,
        missed: picture?.kind === 'missed' ? picture.reason : null,
      },
      { actor: 'checker', correlationId: checkId, causationId: event.id, at: takenAt },
    );
    this.#recordedAt = Math.max(this.#recordedAt, position);
  }

  /** null where no check led to the change. */
  async #caseOf(event: Transition): Promise<Case | null> {
    const { events } = await this.#deps.store.read(checkStreamOf(event.data.linkId));
    const before = events.filter(({ revision }) => revision < event.revision);
    const checked = before.findLast((each): each is typeof each & LinkChecked => each.type === 'LinkChecked');
    if (checked === undefined) return null;
    const { checkId, observation } = checked.data;
    for (const each of before) {
      if (each.type !== 'CheckRequested' || each.data.checkId !== checkId) continue;
      const { articleLink, clientLink } = each.data;
      const isLast = !events.some(({ type, revision }) => type === 'LinkStatusChanged' && revision > event.revision);
      return { checkId, observation, articleLink, clientLink, isLast };
    }
    return null;
  }

  /** Removes the link's files, except those that another link refers to. */
  async purged({ data: { linkId } }: Purge): Promise<void> {
    const { store, files } = this.#deps;
    const { state, position } = await load(store, evidence, evidenceStreamOf(linkId));
    this.#recordedAt = Math.max(this.#recordedAt, position);
    const hashes = [...state.hashes];
    if (hashes.length === 0) return;
    for (const hash of hashes) {
      const others = (await this.#references([hash])).filter((doc) => doc.linkId !== linkId);
      if (this.#signal.aborted) return;
      const places = await Promise.all(
        others.map(async (doc) => (await load(store, link, linkStreamOf(doc.linkId))).state.place),
      );
      if (places.every((place) => place === 'purged')) await files.remove(EVIDENCE, hash);
    }
  }

  /** Removes files, if need be, until so many bytes more stay within the quota. */
  async #makeRoom(bytes: number): Promise<void> {
    const { files, quota } = this.#deps;
    const all = await files.list(EVIDENCE);
    let total = all.reduce((sum, file) => sum + file.bytes, bytes);
    if (total <= quota) return;
    for (const file of await this.#leastMissed(all)) {
      if (total <= quota * FILL) break;
      await files.remove(EVIDENCE, file.hash);
      total -= file.bytes;
    }
  }

  /** Files that show no change of status (a crash left them) first, then the others, each from the oldest on. */
  async #leastMissed<File extends { readonly hash: string }>(all: readonly File[]): Promise<readonly File[]> {
    const shown = new Set<string>();
    for (let at = 0; at < all.length; at += BATCH) {
      const rows = await this.#references(all.slice(at, at + BATCH).map(({ hash }) => hash));
      for (const { hash } of rows) shown.add(hash);
    }
    return [...all.filter(({ hash }) => !shown.has(hash)), ...all.filter(({ hash }) => shown.has(hash))];
  }

  /** Who refers to the files, once the view knows of everything that was recorded so far. */
  async #references(hashes: readonly string[]): Promise<readonly EvidenceFileDoc[]> {
    const { reads } = this.#deps;
    while ((await reads.position(evidenceFiles)) < this.#recordedAt && !this.#signal.aborted) await pause(POLL_MS);
    return (await reads.find(evidenceFiles, { where: { hash: hashes } })).rows;
  }
}

/** Whether a page stands behind the change: always where something is claimed, else where one was shown (a block page). */
function showsSomething(to: LinkStatusChanged['data']['to'], { visits }: Observation): boolean {
  const shown = visits.some(
    ({ httpStatus, contentType, error }) =>
      httpStatus !== null && /^(text\/html|application\/xhtml)/.test(contentType ?? '') && error === null,
  );
  return shown || (to !== 'pending' && visits.every(({ error }) => error?.code !== 'not-html'));
}

/** The matched elements as the check saw them; null where there were none. */
function markupOf({ visits }: Observation): string | null {
  const seen = visits.findLast(({ matches }) => matches.length > 0);
  return seen === undefined ? null : seen.matches.map(({ snippet }) => snippet).join('\n');
}
