/** A link's history and its evidence for the API. */

import { formatReason, reasonDetails } from '../../command-service/contract/reasons.ts';
import type { Evidence } from '../../command-service/model/evidence/events.ts';
import type { DeviationTurn } from '../../projections/views/links/link-doc.ts';
import { teamIdOf } from '../access/access.ts';
import type { ChangeAnswer, EvidenceAnswer, HistoryAnswer, HistoryWhat } from '../contract/answers/links.ts';
import type { HistoryEntry, HistoryLine } from './link-history.ts';
import { type Names, UNKNOWN_PERSON } from './person-names.ts';
import { presentWarnings } from './warnings.ts';

/** The names and files that the lines of a history refer to. */
interface HistoryContext {
  /** Names of people by id or actor. */
  readonly people: Names;
  /** Names of the campaigns and teams that the caller may see, by id. */
  readonly campaigns: ReadonlyMap<string, string>;
  readonly teams: ReadonlyMap<string, string>;
  /** What began and ended with the events of the link. */
  readonly turns: readonly DeviationTurn[];
  /** The hashes of evidence files that still exist. */
  readonly keptHashes: ReadonlySet<string>;
}

/** The values of a field in the edits of a history: the ids of people or of campaigns. */
export function idsIn(docs: readonly HistoryLine[], field: 'assignedTo' | 'campaignId'): readonly string[] {
  return docs.flatMap(({ fact }) =>
    fact.kind !== 'edited'
      ? []
      : fact.changes.flatMap((change) => (change.field === field ? [change.from ?? [], change.to ?? []].flat() : [])),
  );
}

/** Names every outgoing field. */
export function presentHistory(
  { id, linkId, position, at, actor, fact }: HistoryLine,
  context: HistoryContext,
): HistoryAnswer {
  const actorName = context.people.get(actor) ?? UNKNOWN_PERSON;
  const turn = context.turns.find((each) => each.position === position);
  const deviations = turn && { began: turn.began, ended: turn.ended };
  return {
    id,
    position,
    at,
    actor,
    actorName,
    ...(deviations && { deviations }),
    ...presentFact(linkId, fact, context),
  };
}

function presentChange(
  { field, from, to }: Extract<HistoryEntry, { kind: 'edited' }>['changes'][number],
  { people, campaigns }: HistoryContext,
): ChangeAnswer {
  const names = field === 'assignedTo' ? people : field === 'campaignId' ? campaigns : null;
  const nameOf = (id: string | null) => (id === null ? null : (names?.get(id) ?? null));
  return { field, from, to, fromName: nameOf(from), toName: nameOf(to) };
}

function presentFact(linkId: string, fact: HistoryEntry, context: HistoryContext): HistoryWhat {
  switch (fact.kind) {
    case 'added':
      return {
        kind: fact.kind,
        articleLink: fact.articleLink,
        clientLink: fact.clientLink,
        duration: fact.duration,
      };
    case 'edited':
      return { kind: fact.kind, changes: fact.changes.map((change) => presentChange(change, context)) };
    case 'moved': {
      const [fromTeamId, toTeamId] = [teamIdOf(fact.from), teamIdOf(fact.to)];
      const nameOf = (id: string | null) => (id === null ? null : (context.teams.get(id) ?? null));
      return { kind: fact.kind, fromTeamId, fromTeamName: nameOf(fromTeamId), toTeamId, toTeamName: nameOf(toTeamId) };
    }
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
        reason: { code: fact.reason, text: formatReason(fact.reason, fact.details), details: fact.details ?? null },
      };
    case 'judged-again': {
      const { kind, checkId, from, verdict, details } = fact;
      const reasonText = formatReason(verdict.reason, details);
      return { kind, checkId, from, verdict, details, reasonText, warnings: presentWarnings(verdict.warnings ?? []) };
    }
    case 'corrected':
      return {
        kind: fact.kind,
        correctionId: fact.correctionId,
        claim: fact.claim,
        note: fact.note,
        since: fact.since,
      };
    case 'terms-changed':
      return { kind: fact.kind, changes: fact.changes };
    case 'money-changed':
      return { kind: fact.kind, changes: fact.changes };
    case 'correction-undone':
      return { kind: fact.kind, correctionId: fact.correctionId };
    case 'evidence-kept':
      return {
        kind: fact.kind,
        transition: fact.transition,
        evidence: presentEvidence(linkId, fact.evidence, context.keptHashes.has(fact.evidence.hash)),
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
  isKept: boolean,
): EvidenceAnswer {
  const url = isKept ? `/api/links/${encodeURIComponent(linkId)}/evidence/${hash}` : null;
  return { kind, url, bytes, width, height, outlined, takenAt };
}
