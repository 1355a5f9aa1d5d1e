/** Shrinks an observation until it fits into an event. */
import type { Observation } from '../contract/observation.ts';

/** Bytes of JSON, so that a `LinkChecked` with its verdict and ids stays below 200 kB. */
export const MAX_OBSERVATION_BYTES = 190_000;

/** How many items of each list and characters of each text stay in an observation that is too large: tried in order. */
const LIMITS = [
  { items: 20, characters: 2_000 },
  { items: 10, characters: 1_000 },
  { items: 5, characters: 500 },
  { items: 2, characters: 200 },
];

/**
 * The observation itself if it is small enough, else a copy with shorter lists and texts. Its first matches, on which
 * the verdict rests, stay.
 */
export function boundObservation(observation: Observation): Observation {
  let json = JSON.stringify(observation);
  let bounded = observation;
  for (const { items, characters } of LIMITS) {
    if (Buffer.byteLength(json) <= MAX_OBSERVATION_BYTES) break;
    bounded = JSON.parse(json, (_, value: unknown) => {
      if (typeof value === 'string') return value.slice(0, characters).toWellFormed();
      return Array.isArray(value) ? value.slice(0, items) : value;
    });
    bounded = { ...bounded, shortened: true };
    json = JSON.stringify(bounded);
  }
  return bounded;
}
