import test from 'ava';
import {
  checkRequested,
  documentAfter,
  EventBuilder,
  judgedAgain,
  linkAdded,
  linkChecked,
  linkEdited,
  linkMoved,
  linkPlaced,
  moneyChanged,
  statusChanged,
  termsChanged,
} from '../../../infra/testing/event-builder.ts';
import { fold, plan } from '../../runner/fold.ts';
import type { LinkDoc } from './link-doc.ts';
import { links } from './links.ts';

const A = 'https://blog.example/post';
const B = 'https://blog.example/moved';
const FOUND = { status: 'live', reason: 'found-static', anchor: 'Shoes', linkType: 'dofollow' } as const;
const DAY1 = { at: '2026-03-03T23:30:00.000Z', actor: 'checker' };
const DAY2 = { at: '2026-04-09T01:00:00.000Z', actor: 'checker' };

function after(events: EventBuilder): LinkDoc {
  const doc = documentAfter(links, 'l1', events.all);
  if (doc === null) throw new Error('there is no such link');
  return doc;
}

/** Added, then seen live on 3 March. */
function liveLink(fields: Parameters<typeof linkAdded>[1] = {}): EventBuilder {
  const events = new EventBuilder();
  events.add(linkAdded('l1', fields));
  events.add(checkRequested('l1', 'c1'));
  events.add(linkChecked('l1', 'c1', FOUND), DAY1);
  events.add(statusChanged('l1', 'pending', 'live', 'found-static'), DAY1);
  return events;
}

test('a new link is pending because it was never checked', (t) => {
  const events = new EventBuilder();
  events.add(linkAdded('l1', { assignedTo: 'bob', anchor: 'as promised' }));
  t.like(after(events), {
    id: 'l1',
    scope: 'user:ann',
    place: 'active',
    clientDomain: 'client.example',
    status: 'pending',
    reason: 'never-checked',
    checking: false,
    anchor: 'as promised',
    linkType: null,
    assignedBy: 'ann',
    liveDate: null,
    expirationDate: null,
    durationDays: 30,
    revision: 0,
  });
});

test('the promise starts on the UTC day the link was first seen live', (t) => {
  const events = liveLink();
  t.like(after(events), {
    status: 'live',
    reason: 'found-static',
    anchor: 'Shoes',
    linkType: 'dofollow',
    lastChecked: DAY1.at,
    lastLiveAt: DAY1.at,
    liveDate: '2026-03-03',
    expirationDate: '2026-04-02',
    checking: false,
  });
  events.add(checkRequested('l1', 'c2'));
  t.true(after(events).checking);
  events.add(linkChecked('l1', 'c2', FOUND), DAY2);
  t.like(after(events), { liveDate: '2026-03-03', lastLiveAt: DAY2.at, lastChecked: DAY2.at, checking: false });
});

test('a given live date overrides the day the link was seen and can be cleared', (t) => {
  const events = liveLink({ liveDate: '2026-01-31', duration: '1 month' });
  t.like(after(events), { liveDate: '2026-01-31', expirationDate: '2026-02-28' });
  events.add(linkEdited('l1', { liveDate: { from: '2026-01-31', to: null } }));
  t.like(after(events), { liveDate: '2026-03-03', expirationDate: '2026-04-03' });
});

test('an unreadable page changes only lastChecked', (t) => {
  const events = liveLink();
  events.add(checkRequested('l1', 'c2'));
  events.add(linkChecked('l1', 'c2', { status: 'pending', reason: 'timeout' }), DAY2);
  t.like(after(events), {
    status: 'live',
    reason: 'found-static',
    anchor: 'Shoes',
    linkType: 'dofollow',
    lastChecked: DAY2.at,
    lastLiveAt: DAY1.at,
  });
  events.add(statusChanged('l1', 'live', 'pending', 'timeout'), DAY2);
  t.like(after(events), { status: 'pending', reason: 'timeout', anchor: 'Shoes', lastLiveAt: DAY1.at });
});

