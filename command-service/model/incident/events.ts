/** The event of an incident. Incidents themselves follow from alerts, and are no events. */
import type { Event } from '../../contract/event.ts';
import type { Scope } from '../../contract/scope.ts';

/** Losses of one site within an hour, or its unreadable pages. */
export type IncidentKind = 'lost' | 'unclear';

/** Somebody takes care of it: nobody is reminded any more. With the number of its links at that moment. */
export type IncidentAcknowledged = Event<
  'IncidentAcknowledged',
  {
    readonly incidentId: string;
    readonly scope: Scope;
    readonly kind: IncidentKind;
    readonly site: string;
    readonly count: number;
  }
>;
