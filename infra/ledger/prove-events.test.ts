import test from 'ava';
import fc from 'fast-check';
import type { EventProof } from '../ports/storage/event-proof.ts';
import type { Feed, RecordedEvent } from '../ports/storage/event-store.ts';
import { memoryLog } from '../testing/apps/memory-engine.ts';
import { metadata, type Noted, noted } from '../testing/contracts/event-store.ts';
import { problemsIn } from '../testing/evidence-packs/pack-problems.ts';
import { CHAIN_START, chainHash, toHex, toStoredEvent } from './chain.ts';
import type { ChainHead } from './chain-pages.ts';
import { proveEvents } from './prove-events.ts';
import { eventsUpToNow } from './read-log.ts';

const PLENTY = { digests: 1_000_000, bytes: 1_000_000 };

/** A log with its chain: sparse positions, and texts that are not only ASCII. */
async function chained(count: number) {
  const log = memoryLog<Noted>();
  for (let index = 0; index < count; index += 1) {
    await log.append(`s-${index}`, -1, [noted(`Änderung ${index} 🙂 <script>`)], metadata);
  }
  const places: ChainHead[] = [];
  let last = CHAIN_START;
  for await (const batch of eventsUpToNow(log)) {
    for (const event of batch) {
      last = chainHash(last, toStoredEvent(event));
      places.push({ count: places.length + 1, position: event.position, hash: toHex(last) });
    }
  }
  return { log, places };
}

function sealOf({ count, position, hash: sealed }: ChainHead) {
  return {
    day: new Date(Date.UTC(2026, 0, count)).toISOString().slice(0, 10),
    count,
    position,
    hash: sealed,
    timestamp: null,
  };
}

function problemsOf(proof: EventProof) {
  if (proof.kind !== 'proof') throw new Error(`no proof: ${JSON.stringify(proof)}`);
  return problemsIn(proof);
}

/** The log with changed events: null omits an event. */
function changed(log: Feed<Noted>, change: (event: RecordedEvent<Noted>) => RecordedEvent<Noted> | null): Feed<Noted> {
  return {
    head: () => log.head(),
    async *follow(after, signal) {
      for await (const batch of log.follow(after, signal)) yield batch.flatMap((event) => change(event) ?? []);
    },
  };
}

test('any events under any seals are proven, each run by the first seal after its events', async (t) => {
  const { log, places } = await chained(60);
  const counts = fc.uniqueArray(fc.integer({ min: 1, max: 60 }));
  await fc.assert(
    fc.asyncProperty(counts, counts, async (wanted, sealed) => {
      const seals = places.filter(({ count }) => sealed.includes(count)).map(sealOf);
      const positions = places.filter(({ count }) => wanted.includes(count)).map(({ position }) => position);
      const proof = await proveEvents({ log, seals, head: places.at(-1) ?? null }, positions, PLENTY);
      t.deepEqual(problemsOf(proof), []);
      if (proof.kind !== 'proof') return;
      t.deepEqual(
        proof.events.map(({ n }) => n),
        wanted.toSorted((one, other) => one - other),
      );
      for (const { steps, sealed: day, count } of proof.runs) {
        const numbers = steps.filter((step) => typeof step === 'number').map((index) => proof.events[index]?.n ?? 0);
        const next = seals.find((seal) => seal.count >= Math.min(...numbers));
        t.is(next?.day ?? null, day);
        t.is(next?.count ?? 60, count);
      }
    }),
    { numRuns: 60 },
  );
});

test('events that no seal covers yet are proven up to the head of the chain, or up to themselves', async (t) => {
  const { log, places } = await chained(20);
  const at = (count: number) => places[count - 1] as ChainHead;
  const upTo = async (head: number | null, ...wanted: number[]) => {
    const source = { log, seals: [sealOf(at(5))], head: head === null ? null : at(head) };
    const proof = await proveEvents(
      source,
      wanted.map((count) => at(count).position),
      PLENTY,
    );
    t.deepEqual(problemsOf(proof), []);
    return proof.kind === 'proof'
      ? proof.runs.map(({ count, hash: last, sealed }) => [count, last === at(count).hash, sealed])
      : [];
  };
  t.deepEqual(await upTo(15, 8), [[15, true, null]]);
  t.deepEqual(await upTo(15, 8, 18), [[18, true, null]]);
  t.deepEqual(await upTo(null, 8), [[8, true, null]]);
  t.deepEqual(await upTo(5, 6), [[6, true, null]]);
});

