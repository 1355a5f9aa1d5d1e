/** Makes evidence packs: what happened to links in a range of days, with the proof. */
import type { Readable } from 'node:stream';
import type { Principal } from '../../infra/ports/process/principal.ts';
import { type BlobStore, EVIDENCE } from '../../infra/ports/storage/blob-store.ts';
import type { ProveEvents, ProvenEvent } from '../../infra/ports/storage/event-proof.ts';
import type { EventStore } from '../../infra/ports/storage/event-store.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { dayOf } from '../contract/schema/days.ts';
import type { EvidenceKind } from '../model/evidence/events.ts';
import { type ChosenEvents, chooseEvents, type PackChoice, type WantedSubject } from './choose-events.ts';
import {
  EMBEDDED_BYTES,
  FILES_FOLDER,
  PACK_FORMAT,
  PACK_LIMITS,
  type PackFile,
  type PackManifest,
} from './pack-format.ts';
import { pageOf } from './page/page.ts';
import { writeZip, type ZipEntry } from './write-zip.ts';

interface PackDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly reads: ReadStore;
  readonly files: Pick<BlobStore, 'get'>;
  readonly prove: ProveEvents;
  /** Base URL of our pages, without a trailing slash. */
  readonly publicUrl: string;
  readonly now: () => Date;
}

interface WantedPack extends PackChoice {
  readonly subject: WantedSubject;
  /** UTC days without gaps, ascending. */
  readonly days: readonly string[];
}

export type MadePack =
  | { readonly kind: 'pack'; readonly name: string; readonly events: number; readonly zip: Readable }
  | { readonly kind: 'no-events' | 'too-large' }
  /** The log differs from the sealed log; the message is for operators. */
  | { readonly kind: 'does-not-fit'; readonly message: string };

/** A file that a record names, before we know whether it is still stored. */
interface WantedFile {
  readonly hash: string;
  readonly path: string;
  readonly kind: EvidenceKind;
  readonly bytes: number;
  readonly isPurged: boolean;
}

const EXTENSIONS: Readonly<Record<EvidenceKind, string>> = { screenshot: 'webp', html: 'html.txt' };

export class EvidencePacks {
  readonly #deps: PackDeps;

  constructor(deps: PackDeps) {
    this.#deps = deps;
  }

  /** @throws DomainError `not-found` for a subject that does not exist or that the person may not see. */
  async make(principal: Principal, { subject, days, ...choice }: WantedPack): Promise<MadePack> {
    const { prove, publicUrl, now } = this.#deps;
    const chosen = await chooseEvents(this.#deps, principal, subject, days, choice);
    if (chosen === 'too-many') return { kind: 'too-large' };
    if (chosen.positions.length === 0) return { kind: 'no-events' };
    const proof = await prove(chosen.positions, { digests: PACK_LIMITS.digests, bytes: PACK_LIMITS.eventBytes });
    if (proof.kind !== 'proof') return proof;
    // The proof of many events takes a while.
    await chosen.confirm();
    const wanted = filesOf(proof.events, chosen.purgedLinks);
    const bytes = wanted.reduce((sum, file) => sum + file.bytes, 0);
    if (bytes > PACK_LIMITS.fileBytes) return { kind: 'too-large' };
    const madeAt = now();
    const [from = '', to = ''] = [days[0], days.at(-1)];
    const manifest: PackManifest = {
      ...{ format: PACK_FORMAT, version: 1, madeAt: madeAt.toISOString(), madeBy: publicUrl, agency: chosen.agency },
      ...{ subject: chosen.subject, from, to: to > dayOf(madeAt) ? dayOf(madeAt) : to },
      ...{ events: proof.events, runs: proof.runs, seals: proof.seals },
      ...{ files: [], filesInPage: bytes <= EMBEDDED_BYTES, people: chosen.people, links: chosen.links },
      leftOut: chosen.leftOut,
    };
    return {
      kind: 'pack',
      name: `evidence-${slugOf(chosen)}-${from}-${manifest.to}.zip`,
      events: proof.events.length,
      zip: writeZip(this.#entries(manifest, wanted, chosen.confirm), madeAt),
    };
  }

  /** The files, then the manifest, which says whether each file is in the pack. */
  async *#entries(
    begun: PackManifest,
    wanted: readonly WantedFile[],
    confirm: () => Promise<void>,
  ): AsyncGenerator<ZipEntry> {
    const files: PackFile[] = [];
    for (const { hash, path, kind, isPurged } of wanted) {
      await confirm();
      const bytes = isPurged ? null : await this.#deps.files.get(EVIDENCE, hash);
      files.push({ hash, path, kind, state: isPurged ? 'purged' : bytes === null ? 'missing' : 'here' });
      if (bytes !== null) yield { path, content: [bytes], compress: kind === 'html' };
    }
    const manifest = { ...begun, files };
    yield { path: 'manifest.json', content: manifestText(manifest), compress: true };
    yield { path: 'index.html', content: this.#page(manifest), compress: true };
  }

  async *#page(manifest: PackManifest): AsyncGenerator<string> {
    const [head, tail] = pageOf(manifest);
    yield head;
    yield '<script type="application/json" id="manifest">';
    yield* manifestText(manifest);
    yield '</script>\n';
    for (const { hash, state } of manifest.filesInPage ? manifest.files : []) {
      const bytes = state === 'here' ? await this.#deps.files.get(EVIDENCE, hash) : null;
      if (bytes === null) continue;
      yield `<script type="text/plain" id="file-${hash}">${Buffer.from(bytes).toString('base64')}</script>\n`;
    }
    yield tail;
  }
}

/** The manifest as JSON, in pieces. No text in it can end an element of the page. */
function* manifestText({ events, runs, ...rest }: PackManifest): Generator<string> {
  const head = jsonOf(rest);
  yield `${head.slice(0, -1)},\n"events":[`;
  for (const [index, event] of events.entries()) yield `${index === 0 ? '\n' : ',\n'}${jsonOf(event)}`;
  yield '\n],\n"runs":[';
  for (const [index, run] of runs.entries()) yield `${index === 0 ? '\n' : ',\n'}${jsonOf(run)}`;
  yield '\n]}\n';
}

function jsonOf(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** Each file that the events name, once. */
function filesOf(events: readonly ProvenEvent[], purgedLinks: ReadonlySet<string>): readonly WantedFile[] {
  const files = new Map<string, WantedFile>();
  for (const { type, data } of events) {
    if (type !== 'EvidenceKept') continue;
    const { hash, kind, bytes, linkId } = JSON.parse(data) as {
      readonly [Name in 'hash' | 'linkId']: string;
    } & { readonly kind: EvidenceKind; readonly bytes: number };
    // A file that several links share stays while one of them does.
    const isPurged = purgedLinks.has(linkId) && (files.get(hash)?.isPurged ?? true);
    files.set(hash, { hash, path: `${FILES_FOLDER}${hash}.${EXTENSIONS[kind]}`, kind, bytes, isPurged });
  }
  return [...files.values()];
}

/** The subject as a part of a file name. */
function slugOf({ subject: { kind, name } }: ChosenEvents): string {
  const text = kind === 'link' ? (URL.parse(name)?.hostname ?? '') : name;
  const slug = text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '');
  return (slug || kind).slice(0, 60);
}
