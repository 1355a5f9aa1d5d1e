/** A file of evidence as the API shows it. */
import type { Evidence } from '../../command-service/events/evidence.ts';
import type { EvidenceAnswer } from '../contract/answers/links.ts';

/** Names every outgoing field. */
export function presentEvidence(
  linkId: string,
  { kind, hash, bytes, width, height, outlined, takenAt }: Evidence,
  kept: boolean,
): EvidenceAnswer {
  const url = kept ? `/api/links/${encodeURIComponent(linkId)}/evidence/${hash}` : null;
  return { kind, url, bytes, width, height, outlined, takenAt };
}