test('a pending link shows the reason of its newest check', (t) => {
  const events = new EventBuilder();
  events.add(linkAdded('l1'));
  events.add(checkRequested('l1', 'c1'));
  events.add(linkChecked('l1', 'c1', { status: 'pending', reason: 'dns' }), DAY1);
  t.like(after(events), { status: 'pending', reason: 'dns', lastChecked: DAY1.at });
});

test('a removed link keeps its anchor, its type and when it was last live', (t) => {
  const events = liveLink();
  events.add(checkRequested('l1', 'c2'));
  events.add(linkChecked('l1', 'c2', { status: 'removed', reason: 'not-on-page' }), DAY2);
  events.add(statusChanged('l1', 'live', 'removed', 'not-on-page'), DAY2);
  t.like(after(events), { status: 'removed', anchor: 'Shoes', linkType: 'dofollow', lastLiveAt: DAY1.at });
});

test('a removed link that was never live has a list status and a counter of its own', (t) => {
  const never = new EventBuilder();
  never.add(linkAdded('l1'));
  never.add(checkRequested('l1', 'c1'));
  never.add(linkChecked('l1', 'c1', { status: 'removed', reason: 'not-on-page' }), DAY1);
  never.add(statusChanged('l1', 'pending', 'removed', 'not-on-page'), DAY1);
  t.like(after(never), { status: 'removed', listStatus: 'removed-unseen' });
  t.like(links.counters?.increments(after(never))[0]?.amounts, { removed: 1, notFound: 1 });
  const lost = liveLink();
  lost.add(statusChanged('l1', 'live', 'removed', 'not-on-page'), DAY2);
  t.like(after(lost), { status: 'removed', listStatus: 'removed' });
  t.like(links.counters?.increments(after(lost))[0]?.amounts, { removed: 1, notFound: 0 });
});

test('changing an address discards the result of the old address', (t) => {
  const events = liveLink();
  events.add(linkEdited('l1', { articleLink: { from: A, to: B } }));
  events.add(statusChanged('l1', 'live', 'pending', 'address-changed'));
  events.add(checkRequested('l1', 'c2', { articleLink: B }));
  t.like(after(events), {
    articleLink: B,
    status: 'pending',
    reason: 'address-changed',
    anchor: null,
    linkType: null,
    lastChecked: null,
    lastLiveAt: null,
    checking: true,
  });
});

test('a pending link drops the reason of its old address', (t) => {
  const events = new EventBuilder();
  events.add(linkAdded('l1'));
  events.add(checkRequested('l1', 'c1'));
  events.add(linkChecked('l1', 'c1', { status: 'pending', reason: 'dns' }), DAY1);
  events.add(linkEdited('l1', { articleLink: { from: A, to: B } }));
  events.add(checkRequested('l1', 'c2', { articleLink: B }));
  t.like(after(events), { status: 'pending', reason: 'address-changed', lastChecked: null });
});

test('an unchecked link keeps its promised anchor when its address changes', (t) => {
  const events = new EventBuilder();
  events.add(linkAdded('l1', { anchor: 'as promised' }));
  events.add(checkRequested('l1', 'c1'));
  events.add(linkEdited('l1', { articleLink: { from: A, to: B } }));
  events.add(checkRequested('l1', 'c2', { articleLink: B }));
  t.like(after(events), { reason: 'never-checked', anchor: 'as promised', checking: true });
});

test('a late result of old addresses changes nothing', (t) => {
  const events = new EventBuilder();
  events.add(linkAdded('l1'));
  events.add(checkRequested('l1', 'c1'));
  events.add(linkEdited('l1', { articleLink: { from: A, to: B } }));
  events.add(linkChecked('l1', 'c1', FOUND), DAY1);
  t.like(after(events), { lastChecked: null, anchor: null, liveDate: null, checking: false });
  events.add(checkRequested('l1', 'c2', { articleLink: B }));
  events.add(linkChecked('l1', 'c2', { status: 'removed', reason: 'page-gone' }), DAY2);
  events.add(linkChecked('l1', 'c1', FOUND), DAY2);
  t.like(after(events), { lastChecked: DAY2.at, anchor: null, checking: false });
});

