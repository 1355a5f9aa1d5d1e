/** The seals of the log. */

import { isOf } from '../../../command-service/contract/events.ts';
import type { View } from '../../view.ts';

/** A seal; the id is its day. */
interface SealDoc {
  readonly id: string;
  /** The UTC day, YYYY-MM-DD. */
  readonly day: string;
  /** The number of events that it covers. */
  readonly count: number;
  /** The hash at the last of them, in hexadecimal. */
  readonly hash: string;
  readonly sealedAt: string;
  /** An RFC 3161 timestamp token, base64; null without one. */
  readonly timestamp: string | null;
}

const FIELDS = ['day'] as const;

/** One document per seal. */
export const seals: View<SealDoc, (typeof FIELDS)[number]> = {
  name: 'seals',
  version: 1,
  fields: FIELDS,
  keys(event) {
    return isOf(event, 'seal') ? [event.data.day] : [];
  },
  evolve(doc, event, id) {
    if (!isOf(event, 'seal')) return doc;
    const { day, count, hash, timestamp } = event.data;
    return { id, day, count, hash, sealedAt: event.metadata.at, timestamp };
  },
};
