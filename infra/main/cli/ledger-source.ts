/** The input of `verifyLog`, from a data folder or from the servers of a distributed engine. */

import * as yup from 'yup';
import type { LinkledgerEvent } from '../../../command-service/contract/events.ts';
import { SEAL_STREAM } from '../../../command-service/model/seal/decider.ts';
import { type FolderReader, readFolder } from '../../engines/embedded/folder/read-folder.ts';
import { type StoredEvent, textOf, toStoredEvent } from '../../ledger/chain.ts';
import { chainReader } from '../../ledger/chain-pages.ts';
import { eventsUpToNow } from '../../ledger/read-log.ts';
import { checkTimestamp } from '../../ledger/timestamp.ts';
import {
  type LedgerSource,
  type Seal,
  type VerifyOptions,
  type VerifyReport,
  verifyLog,
} from '../../ledger/verify-log.ts';
import type { LinkledgerEngine } from '../parts/role.ts';

const SEAL = yup.object({
  day: yup.string().required(),
  count: yup.number().integer().positive().required(),
  hash: yup.string().required(),
  timestamp: yup.string().nullable().defined(),
});

/**
 * Verifies a data folder, or a copy of one: log, chain, seals, timestamps and evidence files. Only reads, even beside a
 * running server.
 * @throws DataFolderError if the folder is not a data folder, or a file cannot be opened.
 */
export async function verifyFolder(directory: string, options: VerifyOptions = {}): Promise<VerifyReport> {
  const folder = readFolder<LinkledgerEvent>(directory);
  try {
    return await verifyLog(folderSource(folder), { checkTimestamp: checkSeal, ...options });
  } finally {
    folder.close();
  }
}

function folderSource(folder: FolderReader<LinkledgerEvent>): LedgerSource {
  return {
    chain: chainReader(folder.state ?? { get: async () => null }),
    events: () => folder.storedEvents(),
    seals: async () => folder.stream(SEAL_STREAM).flatMap(sealOf),
    files: folder.files,
  };
}

/** Verifies the log and the evidence of an engine. */
export function verifyEngine(
  { log, state, blobs }: Pick<LinkledgerEngine, 'log' | 'state' | 'blobs'>,
  options: VerifyOptions = {},
): Promise<VerifyReport> {
  const source: LedgerSource = {
    chain: chainReader(state),
    async *events() {
      for await (const batch of eventsUpToNow(log)) yield batch.map(toStoredEvent);
    },
    seals: async () => (await log.read(SEAL_STREAM)).events.map(toStoredEvent).flatMap(sealOf),
    files: blobs,
  };
  return verifyLog(source, { checkTimestamp: checkSeal, ...options });
}

const checkSeal = ({ timestamp, hash }: { readonly timestamp: string; readonly hash: string }) =>
  checkTimestamp(timestamp, hash);

/** Empty if the event is not a seal, or is damaged: the chain then names it. */
function sealOf({ type, data }: StoredEvent): readonly Seal[] {
  if (textOf(type) !== 'LogSealed') return [];
  try {
    return [SEAL.validateSync(JSON.parse(textOf(data)), { strict: true })];
  } catch {
    return [];
  }
}
