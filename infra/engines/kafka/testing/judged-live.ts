/** The report of a checker that found the link. */
import type { CheckOrder, CheckReport } from '../../../../command-service/contract/check-contract.ts';
import { VISIT } from '../../../testing/event-builder.ts';

/** The report for an order. */
export function judgedLive({ checkId, linkId }: CheckOrder): CheckReport {
  return {
    ...{ kind: 'checked', checkId, linkId, observation: { visits: [VISIT], browserSkipped: null } },
    verdict: {
      ...{ status: 'live', reason: 'found-static', anchor: null, linkType: null, linkTypeCause: null, ruleVersion: 1 },
    },
  };
}
