/** Which links refer to which evidence files. Two links on one page may share a file. */
import type { EvidenceKind } from '../../../command-service/model/evidence/events.ts';
import type { IssuedReport } from '../../../command-service/model/report/events.ts';
import type { View } from '../../view.ts';

export interface EvidenceFileDoc {
  readonly id: string;
  /** '' for a file of a report. */
  readonly linkId: string;
  readonly hash: string;
  readonly kind: EvidenceKind | 'report';
}

/** The id of the document for a link and a file. */
export function evidenceFileId(linkId: string, hash: string): string {
  return `${linkId}/${hash}`;
}

const FIELDS = ['hash'] as const;

/** One document per link and file, and one per file of an issued report. It outlives the file, which is removed with its link or when the store is full. */
export const evidenceFiles: View<EvidenceFileDoc, (typeof FIELDS)[number]> = {
  name: 'evidence-files',
  version: 2,
  fields: FIELDS,
  partition: 'hash',
  keys(event) {
    if (event.type === 'ShareCreated') return reportFiles(event.data.report).map((hash) => evidenceFileId('', hash));
    return event.type === 'EvidenceKept' ? [evidenceFileId(event.data.linkId, event.data.hash)] : [];
  },
  evolve(doc, event, id) {
    if (event.type === 'ShareCreated') return { id, linkId: '', hash: id.slice(1), kind: 'report' };
    if (event.type !== 'EvidenceKept') return doc;
    const { linkId, hash, kind } = event.data;
    return { id, linkId, hash, kind };
  },
};

function reportFiles(report: IssuedReport | undefined): readonly string[] {
  return report?.files.map(({ hash }) => hash) ?? [];
}
