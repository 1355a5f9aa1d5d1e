/** The content of an evidence pack's `manifest.json`, and its limits. Imports only types: the page contains it, too. */
import type { ProofRun, ProofSeal, ProvenEvent } from '../../infra/ports/storage/event-proof.ts';

export const PACK_FORMAT = 'linkledger-evidence-pack';

/** The limits of one pack. */
export const PACK_LIMITS = {
  events: 20_000,
  /** Bytes of the events as stored. */
  eventBytes: 32 * 1024 * 1024,
  /** Digests of other events between them and their seals: 32 bytes each. */
  digests: 500_000,
  /** Bytes of all files. */
  fileBytes: 512 * 1024 * 1024,
} as const;

/** Files up to this size together are also inside `index.html`, which can then show and check them alone. */
export const EMBEDDED_BYTES = 64 * 1024 * 1024;

/** The folder of the files. */
export const FILES_FOLDER = 'evidence/';

/** A file that an `EvidenceKept` event of the pack names. */
export interface PackFile {
  /** SHA-256 as the event has it, hexadecimal. */
  readonly hash: string;
  /** The path in the pack. */
  readonly path: string;
  readonly kind: 'screenshot' | 'html';
  /** `missing`: not stored any longer, so not in the pack. `purged`: deleted with its link. */
  readonly state: 'here' | 'missing' | 'purged';
}

export interface PackSubject {
  readonly kind: 'link' | 'client' | 'campaign';
  readonly id: string;
  /** For people: the client's domain, the campaign's name, the address of the article. */
  readonly name: string;
}

/** What the list of links in a pack says about a link. */
export interface PackLink {
  readonly articleLink: string;
  readonly clientLink: string;
  /** `trash` and `purged`: no longer on a list. */
  readonly status: 'live' | 'pending' | 'removed' | 'not-found' | 'trash' | 'purged';
  /** YYYY-MM-DD; null if it was never live. */
  readonly liveDate: string | null;
  /** ISO instants; null for never. */
  readonly lastLiveAt: string | null;
  readonly lastChecked: string | null;
}

export interface PackManifest {
  readonly format: typeof PACK_FORMAT;
  readonly version: 1;
  readonly madeAt: string;
  /** The base URL of the installation. */
  readonly madeBy: string;
  /** The teams whose links these are, or the name of the person. Nothing proves it. */
  readonly agency: string;
  readonly subject: PackSubject;
  /** UTC days, YYYY-MM-DD, both included. */
  readonly from: string;
  readonly to: string;
  /** In the order of the log. */
  readonly events: readonly ProvenEvent[];
  readonly runs: readonly ProofRun[];
  readonly seals: readonly ProofSeal[];
  readonly files: readonly PackFile[];
  /** Whether `index.html` has the files, too. */
  readonly filesInPage: boolean;
  /** Names by user id when the pack was made; '' unknown, null deleted. Nothing proves them. */
  readonly people: Readonly<Record<string, string | null>>;
  /** The links when the pack was made, by id. Nothing proves them. */
  readonly links: Readonly<Record<string, PackLink>>;
  /** The number of records that were left out because they have remarks or tags. */
  readonly leftOut: number;
}
