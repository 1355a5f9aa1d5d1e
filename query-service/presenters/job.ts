/** Bulk operations and status checks for the API. */
import type { BulkDoc } from '../../projections/views/links/bulk-operations.ts';
import type { StatusCheckDoc } from '../../projections/views/links/status-checks.ts';
import { teamIdOf } from '../access/access.ts';
import type { BulkAnswer } from '../contract/answers/bulk-operations.ts';
import type { JudgingAnswer } from '../contract/answers/judgings.ts';
import type { StatusCheckAnswer } from '../contract/answers/status-checks.ts';
import { type Names, UNKNOWN_PERSON } from './person-names.ts';

/** Names every outgoing field; null for a judging, which is not a bulk action. */
export function presentBulk({ id, action, state, total, done, failed, failures }: BulkDoc): BulkAnswer | null {
  if (action === 'judge') return null;
  return {
    batchId: id,
    action,
    total,
    done,
    failed,
    state: state === 'undoing' ? 'running' : state,
    undoing: state === 'undoing',
    undoable: state === 'done' && action !== 'recheck' && failed < total,
    failures: failures.map(({ linkId, message }) => ({ linkId, message })),
  };
}

/** Names every outgoing field; null for another operation. */
export function presentJudging(doc: BulkDoc): JudgingAnswer | null {
  const { id: judgingId, matching, state, total, done, failed, failures, startedAt } = doc;
  if (matching === null) return null;
  return {
    judgingId,
    matching,
    total,
    done,
    failed,
    startedAt,
    state: state === 'running' ? 'running' : 'done',
    failures: failures.map(({ linkId, message }) => ({ linkId, message })),
  };
}

/** Shared visits are counted in fractions, and the sum of seven sevenths may be slightly above 1. */
const ROUNDING = 1e-6;

/** Names every outgoing field. */
export function presentStatusCheck(doc: StatusCheckDoc, names: Names): StatusCheckAnswer {
  const { id: runId, scope, state, total, done, live, removed, pending, startedAt, startedBy, finishedAt } = doc;
  const visited =
    doc.visited === undefined ? null : { ...doc.visited, visits: Math.ceil(doc.visited.visits - ROUNDING) };
  const startedByName = names.get(startedBy) ?? UNKNOWN_PERSON;
  const counts = { total, done, live, removed, pending, visited };
  return { runId, teamId: teamIdOf(scope), state, ...counts, startedAt, startedByName, finishedAt };
}
