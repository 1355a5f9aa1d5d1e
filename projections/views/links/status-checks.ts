/** Status checks (runs over all links of a scope) and their progress. */

import { isOf } from '../../../command-service/contract/events.ts';
import type { Scope } from '../../../command-service/contract/scope.ts';
import type { RunCounts } from '../../../command-service/model/status-check/events.ts';
import type { View } from '../../view.ts';

export interface StatusCheckDoc extends RunCounts {
  /** The run's id. */
  readonly id: string;
  readonly scope: Scope;
  readonly state: 'running' | 'whole' | 'broken-off';
  /** The number of links when it started. */
  readonly total: number;
  readonly startedAt: string;
  readonly startedBy: string;
  readonly finishedAt: string | null;
}

const FIELDS = ['scope', 'state', 'startedAt'] as const;

/** One document per run, by run id. */
export const statusChecks: View<StatusCheckDoc, (typeof FIELDS)[number]> = {
  name: 'status-checks',
  version: 2,
  fields: FIELDS,
  keys(event) {
    return isOf(event, 'statuscheck') ? [event.data.runId] : [];
  },
  evolve(doc, event) {
    if (!isOf(event, 'statuscheck')) return doc;
    if (event.type === 'StatusCheckStarted') {
      const { runId: id, scope, total } = event.data;
      const { at: startedAt, actor: startedBy } = event.metadata;
      const nothing = { done: 0, live: 0, removed: 0, pending: 0 };
      return { id, scope, state: 'running', total, ...nothing, startedAt, startedBy, finishedAt: null };
    }
    if (doc === null) return null;
    const { done, live, removed, pending, visited } = event.data;
    const counts = { done, live, removed, pending, ...(visited === undefined ? {} : { visited }) };
    switch (event.type) {
      case 'StatusCheckProgressed':
        // A resumed run repeats some counts; the progress people see must not go back.
        return done < doc.done ? doc : { ...doc, ...counts };
      case 'StatusCheckFinished':
        return { ...doc, state: event.data.outcome, ...counts, finishedAt: event.metadata.at };
      default:
        event satisfies never;
        return doc;
    }
  },
};