test('assignedBy is the actor of the latest assignment', (t) => {
  const events = new EventBuilder();
  events.add(linkAdded('l1'));
  t.is(after(events).assignedBy, null);
  events.add(linkEdited('l1', { assignedTo: { from: null, to: 'bob' } }), { actor: 'cleo' });
  events.add(linkEdited('l1', { remarks: { from: null, to: 'paid' } }), { actor: 'dan' });
  t.like(after(events), { assignedTo: 'bob', assignedBy: 'cleo', remarks: 'paid', revision: 2 });
  events.add(linkEdited('l1', { assignedTo: { from: 'bob', to: null } }), { actor: 'dan' });
  t.like(after(events), { assignedTo: null, assignedBy: null });
});

test('the revision counts the link’s own stream, not its checks', (t) => {
  t.is(after(liveLink()).revision, 0);
});

test('a restored link is as it was before the trash', (t) => {
  const events = liveLink();
  const before = after(events);
  events.add(linkPlaced('LinkTrashed', 'l1'), { at: '2026-05-01T00:00:00.000Z' });
  t.like(after(events), { place: 'trash', trashedAt: '2026-05-01T00:00:00.000Z', revision: 1 });
  events.add(linkPlaced('LinkRestored', 'l1'));
  t.deepEqual(after(events), { ...before, revision: 2 });
});

test('a purge leaves a tombstone with scope and addresses and no personal data', (t) => {
  const events = liveLink({ pocEmail: 'joe@example.com', remarks: 'knows Joe' });
  events.add(linkPlaced('LinkTrashed', 'l1'));
  events.add(linkPlaced('LinkPurged', 'l1'));
  const tombstone = after(events);
  t.like(tombstone, {
    place: 'purged',
    scope: 'user:ann',
    articleLink: A,
    pocEmail: null,
    remarks: null,
    anchor: null,
  });
  events.add(linkChecked('l1', 'c9', FOUND));
  events.add(statusChanged('l1', 'live', 'removed', 'not-on-page'));
  t.deepEqual(after(events), tombstone);
});

const counted = (events: EventBuilder) => {
  const found = links.counters?.increments(after(events)) ?? [];
  return found.map(({ id, labels, amounts }) => [id, labels.kind, amounts.total]);
};

test('a link counts as having money in its remarks until that can no longer move', (t) => {
  const events = liveLink({ remarks: 'Vendor: Northside' });
  const found = () => links.counters?.increments(after(events))[0]?.amounts.moneyInRemarks;
  t.is(found(), 1);
  events.add({
    type: 'LinkMoneyChanged',
    stream: 'money-l1',
    data: { linkId: 'l1', changes: { vendor: { from: null, to: 'Acme' } } },
  });
  t.is(found(), 0, 'the link has another vendor');
  events.add({
    type: 'LinkMoneyChanged',
    stream: 'money-l1',
    data: { linkId: 'l1', changes: { vendor: { from: 'Acme', to: 'NORTHSIDE' } } },
  });
  t.is(found(), 1, 'the same vendor can leave the remarks');
  events.add({
    type: 'LinkEdited',
    stream: 'link-l1',
    data: { linkId: 'l1', changes: { remarks: { from: 'Vendor: Northside', to: null } } },
  });
  t.is(found(), 0);
});

test('only active links count: for scope, client, publisher, reason and assignee', (t) => {
  const events = liveLink({ assignedTo: 'bob' });
  t.deepEqual(counted(events), [
    ['user:ann', 'scope', 1],
    ['user:ann client.example', 'client', 1],
    ['user:ann publisher:blog.example', 'publisher', 1],
    ['user:ann reason:found-static', 'reason', 1],
    ['user:ann assignee:bob', 'assignee', 1],
  ]);
  t.deepEqual(links.counters?.increments(after(events))[1], {
    id: 'user:ann client.example',
    labels: {
      ...{ scope: 'user:ann', kind: 'client', clientDomain: 'client.example' },
      ...{ publisher: '', campaignId: '', assignedTo: '', tag: '', tagSet: '' },
    },
    amounts: { total: 1, live: 1, removed: 0, notFound: 0, pending: 0, agreed: 0, moneyInRemarks: 0 },
    dated: true,
  });
  events.add(linkPlaced('LinkTrashed', 'l1'));
  t.deepEqual(counted(events), []);
});

