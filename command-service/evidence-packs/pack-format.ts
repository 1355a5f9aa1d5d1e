/** What an evidence pack holds, as its `manifest.json` has it, and how large it may be. Imports nothing: the page has it, too. */

export const PACK_FORMAT = 'linkledger-evidence-pack';

/** The most that one pack has. */
export const PACK_LIMITS = {
  events: 20_000,
  /** Bytes of the events as stored. */
  eventBytes: 32 * 1024 * 1024,
  /** Digests of other events between them and their seals: 32 bytes each. */
  digests: 500_000,
  /** Bytes of all files. */
  fileBytes: 512 * 1024 * 1024,
} as const;

/** Files up to this size together are also inside `index.html`, which then shows and checks them by itself. */
export const EMBEDDED_BYTES = 64 * 1024 * 1024;

/** The folder of the files. */
export const FILES_FOLDER = 'evidence/';

/** An event with the bytes that its digest covers (infra/ledger/chain.ts). */
export interface PackEvent {
  /** Its number in the log, from 1. */
  readonly n: number;
  readonly stream: string;
  /** Decimal digits. */
  readonly revision: string;
  readonly id: string;
  readonly type: string;
  /** JSON as stored: personal values are encrypted. */
  readonly metadata: string;
  readonly data: string;
  /** SHA-256, hexadecimal. */
  readonly digest: string;
}

/** The events from number `after` + 1 to `count`, in order. */
export interface PackRun {
  readonly after: number;
  /** The hash of event `after`, hexadecimal. */
  readonly before: string;
  /** Digests of events that are not in the pack, base64, 32 bytes each; or the index of an event of the pack. */
  readonly steps: readonly (string | number)[];
  readonly count: number;
  /** The hash of event `count`, hexadecimal. */
  readonly hash: string;
  /** The day of the seal that has this count and hash; null: not sealed when the pack was made. */
  readonly sealed: string | null;
}

/** A seal that a run ends with. */
export interface PackSeal {
  /** YYYY-MM-DD, UTC. */
  readonly day: string;
  readonly count: number;
  readonly hash: string;
  /** An RFC 3161 timestamp token over the hash, base64; null without one. */
  readonly timestamp: string | null;
}

/** A file that an `EvidenceKept` event of the pack names. */
export interface PackFile {
  /** SHA-256 as the event has it, hexadecimal. */
  readonly hash: string;
  /** In the pack. */
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

export interface PackManifest {
  readonly format: typeof PACK_FORMAT;
  readonly version: 1;
  readonly madeAt: string;
  /** The base URL of the installation. */
  readonly madeBy: string;
  readonly subject: PackSubject;
  /** UTC days, YYYY-MM-DD, both included. */
  readonly from: string;
  readonly to: string;
  /** In the order of the log. */
  readonly events: readonly PackEvent[];
  readonly runs: readonly PackRun[];
  readonly seals: readonly PackSeal[];
  readonly files: readonly PackFile[];
  /** Whether `index.html` has the files, too. */
  readonly filesInPage: boolean;
  /** Names by user id, as they were known when the pack was made; '' unknown, null deleted. Nothing proves them. */
  readonly people: Readonly<Record<string, string | null>>;
  /** The addresses of the links when the pack was made. Nothing proves them. */
  readonly links: Readonly<Record<string, { readonly articleLink: string; readonly clientLink: string }>>;
}
