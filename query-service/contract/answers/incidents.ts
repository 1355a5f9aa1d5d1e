/** Answers about incidents. */
import type { IncidentKind } from '../../../command-service/model/incident/events.ts';

/** One line of GET /api/incidents, newest first: losses of one site within an hour, or its unreadable pages. */
export interface IncidentAnswer {
  readonly id: string;
  /** The team whose links these are; null: your own. */
  readonly teamId: string | null;
  readonly kind: IncidentKind;
  /** The registrable domain of the articles. */
  readonly site: string;
  /** How many links it has. */
  readonly count: number;
  /** How many of them are live again, or could be read again. */
  readonly back: number;
  readonly startedAt: string;
  readonly lastAt: string;
  /** When the last link was back; null before. */
  readonly endedAt: string | null;
  /** Who takes care of it; null: nobody yet. */
  readonly acknowledged: { readonly at: string; readonly by: string } | null;
  /** The page of the console with its links: of one that ended, as they were when its last link joined. */
  readonly path: string;
  /** Whether the caller may acknowledge it. */
  readonly mayAcknowledge: boolean;
}