test("a campaign's link also counts for the campaign and for the client within it", (t) => {
  const events = new EventBuilder();
  events.add(linkAdded('l1', { scope: 'team:t1', campaignId: 'c1' }));
  t.deepEqual(counted(events).slice(5), [
    ['team:t1 campaign:c1', 'campaign', 1],
    ['team:t1 campaign:c1 client.example', 'campaign-client', 1],
  ]);
  events.add(linkEdited('l1', { campaignId: { from: 'c1', to: null } }));
  t.is(counted(events).length, 5);
});

test('a link counts for each tag as spelled, and for its tag set', (t) => {
  const events = new EventBuilder();
  events.add(linkAdded('l1', { tags: ['Press', 'seo'] }));
  t.is(after(events).tagSet, 'press,seo');
  t.deepEqual(counted(events).slice(5), [
    ['user:ann tag:Press', 'tag', 1],
    ['user:ann tag-set:press;press,seo', 'tag-set', 1],
    ['user:ann tag:seo', 'tag', 1],
    ['user:ann tag-set:seo;press,seo', 'tag-set', 1],
  ]);
  events.add(linkEdited('l1', { tags: { from: ['Press', 'seo'], to: [] } }));
  t.is(after(events).tagSet, null);
  t.is(counted(events).length, 5);
});

test('a link counts for its vendor as spelled; a purge removes its money', (t) => {
  const events = new EventBuilder();
  events.add(linkAdded('l1'));
  events.add(moneyChanged('l1', { vendor: { from: null, to: 'Acme, Inc.' } }));
  t.like(after(events), { vendor: 'acme inc.', moneyRevision: 1, termsRevision: 0, revision: 0 });
  t.deepEqual(counted(events).at(-1), ['user:ann vendor:Acme, Inc.', 'vendor', 1]);
  events.add(moneyChanged('l1', { price: { from: null, to: { amount: 0, currency: 'USD' } } }));
  t.deepEqual(after(events).money, { price: { amount: 0, currency: 'USD' }, vendor: 'Acme, Inc.', orderNumber: null });
  events.add(moneyChanged('l1', { vendor: { from: 'Acme, Inc.', to: null } }));
  t.is(after(events).vendor, null);
  t.false(counted(events).some(([, kind]) => kind === 'vendor'));
  events.add(linkPlaced('LinkPurged', 'l1'));
  t.is(after(events).money, null);
});

test('a link without a client address counts for no client', (t) => {
  const events = new EventBuilder();
  events.add(linkAdded('l1', { articleLink: '', clientLink: '', campaignId: 'c1', promotionType: 'other' }));
  t.like(after(events), { clientDomain: '', pairKey: null, status: 'pending', promotionType: 'other' });
  t.deepEqual(
    counted(events).map(([, kind]) => kind),
    ['scope', 'reason', 'assignee', 'campaign'],
  );
  events.add(linkEdited('l1', { clientLink: { from: '', to: 'https://client.example/' } }));
  t.is(after(events).clientDomain, 'client.example');
});

test('a moved link counts in its new scope', (t) => {
  const events = liveLink();
  events.add(linkMoved('l1', 'user:ann', 'team:t1'));
  t.like(after(events), { scope: 'team:t1', status: 'live', revision: 1 });
  t.deepEqual(
    counted(events).map(([id]) => id),
    [
      'team:t1',
      'team:t1 client.example',
      'team:t1 publisher:blog.example',
      'team:t1 reason:found-static',
      'team:t1 assignee:',
    ],
  );
});

test('links with matching addresses share a key, also after an edit', (t) => {
  const events = new EventBuilder();
  events.add(linkAdded('l1'));
  const { pairKey } = after(events);
  t.regex(pairKey ?? '', /^[0-9a-f]+$/);
  events.add(linkEdited('l1', { articleLink: { from: A, to: B } }));
  t.not(after(events).pairKey, pairKey);
  events.add(linkEdited('l1', { articleLink: { from: B, to: `${A}/` } }));
  t.is(after(events).pairKey, pairKey);
});

