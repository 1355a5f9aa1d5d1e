/** For tests: evidence packs over a real log, real views and real files, and what is in a pack. */
import { buffer } from 'node:stream/consumers';
import type { ExecutionContext } from 'ava';
import { EvidencePacks } from '../../../command-service/evidence-packs/make-pack.ts';
import type { PackManifest, PackSubject } from '../../../command-service/evidence-packs/pack-format.ts';
import type { EvidenceKept } from '../../../command-service/model/evidence/events.ts';
import { daysFrom, daysUntil } from '../../../projections/rules/calendar-days.ts';
import { CHAIN_START, chainHash, toHex, toStoredEvent } from '../../ledger/chain.ts';
import type { ChainHead } from '../../ledger/chain-pages.ts';
import { proveEvents } from '../../ledger/prove-events.ts';
import { eventsUpToNow } from '../../ledger/read-log.ts';
import { personPrincipal } from '../../ports/process/principal.ts';
import { EVIDENCE } from '../../ports/storage/blob-store.ts';
import { NOW, openQueries } from '../apps/query-app.ts';
import {
  campaignCreated,
  checkRequested,
  linkAdded,
  linkChecked,
  statusChanged,
  teamCreated,
  userRegistered,
} from '../event-builder.ts';
import { unzip } from './zip-parts.ts';

export const PICTURE = Buffer.from(`RIFF....WEBP ${'picture '.repeat(40)}`);
export const MARKUP = Buffer.from('<p><a href="https://www.client.example/shoes">shoes</a></script><b>');

/** A file of a link as its event names it. */
export function evidenceKept(linkId: string, hash: string, more: Partial<EvidenceKept['data']> = {}) {
  const of = { linkId, checkId: 'c1', transition: 'e2' };
  const picture = {
    kind: 'screenshot',
    hash,
    bytes: PICTURE.byteLength,
    width: 1280,
    height: 800,
    outlined: true,
  } as const;
  const data = { ...of, ...picture, takenAt: '2026-03-01T10:00:05.000Z', ...more };
  return { type: 'EvidenceKept', stream: `evidence-${linkId}`, data } satisfies EvidenceKept & { stream: string };
}

/** ann has the link l1 with a picture and markup of 1 March, and l2 in her team's campaign c1, added on 5 March. */
export async function openPacks(t: ExecutionContext) {
  const queries = await openQueries(t);
  const picture = await queries.blobs.put(EVIDENCE, PICTURE);
  const markup = await queries.blobs.put(EVIDENCE, MARKUP);
  const text = { kind: 'html', width: null, height: null, outlined: null, bytes: MARKUP.byteLength } as const;
  const later = { at: '2026-03-05T08:00:00.000Z' };
  await queries.given(
    [userRegistered('ann', { firstName: 'Ann', lastName: 'Example' })],
    [teamCreated('t1', 'ann')],
    [linkAdded('l1', { pocEmail: 'joe@publisher.example', remarks: '</script> & <b>' })],
    [checkRequested('l1', 'c1'), { actor: 'scheduler' }],
    [linkChecked('l1', 'c1', { status: 'live', reason: 'found-static' }), { actor: 'checker' }],
    [statusChanged('l1', 'pending', 'live', 'found-static'), { actor: 'checker' }],
    [evidenceKept('l1', picture), { actor: 'checker' }],
    [evidenceKept('l1', markup, text), { actor: 'checker' }],
    [campaignCreated('c1', { name: 'Spring' }), later],
    [linkAdded('l2', { scope: 'team:t1', campaignId: 'c1', articleLink: 'https://other.example/a' }), later],
  );
  const seals: { day: string; count: number; position: number; hash: string; timestamp: string | null }[] = [];
  const chain = async (): Promise<ChainHead> => {
    let [hash, count, position] = [CHAIN_START, 0, 0];
    for await (const batch of eventsUpToNow(queries.feed)) {
      for (const event of batch) {
        [hash, count, position] = [chainHash(hash, toStoredEvent(event)), count + 1, event.position];
      }
    }
    return { hash: toHex(hash), count, position };
  };
  const packs = new EvidencePacks({
    ...{ store: queries.feed, reads: queries.reads, files: queries.blobs },
    ...{ publicUrl: 'https://links.example', now: () => new Date(NOW) },
    prove: async (positions, limits) =>
      proveEvents({ log: queries.feed, seals, head: await chain() }, positions, limits),
  });
  const make = (
    kind: PackSubject['kind'],
    id: string,
    { from = '2026-03-01', to = '2026-03-09', by = 'ann', notes = true, terms = false } = {},
  ) =>
    packs.make(personPrincipal(by), { subject: { kind, id }, days: daysFrom(from, daysUntil(to, from)), notes, terms });
  return {
    ...{ blobs: queries.blobs, picture, markup, make, seals },
    given: (...events: Parameters<typeof queries.given>) => queries.given(...events),
    /** Seals the log as it is now. */
    async seal(day: string) {
      const sealed = { ...(await chain()), day, timestamp: null };
      seals.push(sealed);
      return sealed;
    },
    /** The parts of a pack that is made. */
    async parts(...wanted: Parameters<typeof make>) {
      const made = await make(...wanted);
      if (made.kind !== 'pack') throw new Error(`no pack: ${made.kind}`);
      return unzip(await buffer(made.zip));
    },
  };
}

export function manifestOf(parts: ReadonlyMap<string, Buffer>): PackManifest {
  return JSON.parse(String(parts.get('manifest.json'))) as PackManifest;
}
