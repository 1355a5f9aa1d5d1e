import test from 'ava';
import { givenWhenThen } from '../../testing/given-when-then.ts';
import type { RecordEvidence } from './commands.ts';
import { evidence } from './decider.ts';
import type { Evidence, EvidenceKept, EvidenceMissed } from './events.ts';

const scenario = givenWhenThen(evidence);
const of = { linkId: 'l1', checkId: 'c1', transition: 'e1' };
const picture: Evidence = {
  kind: 'screenshot',
  hash: 'a'.repeat(64),
  bytes: 40_000,
  width: 1280,
  height: 800,
  outlined: true,
  takenAt: '2026-03-01T10:00:05.000Z',
};
const markup: Evidence = {
  ...picture,
  kind: 'html',
  hash: 'b'.repeat(64),
  bytes: 90,
  width: null,
  height: null,
  outlined: null,
};
const record = (more: Partial<RecordEvidence> = {}): RecordEvidence => ({
  type: 'RecordEvidence',
  ...of,
  kept: [picture, markup],
  missed: null,
  ...more,
});
const kept: EvidenceKept = { type: 'EvidenceKept', data: { ...of, ...picture } };
const missed: EvidenceMissed = { type: 'EvidenceMissed', data: { ...of, reason: 'the page was not there in time' } };

test('the evidence of a status change is recorded, file by file', (t) => {
  scenario(t)
    .given()
    .when(record())
    .yields(kept, { type: 'EvidenceKept', data: { ...of, ...markup } });
});

test('a concluded status change gets no second evidence', (t) => {
  scenario(t).given(kept).when(record()).yields();
  scenario(t).given(missed).when(record()).yields();
});

test('the next status change has its own evidence', (t) => {
  const next = { ...of, transition: 'e2' };
  scenario(t)
    .given(kept)
    .when(record({ transition: 'e2', kept: [picture] }))
    .yields({ type: 'EvidenceKept', data: { ...next, ...picture } });
});

test('the reason for a missing screenshot is recorded with the HTML', (t) => {
  scenario(t)
    .given()
    .when(record({ kept: [markup], missed: 'the page was not there in time' }))
    .yields({ type: 'EvidenceKept', data: { ...of, ...markup } }, missed);
});

test('no evidence leads to no event', (t) => {
  scenario(t)
    .given()
    .when(record({ kept: [] }))
    .yields();
});