test('a campaign link keeps its extra fields; old events leave them empty', (t) => {
  const events = new EventBuilder();
  const promotion = {
    campaignId: 'c1',
    promotionType: 'guest_post',
    websiteUrl: 'https://blog.example/',
    timelineDate: '2026-04-01',
  } as const;
  events.add(linkAdded('l1', promotion));
  t.like(after(events), promotion);
  events.add(linkEdited('l1', { timelineDate: { from: '2026-04-01', to: null } }));
  t.like(after(events), { ...promotion, timelineDate: null });
  const old = new EventBuilder();
  old.add(linkAdded('l1'));
  t.like(after(old), { campaignId: null, promotionType: null, websiteUrl: null, timelineDate: null });
});

test('charts count a correction from the day that it names', (t) => {
  const events = liveLink();
  const by = { at: '2026-03-09T08:00:00.000Z', actor: 'bob' };
  const correction = {
    linkId: 'l1',
    correctionId: 'k1',
    claim: 'removed',
    note: 'It is gone.',
    since: '2026-03-05',
  } as const;
  events.add({ type: 'VerdictCorrected', stream: 'check-l1', data: correction }, by);
  const change = {
    linkId: 'l1',
    from: 'live',
    to: 'removed',
    reason: 'corrected-removed',
    since: '2026-03-05',
  } as const;
  events.add({ type: 'LinkStatusChanged', stream: 'check-l1', data: change }, by);
  t.like(after(events), { status: 'removed', correction: { claim: 'removed', by: 'bob', at: by.at } });

  const { months } = fold(links, new Map(), plan(links, events.all));
  const liveOn = new Map<string, number>();
  for (const { days } of months.values()) for (const [day, { live = 0 }] of days) if (live !== 0) liveOn.set(day, live);
  t.deepEqual(
    [...liveOn],
    [
      ['2026-03-03', 1],
      ['2026-03-05', -1],
    ],
  );
});

test('a link that is somebody else’s was never live, and an undone correction restores its facts', (t) => {
  const events = liveLink();
  const data = {
    linkId: 'l1',
    correctionId: 'k1',
    claim: 'not-ours',
    note: 'A namesake.',
    since: '2026-03-05',
  } as const;
  events.add({ type: 'VerdictCorrected', stream: 'check-l1', data });
  events.add(statusChanged('l1', 'live', 'removed', 'corrected-not-ours'));
  t.like(after(events), { listStatus: 'removed-unseen', liveDate: null });
  events.add({ type: 'CorrectionUndone', stream: 'check-l1', data: { linkId: 'l1', correctionId: 'k1' } });
  events.add(statusChanged('l1', 'removed', 'live', 'correction-undone'));
  t.like(after(events), { listStatus: 'live', liveDate: '2026-03-03', lastLiveAt: DAY1.at, correction: undefined });
});

const judging = { at: '2026-03-09T08:00:00.000Z', actor: 'ann' };

test('a link that is somebody else’s stays not found while checks find the same link, and when they find none', (t) => {
  const events = liveLink();
  const data = { linkId: 'l1', correctionId: 'k1', claim: 'not-ours', note: 'No.', since: '2026-03-05' } as const;
  events.add({ type: 'VerdictCorrected', stream: 'check-l1', data });
  events.add(statusChanged('l1', 'live', 'removed', 'corrected-not-ours'));
  const check = (checkId: string, verdict: Parameters<typeof linkChecked>[2]) => {
    events.add(checkRequested('l1', checkId));
    events.add(linkChecked('l1', checkId, verdict), judging);
  };
  check('c2', FOUND);
  t.like(after(events), { listStatus: 'removed-unseen', lastLiveAt: null, liveDate: null, lastChecked: judging.at });
  check('c3', { status: 'removed', reason: 'not-on-page' });
  t.like(after(events), {
    listStatus: 'removed-unseen',
    lastLiveAt: null,
    reason: 'not-on-page',
    correction: undefined,
  });
  check('c4', { ...FOUND, anchor: 'Our shoes' });
  events.add(statusChanged('l1', 'removed', 'live', 'found-static'), judging);
  t.like(after(events), { listStatus: 'live', lastLiveAt: judging.at, liveDate: '2026-03-09' });
});

