/** A line of a link's history as the API shows it. */
import { reasonInShort, reasonInWords } from '../../command-service/reasons.ts';
import type { HistoryDoc, HistoryFact } from '../../projections/views/link-history.ts';
import { type Names, UNKNOWN_PERSON } from '../names.ts';
import type { HistoryAnswer, HistoryWhat } from '../queries.ts';

/** Names every outgoing field. */
export function presentHistory({ id, position, at, actor, fact }: HistoryDoc, names: Names): HistoryAnswer {
  return { id, position, at, actor, actorName: names.get(actor) ?? UNKNOWN_PERSON, ...what(fact) };
}

function what(fact: HistoryFact): HistoryWhat {
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
    case 'trashed':
    case 'restored':
    case 'purged':
      return { kind: fact.kind };
    case 'check-requested':
      return { kind: fact.kind, checkId: fact.checkId, reason: fact.reason };
    case 'checked': {
      const { kind, checkId, verdict, observation } = fact;
      return { kind, checkId, verdict, reasonText: reasonInWords(verdict.reason, observation), observation };
    }
    case 'status-changed':
      return {
        kind: fact.kind,
        from: fact.from,
        to: fact.to,
        reason: { code: fact.reason, text: reasonInShort(fact.reason) },
      };
    default:
      return fact satisfies never;
  }
}
