/** Answers about the past. */

/** GET /api/as-of: the moment that `asOf` names; without it, now. */
export interface MomentAnswer {
  /** The instant: of a day its end, of a position the time of its event. */
  readonly at: string;
  /** The last position of the log that belongs to it; 0 before the first event. */
  readonly position: number;
  /** The UTC day of the first event, YYYY-MM-DD; null for an empty log. */
  readonly firstDay: string | null;
}