/** Added, and not found on 3 March. */
function missedLink(): EventBuilder {
  const events = new EventBuilder();
  events.add(linkAdded('l1'));
  events.add(checkRequested('l1', 'c1'));
  events.add(linkChecked('l1', 'c1', { status: 'removed', reason: 'not-on-page' }), DAY1);
  events.add(statusChanged('l1', 'pending', 'removed', 'not-on-page'), DAY1);
  return events;
}

test('a past check that is judged to be live counts from the day of the judging', (t) => {
  const events = missedLink();
  events.add(judgedAgain('l1', 'c1', 'removed', FOUND), judging);
  events.add(statusChanged('l1', 'removed', 'live', 'found-static'), judging);
  const seen = { lastLiveAt: DAY1.at, liveDate: '2026-03-09', lastChecked: DAY1.at };
  t.like(after(events), { status: 'live', listStatus: 'live', anchor: 'Shoes', linkType: 'dofollow', ...seen });
  const { months } = fold(links, new Map(), plan(links, events.all));
  const days = new Set([...months.values()].flatMap((month) => [...month.days.keys()]));
  t.deepEqual([...days], ['2026-03-01', '2026-03-03', '2026-03-09']);
});

test('judging again shows a new reason or type at once, but not for other addresses', (t) => {
  const events = liveLink();
  events.add(judgedAgain('l1', 'c1', 'live', { ...FOUND, reason: 'found-rendered', linkType: 'nofollow' }), judging);
  t.like(after(events), { status: 'live', reason: 'found-rendered', linkType: 'nofollow', liveDate: '2026-03-03' });
  const elsewhere = liveLink();
  elsewhere.add(linkEdited('l1', { articleLink: { from: A, to: B } }));
  const before = after(elsewhere);
  elsewhere.add(judgedAgain('l1', 'c1', 'live', { ...FOUND, linkType: 'nofollow' }), judging);
  t.deepEqual(after(elsewhere), before);
});

test('while a correction counts, a judging shows only once the correction is undone', (t) => {
  const events = missedLink();
  const data = { linkId: 'l1', correctionId: 'k1', claim: 'not-ours', note: 'No.', since: '2026-03-05' } as const;
  events.add({ type: 'VerdictCorrected', stream: 'check-l1', data });
  events.add(judgedAgain('l1', 'c1', 'removed', FOUND), judging);
  t.like(after(events), { status: 'removed', listStatus: 'removed-unseen', correction: { claim: 'not-ours' } });
  events.add({ type: 'CorrectionUndone', stream: 'check-l1', data: { linkId: 'l1', correctionId: 'k1' } });
  events.add(statusChanged('l1', 'removed', 'live', 'correction-undone'));
  t.like(after(events), { listStatus: 'live', liveDate: '2026-03-09', correction: undefined });
});

const SHOES = { anchor: { from: null, to: { rule: 'exactly', texts: ['Shoes'] } } } as const;
const DOFOLLOW = { linkTypes: { from: null, to: ['dofollow'] } } as const;
const on = (day: string) => ({ at: `2026-${day}T08:00:00.000Z`, actor: 'ann' });

function checkedOn(events: EventBuilder, day: string, verdict: Partial<Parameters<typeof linkChecked>[2]> = {}): void {
  const checkId = `c-${day}`;
  events.add(checkRequested('l1', checkId), on(day));
  events.add(linkChecked('l1', checkId, { ...FOUND, ...verdict }), on(day));
}

test('terms are judged over the past: the fact is older than the agreement, which the deviation counts from', (t) => {
  const events = liveLink();
  checkedOn(events, '03-10', { linkType: 'nofollow', linkTypeCause: 'meta-robots' });
  checkedOn(events, '03-20', { linkType: 'nofollow', linkTypeCause: 'meta-robots' });
  t.like(after(events), { deviations: [], deviationSet: null, terms: null, termsRevision: 0 });
  events.add(termsChanged('l1', DOFOLLOW), on('03-25'));
  const { deviations, deviationSet, termsRevision } = after(events);
  t.deepEqual(deviations, [
    {
      ...{ code: 'wrong-type', since: '2026-03-25', factSince: '2026-03-10' },
      ...{ evidence: 'nofollow', cause: 'meta-robots', isOld: true },
    },
  ]);
  t.is(deviationSet, 'wrong-type');
  t.is(termsRevision, 1);
});

