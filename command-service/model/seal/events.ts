/** The events of the log's seals. */

import type { Event } from '../../contract/event.ts';

/**
 * The hash of the log's event `count`, at `position` in the log that was sealed. `day`: the UTC day of the seal, YYYY-MM-DD.
 * `timestamp`: an RFC 3161 token over the hash, base64; null without one. The hash is that of the chain over the log
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
