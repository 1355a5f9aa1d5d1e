import test from 'ava';
import type { ViewDoc } from '../../../infra/ports/storage/read-store.ts';
import { documentAfter, EventBuilder, linkAdded } from '../../../infra/testing/event-builder.ts';
import { checks } from './checks.ts';
import { evidenceFileId, evidenceFiles } from './evidence-files.ts';
import { links } from './links.ts';

const of = { linkId: 'l1', checkId: 'c1', transition: 'e1' };

test('a stored file is listed with its link', (t) => {
  const events = new EventBuilder();
  const file = {
    ...({ kind: 'html', hash: 'ab', bytes: 9, takenAt: 'then' } as const),
    ...{ width: null, height: null, outlined: null },
  };
  events.add({ type: 'EvidenceKept', stream: 'evidence-l1', data: { ...of, ...file } });
  t.like(documentAfter(evidenceFiles, evidenceFileId('l1', 'ab'), events.all), {
    linkId: 'l1',
    hash: 'ab',
    kind: 'html',
  });
});

test('views without evidence ignore evidence events', (t) => {
  const events = new EventBuilder();
  events.add(linkAdded('l1'));
  const before = [links, checks].map((view) => documentAfter<ViewDoc>(view, 'l1', events.all));
  events.add({ type: 'EvidenceMissed', stream: 'evidence-l1', data: { ...of, reason: 'it was late' } });
  t.deepEqual(
    [links, checks].map((view) => documentAfter<ViewDoc>(view, 'l1', events.all)),
    before,
  );
});
