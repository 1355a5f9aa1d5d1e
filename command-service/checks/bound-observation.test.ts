import test from 'ava';
import type { FoundLink, Observation, Visit } from '../contract/observation.ts';
import { boundObservation, MAX_OBSERVATION_BYTES } from './bound-observation.ts';

const link = (href: string, rel: readonly string[] = []): FoundLink => ({ href, anchor: 'tea', rel, snippet: '<a>' });

const visit = (links: readonly FoundLink[], by: Visit['by'] = 'http'): Visit => ({
  ...{ by, requestedUrl: 'https://a.example/', finalUrl: 'https://a.example/', hops: [], httpStatus: 200 },
  ...{ contentType: 'text/html', charset: 'utf-8', retryAfter: null, complete: true, bytes: 9, durationMs: 1 },
  ...{ title: null, metaRobots: null, xRobotsTag: null, canonical: null, contentHash: null, challenge: false },
  ...{ matches: links, nearest: links.slice(0, 5), linkCount: 9, error: null },
});

const observed = (links: readonly FoundLink[]): Observation => ({
  visits: [visit(links), visit(links, 'browser')],
  browserSkipped: null,
});
const bytesOf = (observation: Observation) => Buffer.byteLength(JSON.stringify(observation));

test('an observation of ordinary size stays unchanged', (t) => {
  const observation = observed(Array.from({ length: 20 }, (_, n) => link(`https://client.example/${n}`)));
  t.is(boundObservation(observation), observation);
});

test('an observation that is too large keeps both visits and the first match', (t) => {
  const huge = [
    Array.from({ length: 20 }, (_, n) => link(`https://client.example/${n}${'é'.repeat(8_000)}`)),
    Array.from({ length: 20 }, (_, n) => link(`https://client.example/${n}`, Array(9_000).fill('x'.repeat(200)))),
    Array.from({ length: 20 }, (_, n) => link(`https://client.example/${n}`, Array(50).fill('\u0000'.repeat(3_000)))),
  ];
  for (const links of huge) {
    const bounded = boundObservation(observed(links));
    t.true(bytesOf(bounded) <= MAX_OBSERVATION_BYTES, String(bytesOf(bounded)));
    t.true(bounded.shortened);
    t.deepEqual(
      bounded.visits.map(({ by }) => by),
      ['http', 'browser'],
    );
    t.true(bounded.visits[0]?.matches[0]?.href.startsWith('https://client.example/0'));
    t.is(bounded.visits[0]?.linkCount, 9);
  }
});
