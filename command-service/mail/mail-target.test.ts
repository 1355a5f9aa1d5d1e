import test from 'ava';
import { EVIDENCE } from '../../infra/ports/storage/blob-store.ts';
import { openMemoryEngine } from '../../infra/testing/apps/memory-engine.ts';
import { EventBuilder, recordingLog, shareCreated, writeAll } from '../../infra/testing/event-builder.ts';
import type { CheckQueues } from '../contract/check-contract.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { UnsubscribeLinks } from '../unsubscribe/unsubscribe-links.ts';
import { MAX_ATTACHED, mailTargets } from './mail-target.ts';

test('the mail of an issue carries its PDF, unless it is too large, gone, or behind a password', async (t) => {
  const options = { schemas: [], logger: recordingLog(), now: () => new Date() };
  const { log, blobs } = openMemoryEngine<LinkledgerEvent, CheckQueues>(options);
  const content = Buffer.from('%PDF-1.7');
  const kept = await blobs.put(EVIDENCE, content);
  const report = (bytes = content.byteLength, hash = kept) => ({
    report: {
      reportId: 'r',
      issueId: 'i',
      days: { from: '2026-05-01', to: '2026-05-31' },
      missed: null,
      files: [{ format: 'pdf', hash, bytes } as const],
    },
  });
  const events = new EventBuilder();
  const shares = {
    ...{
      issue: report(),
      most: report(MAX_ATTACHED),
      large: report(MAX_ATTACHED + 1),
      gone: report(1, 'f'.repeat(64)),
    },
    ...{ closed: { ...report(), hasPassword: true, passwordHash: 'h' }, lost: { ...report(), hasPassword: true } },
    ...{ revoked: report(), links: {} },
  };
  for (const [id, data] of Object.entries(shares)) events.add(shareCreated(id, { ...data, name: 'Tea' }));
  events.add({ type: 'ShareRevoked', stream: 'share-revoked', data: { shareId: 'revoked' } });
  await writeAll(log, events.all);
  const { attachmentOf } = mailTargets(log, blobs, new UnsubscribeLinks('a secret', 'https://links.example'));
  const carries = async (shareId: string) => (await attachmentOf({ shareId }))?.name ?? null;
  t.deepEqual(Buffer.from((await attachmentOf({ shareId: 'issue' }))?.content ?? []), content);
  t.is(await carries('most'), 'Tea.pdf');
  for (const id of ['large', 'gone', 'closed', 'lost', 'revoked', 'links', 'unknown'])
    t.is(await carries(id), null, id);
  t.is(await attachmentOf({ teamId: 't', invitationId: 'i' }), undefined);
});
