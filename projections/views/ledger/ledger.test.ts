import test from 'ava';
import type { ViewDoc } from '../../../infra/ports/storage/read-store.ts';
import {
  campaignCreated,
  checkRequested,
  EventBuilder,
  joinedTeam,
  linkAdded,
  linkChecked,
  linkEdited,
  linkMoved,
  linkPlaced,
  shareCreated,
  teamCreated,
  userRegistered,
} from '../../../infra/testing/event-builder.ts';
import { randomHistory } from '../../../infra/testing/random-history.ts';
import { fold, plan } from '../../runner/fold.ts';
import type { Recorded } from '../../view.ts';
import { entryId } from '../../view.ts';
import { eventWithPersonal, type LedgerEntry, ledger, linkSubject, personalSubject } from './ledger.ts';

/** The entries and the subjects after the events. */
function fill(events: readonly Recorded[]) {
  const { entries, changes } = fold(ledger, new Map<string, ViewDoc>(), plan(ledger, events));
  const subjects = new Map(
    changes.flatMap(({ id, after }) => (after === null ? [] : [[id, after as Subject] as const])),
  );
  return { entries: entries as readonly LedgerEntry[], subjects };
}

type Subject = NonNullable<ReturnType<typeof ledger.evolve>>;

const short = ({ id, scope, type }: LedgerEntry) => [id.replace(/^0+/, ''), scope, type];

test('every event of a link is an entry in the scope in which it happened, with the client and the site of that moment', (t) => {
  const events = new EventBuilder();
  events.add(linkAdded('l1', { scope: 'team:t1' }), { at: '2026-03-01T23:59:00.000Z' });
  events.add(linkEdited('l1', { articleLink: { from: '', to: 'https://news.other.example/a' } }));
  const actor = 'checker';
  events.add(checkRequested('l1', 'c1'), { actor: 'scheduler' });
  events.add(linkChecked('l1', 'c1', { status: 'live', reason: 'found-static' }), { actor });
  const { entries } = fill(events.all);
  t.like(entries[0], {
    ...{ id: entryId(1), scope: 'team:t1', type: 'LinkAdded', actor: 'ann', linkId: 'l1', day: '2026-03-01' },
    ...{ clientDomain: 'client.example', publisher: 'blog.example', event: events.all[0] },
  });
  t.deepEqual(
    entries.slice(1).map(({ scope, actor: by, publisher }) => [scope, by, publisher]),
    [
      ['team:t1', 'ann', 'other.example'],
      ['team:t1', 'scheduler', 'other.example'],
      ['team:t1', 'checker', 'other.example'],
    ],
  );
});

test('an entry has the campaign of the link at that moment, and the events of a campaign name the campaign', (t) => {
  const events = new EventBuilder();
  events.add(campaignCreated('c1', { scope: 'team:t1' }));
  events.add(linkAdded('l1', { scope: 'team:t1' }));
  events.add(linkEdited('l1', { campaignId: { from: null, to: 'c1' } }));
  events.add(checkRequested('l1', 'k1'));
  events.add(linkEdited('l1', { campaignId: { from: 'c1', to: null } }));
  events.add(linkAdded('l2', { scope: 'team:t1', campaignId: 'c1' }));
  events.add({ type: 'CampaignDeleted', stream: 'campaign-c1', data: { campaignId: 'c1' } });
  t.deepEqual(
    fill(events.all).entries.map(({ campaignId }) => campaignId),
    ['c1', null, 'c1', 'c1', null, 'c1', 'c1'],
  );
});

test('a move is an entry in the old and in the new scope; later events are in the new scope', (t) => {
  const events = new EventBuilder();
  events.add(linkAdded('l1', { scope: 'team:t1' }));
  events.add(linkMoved('l1', 'team:t1', 'team:t2'));
  events.add(linkPlaced('LinkTrashed', 'l1'));
  events.add(campaignCreated('c1', { scope: 'team:t1' }));
  const campaignMoved = { campaignId: 'c1', from: 'team:t1', to: 'user:ann' } as const;
  events.add({ type: 'CampaignMoved', stream: 'campaign-c1', data: campaignMoved });
  const { entries, subjects } = fill(events.all);
  t.deepEqual(entries.map(short), [
    ['1', 'team:t1', 'LinkAdded'],
    ['2', 'team:t1', 'LinkMoved'],
    ['2+', 'team:t2', 'LinkMoved'],
    ['3', 'team:t2', 'LinkTrashed'],
    ['4', 'team:t1', 'CampaignCreated'],
    ['5', 'team:t1', 'CampaignMoved'],
    ['5+', 'user:ann', 'CampaignMoved'],
  ]);
  t.deepEqual(subjects.get(linkSubject('l1'))?.scopes, ['team:t1', 'team:t2']);
  const ids = entries.map(({ id }) => id);
  t.deepEqual(ids.toSorted(), ids);
});

