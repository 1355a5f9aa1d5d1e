/** A link's history and its evidence for the API. */

import type { Evidence } from '../../command-service/events/evidence.ts';
import { formatReason, reasonDetails } from '../../command-service/reasons.ts';
import type { HistoryDoc, HistoryEntry } from '../../projections/views/links/link-history.ts';
import { teamIdOf } from '../access/access.ts';
import type { EvidenceAnswer, HistoryAnswer, HistoryWhat } from '../contract/answers/links.ts';
import { type Names, UNKNOWN_PERSON } from './person-names.ts';
import { presentWarnings } from './warnings.ts';

/** Names every outgoing field. `kept` has the hashes of evidence files that still exist. */
export function presentHistory(
  { id, linkId, position, at, actor, fact }: HistoryDoc,
  names: Names,
  kept: ReadonlySet<string>,
): HistoryAnswer {
  return { id, position, at, actor, actorName: names.get(actor) ?? UNKNOWN_PERSON, ...what(linkId, fact, kept) };
}

function what(linkId: string, fact: HistoryEntry, kept: ReadonlySet<string>): HistoryWhat {
  switch (fact.kind) {
    case 'added':
      return {
        kind: fact.kind,
        articleLink: fact.articleLink,
        clientLink: fact.clientLink,
        duration: fact.duration,
      };
    case 'edited':
      return { kind: fact.kind, changes: fact.changes.map(({ field, from, to }) => ({ field, from, to })) };
    case 'moved':
      return { kind: fact.kind, fromTeamId: teamIdOf(fact.from), toTeamId: teamIdOf(fact.to) };
    case 'trashed':
    case 'restored':
    case 'purged':
      return { kind: fact.kind };
    case 'check-requested':
      return { kind: fact.kind, checkId: fact.checkId, reason: fact.reason };
    case 'checked': {
      const { kind, checkId, verdict, observation } = fact;
      const reasonText = formatReason(verdict.reason, reasonDetails(verdict.reason, observation));
      return { kind, checkId, verdict, reasonText, warnings: presentWarnings(verdict.warnings ?? []), observation };
    }
    case 'status-changed':
      return {
        kind: fact.kind,
        from: fact.from,
        to: fact.to,
        reason: { code: fact.reason, text: formatReason(fact.reason, fact.details) },
      };
    case 'evidence-kept':
      return {
        kind: fact.kind,
        transition: fact.transition,
        evidence: presentEvidence(linkId, fact.evidence, kept.has(fact.evidence.hash)),
      };
    case 'evidence-missed':
      return { kind: fact.kind, transition: fact.transition, reason: fact.reason };
    default:
      return fact satisfies never;
  }
}

/** Names every outgoing field. */
function presentEvidence(
  linkId: string,
  { kind, hash, bytes, width, height, outlined, takenAt }: Evidence,
  kept: boolean,
): EvidenceAnswer {
  const url = kept ? `/api/links/${encodeURIComponent(linkId)}/evidence/${hash}` : null;
  return { kind, url, bytes, width, height, outlined, takenAt };
}
