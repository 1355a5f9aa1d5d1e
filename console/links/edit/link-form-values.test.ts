import test from 'ava';
import { DEFAULT_CALENDAR } from '../../../command-service/contract/calendar.ts';
import type { TeamAnswer } from '../../../query-service/contract/answers/teams.ts';
import { assigneeAfter, assigneesIn } from './assignees.ts';
import {
  changesBetween,
  freshValues,
  inCampaign,
  nextValues,
  toFieldErrors,
  toRequest,
  validate,
  withSchemes,
} from './link-form-values.ts';
import { messages } from './messages.ts';

const filled = {
  ...freshValues('u1'),
  articleLink: 'https://blog.example/post',
  clientLink: 'https://client.example/',
};

test('an empty form requires both URLs and nothing else', (t) => {
  t.deepEqual(validate(freshValues('u1')), {
    articleLink: 'Article link is required',
    clientLink: 'Client link is required',
  });
});

test('a filled form becomes the body the API takes', (t) => {
  t.deepEqual(validate(filled), {});
  t.like(toRequest({ ...filled, liveDate: '2026-11-01' }), {
    path: '/api/links',
    body: {
      duration: '30 days',
      liveDate: '2026-11-01',
      assignedTo: 'u1',
      pocEmail: null,
      remarks: null,
      status: 'pending',
    },
  });
});

test('a missing or invalid duration is an error of its number', (t) => {
  for (const amount of ['', '0', '-1', '1.5', 'ten', '10000'])
    t.deepEqual(validate({ ...filled, amount }), { amount: messages.amountRange }, amount);
  t.deepEqual(validate({ ...filled, amount: '9999' }), {});
});

test('the end can be a day, which is not before the due day', (t) => {
  const until = { ...filled, unit: 'until', amount: '2027-01-31' };
  t.deepEqual(validate({ ...until, timelineDate: '2027-01-31' }), {});
  t.like(toRequest({ ...until, timelineDate: '2027-01-31' }).body, {
    duration: '2027-01-31',
    timelineDate: '2027-01-31',
  });
  t.deepEqual(validate({ ...until, timelineDate: '2027-02-01' }), { amount: 'Until must not be before the due day' });
  t.deepEqual(validate({ ...until, amount: '' }), { amount: messages.untilMissing });
  t.deepEqual(changesBetween(filled, { ...until, timelineDate: '2026-12-24' }), {
    duration: '2027-01-31',
    timelineDate: '2026-12-24',
  });
  t.like(freshValues('u1', { duration: '2027-01-31' }), { amount: '2027-01-31', unit: 'until' });
});

test('the server’s field names become those of the form', (t) => {
  t.deepEqual(toFieldErrors({ duration: 'too long', clientLink: 'no', teamId: 'unknown', colour: 'blue' }, filled), {
    amount: 'too long',
    clientLink: 'no',
    teamId: 'unknown',
  });
});

test('only changed fields are sent, and a cleared text as null', (t) => {
  const before = { ...filled, remarks: 'old' };
  t.deepEqual(changesBetween(before, before), {});
  t.deepEqual(changesBetween(before, { ...before, remarks: ' ', amount: '1', unit: 'years' }), {
    remarks: null,
    duration: '1 year',
  });
});

const ME = { id: 'u1', name: 'Me' };
const person = (userId: string, firstName: string) => ({ firstName, lastName: '', email: `${userId}@a.example` });
const team: TeamAnswer = {
  id: 't1',
  name: 'Outreach',
  ownerId: 'u2',
  memberCount: 3,
  owner: { id: 'u2', ...person('u2', '') },
  members: [
    { userId: 'u3', role: 'contributor', permission: 'edit', joinedAt: '', name: 'Cy', user: person('u3', 'Cy') },
    { userId: 'u1', role: 'contributor', permission: 'full', joinedAt: '', name: 'Ann', user: person('u1', 'Ann') },
  ],
  role: 'contributor',
  permission: 'full',
  nextCheckDate: null,
  links: { total: 0, live: 0, removed: 0, notFound: 0, pending: 0 },
  createdAt: '',
  matching: 'exact',
  calendar: DEFAULT_CALENDAR,
  revision: 0,
};

test('personal links can be assigned to oneself, a team’s to its members and owner', (t) => {
  t.deepEqual(assigneesIn(null, ME), [ME]);
  t.deepEqual(
    assigneesIn(team, ME).map(({ name }) => name),
    ['Cy', 'Me', 'u2@a.example'],
  );
});

test('another team keeps the assignee if possible, otherwise takes its first member', (t) => {
  t.is(assigneeAfter('u1', team, ME), 'u1');
  t.is(assigneeAfter('u2', team, ME), 'u2');
  t.is(assigneeAfter('u9', team, ME), 'u3');
  t.is(assigneeAfter('u3', null, ME), 'u1');
  t.is(assigneeAfter('', team, ME), '');
});

test('a link moves to a team or back to its owner by the team that is sent', (t) => {
  t.deepEqual(changesBetween(filled, { ...filled, teamId: 't1' }), { teamId: 't1' });
  t.deepEqual(changesBetween({ ...filled, teamId: 't1' }, filled), { teamId: null });
  t.is(toRequest(filled).body.teamId, null);
});

test('tags are sent as a normalized list, and only if they changed', (t) => {
  t.deepEqual(toRequest({ ...filled, tags: 'b, A ,a;' }).body.tags, ['A', 'b']);
  const tagged = { ...filled, tags: 'old, new' };
  t.deepEqual(changesBetween(tagged, tagged), {});
  t.deepEqual(changesBetween(tagged, { ...tagged, tags: '' }), { tags: [] });
  t.is(validate({ ...filled, tags: 'x'.repeat(41) }).tags, 'A tag must be at most 40 characters');
});

