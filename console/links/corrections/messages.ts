/** Texts of corrections of verdicts. */
import type { Claim } from '../../../command-service/model/check/events.ts';
import english from '../../languages/en/links.corrections.json' with { type: 'json' };
import { translation } from '../../platform/language/translation.ts';

const { messages, labels, format } = translation('links.corrections', english);

export { format, messages };

const SAYS = labels('says');

/** 'The link is live'. */
export function formatClaim(claim: Claim): string {
  return SAYS[claim];
}
