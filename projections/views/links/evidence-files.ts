/** Which link refers to which file of evidence: two links may show the same page, and share a file. */
import type { EvidenceKind } from '../../../command-service/events/evidence.ts';
import type { View } from '../../view.ts';

export interface EvidenceFileDoc {
  readonly id: string;
  readonly linkId: string;
  readonly hash: string;
  readonly kind: EvidenceKind;
}

/** The id of the document that says that a link refers to a file. */
export function evidenceFileId(linkId: string, hash: string): string {
  return `${linkId}/${hash}`;
}

const FIELDS = ['hash'] as const;

/** One document a link and file. It outlives the file, which goes when its link does or room is needed. */
export const evidenceFiles: View<EvidenceFileDoc, (typeof FIELDS)[number]> = {
  name: 'evidence-files',
  version: 1,
  fields: FIELDS,
  partition: 'hash',
  keys(event) {
    return event.type === 'EvidenceKept' ? [evidenceFileId(event.data.linkId, event.data.hash)] : [];
  },
  evolve(doc, event, id) {
    if (event.type !== 'EvidenceKept') return doc;
    const { linkId, hash, kind } = event.data;
    return { id, linkId, hash, kind };
  },
};
