/** The pictures of one link's article, taken when the link went live and when it was lost. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { handle } from '../../../command-service/core/handle.ts';
import { streamOf } from '../../../command-service/model/check/decider.ts';
import { evidence } from '../../../command-service/model/evidence/decider.ts';
import { SAMPLE_LOSS } from '../../../query-service/contract/sample-data.ts';
import type { BlobStore } from '../../ports/storage/blob-store.ts';
import type { Act } from './story.ts';

/** The days when the status of the link has just changed. */
const TAKEN = [
  { file: 'first-winter-live.webp', daysAgo: 88.599, outlined: true },
  { file: 'first-winter-removed.webp', daysAgo: 5.19, outlined: false },
];

/** The files, and the acts that record them. */
export async function openPictures(): Promise<{ blobs: Pick<BlobStore, 'get' | 'has'>; acts: readonly Act[] }> {
  const pictures = await Promise.all(
    TAKEN.map(async ({ file, ...taken }) => {
      const bytes = await readFile(path.join(import.meta.dirname, 'pictures', file));
      return { ...taken, bytes, hash: createHash('sha256').update(bytes).digest('hex') };
    }),
  );
  const bytesOf = new Map(pictures.map(({ hash, bytes }) => [hash, bytes]));
  const acts = pictures.map(
    ({ daysAgo, outlined, bytes, hash }): Act => ({
      ...{ daysAgo, by: 'checker' },
      async carryOut(store, metadata) {
        const { events } = await store.read(streamOf(SAMPLE_LOSS));
        const change = events.findLast(({ type }) => type === 'LinkStatusChanged');
        const checkId = events.flatMap(({ type, data }) => (type === 'LinkChecked' ? data.checkId : [])).at(-1) ?? '';
        const size = { bytes: bytes.byteLength, width: 1_280, height: 800 };
        const kept = [{ kind: 'screenshot', hash, ...size, outlined, takenAt: metadata.at } as const];
        const transition = change?.id ?? '';
        const record = {
          type: 'RecordEvidence',
          linkId: SAMPLE_LOSS,
          checkId,
          transition,
          kept,
          missed: null,
        } as const;
        return handle(store, evidence, record, metadata);
      },
    }),
  );
  const get = async (_: string, hash: string) => bytesOf.get(hash) ?? null;
  return { blobs: { get, has: async (_, hash) => bytesOf.has(hash) }, acts };
}
