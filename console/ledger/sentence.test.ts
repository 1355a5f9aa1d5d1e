import test from 'ava';
import type { LedgerAnswer, StoryAnswer } from '../../query-service/contract/answers/ledger.ts';
import { LEDGER_TYPES } from '../../query-service/contract/ledger-kinds.ts';
import { SENTENCES } from './messages.ts';
import { formatEvent, formatStory } from './sentence.ts';

function entry(type: string, data: object, more: Partial<LedgerAnswer> = {}, actor = 'ann'): LedgerAnswer {
  return {
    event: {
      cursor: 'c',
      id: 'e1',
      type,
      at: '2026-03-01T10:00:00.000Z',
      actor,
      scope: 'team:t1',
      position: 1,
      stream: 's',
      revision: 0,
      correlationId: '',
      causationId: '',
      data: { ...data },
    },
    kind: 'links',
    actorName: 'Ann Lee',
    teamId: 't1',
    teamName: 'Agency',
    link: null,
    history: null,
    names: { t1: 'Agency', bob: 'Bob Ray', c1: 'Spring' },
    ...more,
  };
}

test('an event is one sentence: with the reader as You, and others by name', (t) => {
  t.is(formatEvent(entry('LinkAdded', {}), 'ann'), 'You added a link');
  t.is(formatEvent(entry('LinkAdded', {}), 'bob'), 'Ann Lee added a link');
  t.is(formatEvent(entry('MemberRemoved', { userId: 'bob' }), 'ann'), 'You removed Bob Ray from the team');
  t.is(formatEvent(entry('MemberLeft', { userId: 'gone' }), 'ann'), 'unknown left the team');
  t.is(
    formatEvent(entry('CampaignEdited', { campaignId: 'c1', changes: {} }), 'ann'),
    'You edited the campaign Spring',
  );
  t.is(
    formatEvent(entry('SettingsChanged', { userId: 'ann', language: 'de' }), 'ann'),
    'The language of your emails is Deutsch',
  );
  t.is(
    formatEvent(entry('SettingsChanged', { userId: 'ann', language: 'en' }), 'bob'),
    'The language of emails to Ann Lee is English',
  );
  t.is(formatEvent(entry('SettingsChanged', { userId: 'ann', retryCount: 4 }), 'ann'), 'You changed the settings');
  const share = { name: 'For the board', clientDomain: 'client.example' };
  t.is(formatEvent(entry('ShareCreated', share), 'ann'), 'You shared the links of client.example');
  t.is(formatEvent(entry('TeamHandedOver', { from: 'ann', to: 'bob' }), 'ann'), 'You handed the team over to Bob Ray');
  t.is(
    formatEvent(entry('LinkMoved', { from: 'team:t1', to: 'user:ann' }), 'ann'),
    'You moved a link from Agency to personal links',
  );
  t.is(
    formatEvent(entry('LinkMoved', { from: 'team:x', to: 'team:t1' }), 'bob'),
    'Ann Lee moved a link from another team to Agency',
  );
});

test('statuses, permissions and plans are in words, and names stay as they are', (t) => {
  const link = { id: 'l1', articleLink: '', clientLink: '', place: 'active', wasLive: false } as const;
  const change = { from: 'pending', to: 'removed' };
  t.is(formatEvent(entry('LinkStatusChanged', change, { link }), ''), 'Status changed from Pending to Not found yet');
  t.is(
    formatEvent(entry('LinkStatusChanged', change, { link: { ...link, wasLive: true } }), ''),
    'Status changed from Pending to Removed',
  );
  t.is(formatEvent(entry('LinkChecked', { verdict: { status: 'live' } }), ''), 'Checked: Live');
  t.is(
    formatEvent(entry('VerdictJudgedAgain', { from: 'removed', verdict: { status: 'live' } }), 'ann'),
    'You re-evaluated a past check: Live',
  );
  t.is(
    formatEvent(entry('TeamMatchingChosen', { from: 'exact', to: 'ignore-query' }), 'bob'),
    'Ann Lee changed matching to any query',
  );
  t.is(
    formatEvent(entry('TeamCalendarChosen', { from: {}, to: { timeZone: 'Europe/Berlin', monthStart: 15 } }), 'bob'),
    'Ann Lee changed the team’s calendar to Europe/Berlin',
  );
  t.is(
    formatEvent(entry('PlanChanged', { from: { plan: 'free' }, to: { plan: 'starter' } }), ''),
    'The plan changed from Free to Starter',
  );
  t.is(
    formatEvent(entry('TeamRenamed', { from: 'free', to: 'live' }), 'ann'),
    'You renamed the team from free to live',
  );
});

test('an erased name, and a type that this version does not know, still make a line', (t) => {
  t.is(formatEvent(entry('MemberInvited', { name: null, email: null }), 'ann'), 'You invited somebody');
  t.is(formatEvent(entry('SomethingNew', {}), 'ann'), 'SomethingNew');
});

test('every type of event in the ledger has a sentence', (t) => {
  t.deepEqual(
    LEDGER_TYPES.filter((type) => SENTENCES[type] === undefined),
    [],
  );
});

test('a story of many links is one sentence with their number and results, and a story of one link is its event', (t) => {
  const story = (head: LedgerAnswer, links: number, more: Partial<StoryAnswer> = {}): string =>
    formatStory({ id: 's', head, events: links * 3, links, outcome: null, run: null, ...more }, 'ann');
  const run = { isRunning: false, done: 41, live: 29, removed: 8, pending: 4 };
  const started = entry('StatusCheckStarted', { total: 41 });
  t.is(story(started, 41, { run }), 'You checked 41 links: 29 live, 8 removed, 4 pending');
  const half = { isRunning: true, done: 12, live: 12, removed: 0, pending: 0 };
  t.is(story(started, 12, { run: half }), 'You are checking 41 links (12 done): 12 live');
  t.is(story(entry('ImportStarted', {}), 1_200), 'You imported 1,200 links');
  t.is(story(entry('ImportStarted', {}, {}, 'bob'), 0), 'Ann Lee imported no links');
  t.is(story(entry('BulkStarted', { total: 3, order: { action: 'trash' } }), 3), 'You moved 3 links to trash');
  t.is(story(entry('CheckRequested', { reason: 'scheduled' }, {}, 'scheduler'), 9), 'Scheduled checks of 9 links');
  t.is(story(entry('CheckRequested', { reason: 'manual' }), 1), 'You rechecked the link');
  t.is(story(entry('LinkStatusChanged', { from: 'pending', to: 'live' }), 1), 'Went live');
  t.is(story(entry('LinkAdded', {}), 1), 'You added a link');
});