test('events that do not name their scope get the scope of their subject', (t) => {
  const events = new EventBuilder();
  events.add(shareCreated('s1', { scope: 'team:t1' }));
  events.add({ type: 'ShareRevoked', stream: 'share-s1', data: { shareId: 's1' } });
  const order = { action: 'trash' } as const;
  const started = { batchId: 'b1', userId: 'ann', total: 1, order, within: null };
  events.add({ type: 'BulkStarted', stream: 'bulk-b1', data: started });
  events.add({ type: 'BulkFinished', stream: 'bulk-b1', data: { batchId: 'b1' } });
  events.add(teamCreated('t1', 'ann'));
  events.add(joinedTeam('t1', 'bob'));
  t.deepEqual(
    fill(events.all).entries.map(({ scope }) => scope),
    ['team:t1', 'team:t1', 'user:ann', 'user:ann', 'team:t1', 'team:t1'],
  );
});

test('accounts, tokens and the progress of jobs are not in the ledger, nor are events of unknown subjects', (t) => {
  const events = new EventBuilder();
  events.add(userRegistered('ann'));
  const progress = { batchId: 'b1', done: 1, failed: 0, failures: [] };
  events.add({ type: 'BulkProgressed', stream: 'bulk-b1', data: progress });
  events.add(linkPlaced('LinkTrashed', 'unknown'));
  t.deepEqual(fill(events.all).entries, []);
});

test('an entry has no personal data; the subject has it until it is purged, revoked or answered', (t) => {
  const events = new EventBuilder();
  const added = events.add(linkAdded('l1', { pocEmail: 'joe@example.com' }));
  const pocEmail = { from: 'joe@example.com', to: 'kim@example.com' };
  const edited = events.add(linkEdited('l1', { pocEmail, remarks: { from: null, to: 'paid' } }));
  const shared = events.add(shareCreated('s1', { emails: ['client@example.com'], passwordHash: 'secret' }));
  const invitation = { teamId: 't1', invitationId: 'i1', email: 'new@example.com', name: 'Newcomer' };
  const expiresAt = '2026-04-01T00:00:00.000Z';
  const invited = events.add({
    ...{ type: 'MemberInvited', stream: 'team-t1' },
    data: { ...invitation, permission: 'view', expiresAt },
  });
  const { entries, subjects } = fill(events.all);
  t.notRegex(JSON.stringify(entries), /example\.com|Newcomer|secret/);
  t.deepEqual(
    entries.map((entry) => eventWithPersonal(entry, subjects)),
    [added, edited, { ...shared, data: { ...shared.data, passwordHash: null } }, invited],
  );
  t.deepEqual(
    entries.map(({ event }) => personalSubject(event)),
    ['link:l1', 'link:l1', 'share:s1', 'invitation:i1'],
  );

  events.add(linkPlaced('LinkPurged', 'l1'));
  events.add({ type: 'ShareRevoked', stream: 'share-s1', data: { shareId: 's1' } });
  events.add({ type: 'InvitationRevoked', stream: 'team-t1', data: { teamId: 't1', invitationId: 'i1' } });
  const later = fill(events.all);
  t.notRegex(JSON.stringify([...later.subjects]), /example\.com|Newcomer|secret/);
  t.like(eventWithPersonal(later.entries[1] as LedgerEntry, later.subjects), {
    data: { changes: { pocEmail: { from: null, to: null }, remarks: { to: 'paid' } } },
  });
});

test('any history folded in any batches gives the same entries, each with its own id', (t) => {
  const history = randomHistory(7, 600);
  const docs = new Map<string, ViewDoc>();
  const inSteps: unknown[] = [];
  for (const event of history) {
    const { entries, changes } = fold(ledger, docs, plan(ledger, [event]));
    inSteps.push(...entries);
    for (const { id, after } of changes)
      if (after === null) docs.delete(id);
      else docs.set(id, after as ViewDoc);
  }
  const { entries } = fill(history);
  t.true(entries.length > 250);
  t.deepEqual(inSteps, [...entries]);
  t.is(new Set(entries.map(({ id }) => id)).size, entries.length);
});