test('an unreadable page neither begins nor ends a deviation, and a check that finds the term met ends it', (t) => {
  const events = liveLink();
  events.add(termsChanged('l1', SHOES), on('03-04'));
  checkedOn(events, '03-10', { anchor: 'Boots' });
  checkedOn(events, '03-11', { status: 'pending', reason: 'timeout', anchor: null, linkType: null });
  events.add(statusChanged('l1', 'live', 'pending', 'timeout'), on('03-11'));
  t.like(after(events).deviations, [{ code: 'wrong-anchor', since: '2026-03-10', evidence: 'Boots' }]);
  checkedOn(events, '03-12', { anchor: 'Boots' });
  events.add(statusChanged('l1', 'pending', 'live', 'found-static'), on('03-12'));
  t.like(after(events).deviations, [{ since: '2026-03-10' }]);
  checkedOn(events, '03-13');
  t.deepEqual(after(events).deviations, []);
  const turns = after(events).turns.map(({ began, ended }) => ({ began, ended }));
  t.deepEqual(turns, [
    { began: ['wrong-anchor'], ended: [] },
    { began: [], ended: ['wrong-anchor'] },
  ]);
});

test('a removed link is lost early until it is back; a correction counts from its own day', (t) => {
  const events = liveLink({ duration: '2027-01-01' });
  checkedOn(events, '03-10', { status: 'removed', reason: 'not-on-page', anchor: null, linkType: null });
  events.add(statusChanged('l1', 'live', 'removed', 'not-on-page'), on('03-10'));
  t.like(after(events).deviations, [{ code: 'lost-early', since: '2026-03-10', evidence: '2027-01-01' }]);
  const correction = {
    linkId: 'l1',
    correctionId: 'k1',
    claim: 'live',
    note: 'I see it.',
    since: '2026-03-10',
  } as const;
  events.add({ type: 'VerdictCorrected', stream: 'check-l1', data: correction }, on('03-15'));
  const change = { linkId: 'l1', from: 'removed', to: 'live', reason: 'corrected-live', since: '2026-03-10' } as const;
  events.add({ type: 'LinkStatusChanged', stream: 'check-l1', data: change }, on('03-15'));
  t.deepEqual(after(events).deviations, []);
  t.deepEqual(
    after(events).found.map(({ since, isLive }) => [since.slice(0, 10), isLive]),
    [
      ['2026-03-03', true],
      ['2026-03-10', true],
    ],
  );
  events.add({ type: 'CorrectionUndone', stream: 'check-l1', data: { linkId: 'l1', correctionId: 'k1' } }, on('03-16'));
  events.add(statusChanged('l1', 'live', 'removed', 'correction-undone'), on('03-16'));
  t.like(after(events).deviations, [{ code: 'lost-early', since: '2026-03-10' }]);
});

test('a link that is due is late from the next day, and other addresses begin without findings', (t) => {
  const events = new EventBuilder();
  events.add(linkAdded('l1', { timelineDate: '2026-03-31' }), on('03-01'));
  t.like(after(events), { deviationSet: 'late@2026-04-01', agreedAt: { any: on('03-01').at } });
  events.add(linkEdited('l1', { timelineDate: { from: '2026-03-31', to: '2026-03-02' } }), on('03-20'));
  t.is(after(events).deviationSet, 'late@2026-03-20', 'nobody was late before the day was agreed');

  const live = liveLink({ timelineDate: '2026-03-01' });
  t.deepEqual(after(live).deviations, []);
  live.add(termsChanged('l1', { anchor: { from: null, to: { rule: 'exactly', texts: ['Hats'] } } }), on('03-04'));
  t.is(after(live).deviationSet, 'wrong-anchor');
  live.add(linkEdited('l1', { articleLink: { from: A, to: B } }), on('03-05'));
  live.add(statusChanged('l1', 'live', 'pending', 'address-changed'), on('03-05'));
  t.like(after(live), { found: [], deviations: [] });
});
