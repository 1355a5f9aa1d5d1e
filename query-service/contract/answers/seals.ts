/** Answers about the seals of the log. */

/** One line of GET /api/seals?page&pageSize, newest first. `npm run verify -- --seal <count>:<hash>` checks it. */
export interface SealAnswer {
  /** The UTC day, YYYY-MM-DD. */
  readonly day: string;
  /** How many events it covers. */
  readonly count: number;
  /** The hash at the last of them in the hash chain, in hexadecimal digits. */
  readonly hash: string;
  /** An ISO instant. */
  readonly sealedAt: string;
  /** An RFC 3161 timestamp token over the hash, base64; null without one. */
  readonly timestamp: string | null;
}