test('an edit sends the campaign only if it changed', (t) => {
  const before = { ...filled, teamId: 't1', campaignId: 'c1' };
  t.deepEqual(changesBetween(before, before), {});
  t.deepEqual(changesBetween(before, { ...before, campaignId: 'c2' }), { campaignId: 'c2' });
  t.deepEqual(changesBetween(before, { ...before, campaignId: '' }), { campaignId: null });
  t.false('campaignId' in toRequest(before).body);
});

const GUEST = 'Client link and website URL are required for guest posts.';
const INSERTION = 'Article link and client link are required for link insertions.';
const DATED = 'Timeline date is required for pending links.';
const post = freshValues('ada', { campaignId: 'c1', teamId: 't1' });

test('a new link of a campaign is a pending guest post; with a known article it is a published insertion', (t) => {
  t.like(post, { campaignId: 'c1', promotionType: 'guest_post', status: 'pending', assignedTo: 'ada' });
  t.deepEqual(inCampaign(filled, 'c1'), { campaignId: 'c1', promotionType: 'link_insertion', status: 'live' });
  t.deepEqual(inCampaign(post, ''), { campaignId: '', promotionType: '' });
});

test('each promotion type requires its addresses', (t) => {
  t.deepEqual(validate(post), { clientLink: GUEST, websiteUrl: GUEST, timelineDate: DATED });
  t.deepEqual(validate({ ...post, promotionType: 'link_insertion', status: 'live' }), {
    articleLink: INSERTION,
    clientLink: INSERTION,
  });
  t.deepEqual(validate({ ...post, promotionType: 'other', status: 'live' }), {});
});

test('a guest post sends its site as its article, and no input of another promotion type', (t) => {
  const values = withSchemes({
    ...post,
    articleLink: 'https://left.example/over',
    clientLink: 'client.example/page',
    websiteUrl: 'blog.example',
    timelineDate: '2026-12-01',
    assignedTo: '',
  });
  t.deepEqual(toRequest(values), {
    path: '/api/campaign-links',
    body: {
      campaignId: 'c1',
      teamId: 't1',
      promotionType: 'guest_post',
      articleLink: 'https://blog.example',
      clientLink: 'https://client.example/page',
      websiteUrl: 'https://blog.example',
      status: 'pending',
      timelineDate: '2026-12-01',
      duration: 'permanent',
      assignedTo: null,
      pocEmail: null,
      remarks: null,
      tags: [],
      templateId: null,
    },
  });
  const insertion = toRequest({ ...values, promotionType: 'link_insertion', status: 'live' }).body;
  t.like(insertion, { articleLink: 'https://left.example/over', timelineDate: null });
  t.false('websiteUrl' in insertion);
});

test('an error of a guest post’s article appears at its site', (t) => {
  const values = { ...post, websiteUrl: 'ftp://blog.example', clientLink: 'https://c.example/', status: 'live' };
  t.deepEqual(Object.keys(validate(values)), ['websiteUrl']);
  t.deepEqual(toFieldErrors({ articleLink: 'no' }, post), { websiteUrl: 'no' });
  t.deepEqual(toFieldErrors({ articleLink: 'no' }, post, post), { articleLink: 'no' });
});

test('an edit keeps the rules of the promotion type, also after the link left its campaign', (t) => {
  const before = {
    ...post,
    articleLink: 'https://blog.example/',
    clientLink: 'https://client.example/',
    websiteUrl: 'https://blog.example/',
    timelineDate: '2026-12-01',
  };
  t.deepEqual(changesBetween(before, withSchemes({ ...before, articleLink: 'blog.example/new', timelineDate: '' })), {
    articleLink: 'https://blog.example/new',
    timelineDate: null,
  });
  t.deepEqual(validate({ ...before, campaignId: '', websiteUrl: '', timelineDate: '' }, before), {
    websiteUrl: GUEST,
    timelineDate: DATED,
  });
});

test('an edited link may stay without an address that it never had', (t) => {
  const imported = { ...post, promotionType: 'link_insertion', status: 'live', clientLink: 'https://c.example/' };
  t.deepEqual(Object.keys(validate(imported)), ['articleLink']);
  t.deepEqual(validate({ ...imported, remarks: 'agreed' }, imported), {});
  t.deepEqual(Object.keys(validate({ ...imported, articleLink: 'ftp://x.example' }, imported)), ['articleLink']);
  t.deepEqual(Object.keys(validate({ ...imported, clientLink: '' }, imported)), ['clientLink']);
  const other = { ...post, promotionType: 'other', status: 'live' };
  t.deepEqual(validate({ ...other, remarks: 'a podcast' }, other), {});
});

test('the next link of a row keeps client, team, campaign and duration, and nothing of the article', (t) => {
  const first = { ...filled, teamId: 't1', amount: '2', unit: 'years', liveDate: '2026-11-01', remarks: 'Ask Ruth' };
  t.deepEqual(nextValues(first), { ...first, articleLink: '', liveDate: '', remarks: '' });
  t.like(nextValues({ ...post, websiteUrl: 'https://blog.example' }), { campaignId: 'c1', websiteUrl: '' });
});

test('a new link and the one after it have the chosen template of terms', (t) => {
  const chosen = { ...filled, templateId: 't1' };
  t.like(toRequest(chosen).body, { templateId: 't1' });
  t.like(toRequest({ ...chosen, ...inCampaign(chosen, 'c1'), teamId: 'team' }), {
    path: '/api/campaign-links',
    body: { templateId: 't1' },
  });
  t.like(toRequest(filled).body, { templateId: null });
  t.is(nextValues(chosen).templateId, 't1');
  t.deepEqual(toFieldErrors({ templateId: 'gone' }, chosen), { templateId: 'gone' });
});