test('seals of a log that was copied here have other positions; the events are proven nevertheless', async (t) => {
  const { log, places } = await chained(40);
  const seals = places
    .filter(({ count }) => count % 10 === 0)
    .map((place) => ({ ...sealOf(place), position: place.count }));
  const positions = [3, 17, 33, 40].map((count) => places[count - 1]?.position ?? 0);
  const proof = await proveEvents({ log, seals, head: places.at(-1) ?? null }, positions, PLENTY);
  t.deepEqual(problemsOf(proof), []);
  t.is(proof.kind === 'proof' && proof.runs.length, 3);
  t.is((await proveEvents({ log, seals: seals.slice(0, 1), head: null }, positions, PLENTY)).kind, 'proof');
});

test('nothing is proven from a log that has a changed event, lacks an event, or ends too early', async (t) => {
  const { log, places } = await chained(30);
  const seals = [sealOf(places[9] as ChainHead), sealOf(places[19] as ChainHead)];
  const position = places[11]?.position ?? 0;
  const prove = (other: Feed<Noted>, more = seals) =>
    proveEvents({ log: other, seals: more, head: places.at(-1) ?? null }, [position], PLENTY);
  const misfit = async (other: Feed<Noted>, message: RegExp, more = seals) => {
    const proof = await prove(other, more);
    t.regex(proof.kind === 'does-not-fit' ? proof.message : proof.kind, message);
  };
  t.is((await prove(log)).kind, 'proof');
  const flipped = changed(log, (event) => (event.stream === 's-15' ? { ...event, revision: 1 } : event));
  await misfit(flipped, /^The first 20 events of the log do not fit the seal of 2026-01-20\.$/);
  const missing = changed(log, (event) => (event.position === position ? null : event));
  await misfit(missing, /^The event at position \d+ is missing in the log\.$/);
  const later = { ...sealOf(places[29] as ChainHead), day: '2026-03-01', count: 31 };
  await misfit(log, /^The log ends with event 30: later events were recorded and are missing\.$/, [later]);
});

test('a proof above its limits is refused', async (t) => {
  const { log, places } = await chained(30);
  const source = { log, seals: [sealOf(places[29] as ChainHead)], head: places.at(-1) ?? null };
  const first = [places[0]?.position ?? 0];
  t.is((await proveEvents(source, first, { digests: 28, bytes: 10_000 })).kind, 'too-large');
  t.is((await proveEvents(source, first, { digests: 29, bytes: 10_000 })).kind, 'proof');
  t.is((await proveEvents(source, first, { digests: 29, bytes: 100 })).kind, 'too-large');
});

test('one changed character of a record, a digest or a seal is found, and a changed record is named', async (t) => {
  const { log, places } = await chained(12);
  const source = { log, seals: [sealOf(places[11] as ChainHead)], head: places.at(-1) ?? null };
  const proof = await proveEvents(
    source,
    [places[2], places[7]].map((place) => place?.position ?? 0),
    PLENTY,
  );
  if (proof.kind !== 'proof') return t.fail();
  t.deepEqual(problemsOf(proof), []);
  const [one, two] = proof.events;
  const [run] = proof.runs;
  if (one === undefined || two === undefined || run === undefined) return t.fail();
  t.deepEqual(problemsOf({ ...proof, events: [one, { ...two, data: two.data.replace('7', '8') }] }), [
    { kind: 'record', index: 1 },
  ]);
  t.deepEqual(problemsOf({ ...proof, events: [two, one] }), [{ kind: 'run', index: 0 }]);
  t.deepEqual(problemsOf({ ...proof, runs: [{ ...run, before: run.hash }] }), [{ kind: 'run', index: 0 }]);
  t.deepEqual(problemsOf({ ...proof, seals: proof.seals.map((seal) => ({ ...seal, hash: run.before })) }), [
    { kind: 'run', index: 0 },
  ]);
  t.deepEqual(problemsOf({ ...proof, seals: [] }), [{ kind: 'run', index: 0 }]);
  t.deepEqual(problemsOf({ ...proof, runs: [] }), [
    { kind: 'unproven', index: 0 },
    { kind: 'unproven', index: 1 },
  ]);
});
