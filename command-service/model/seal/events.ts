/** The events of the log's seals. */

import type { Event } from '../../contract/event.ts';

/**
 * The hash at the log's event `count`, whose position is `position`. `day`: the UTC day of the seal, YYYY-MM-DD.
 * `timestamp`: an RFC 3161 token over the hash, base64; null without one. The hash comes from the log's hash chain
 * (infra/ledger/chain.ts), in hexadecimal digits.
 */
export type LogSealed = Event<
  'LogSealed',
  {
    readonly day: string;
    readonly count: number;
    readonly position: number;
    readonly hash: string;
    readonly timestamp: string | null;
  }
>;
