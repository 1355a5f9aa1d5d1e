import test from 'ava';
import { bodyOf, changesBetween, initialCampaignLink, mapFieldErrors, validate } from './campaign-link-form.ts';

const CAMPAIGN = { id: 'c1', teamId: 't1' };
const fresh = initialCampaignLink('ada');
const GUEST = 'Client link and website URL are required for guest posts.';
const INSERTION = 'Article link and client link are required for link insertions.';
const DATED = 'Timeline date is required for pending links.';

test('a new link is a pending guest post assigned to the person who adds it', (t) => {
  t.like(fresh, { promotionType: 'guest_post', status: 'pending', assignedTo: 'ada' });
});

test('each promotion type requires its addresses', (t) => {
  t.deepEqual(validate(fresh, 'add'), { clientLink: GUEST, websiteUrl: GUEST, timelineDate: DATED });
  t.deepEqual(validate({ ...fresh, promotionType: 'link_insertion', status: 'live' }, 'add'), {
    articleLink: INSERTION,
    clientLink: INSERTION,
  });
  t.deepEqual(validate({ ...fresh, promotionType: 'other', status: 'live' }, 'add'), {});
});

test('a guest post sends its site as its article, and no input of another promotion type', (t) => {
  const values = {
    ...fresh,
    articleLink: 'https://left.example/over',
    clientLink: 'client.example/page',
    websiteUrl: 'blog.example',
    timelineDate: '2026-12-01',
    assignedTo: '',
  };
  t.deepEqual(bodyOf(values, CAMPAIGN), {
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
  });
  const insertion = bodyOf({ ...values, promotionType: 'link_insertion', status: 'live' }, CAMPAIGN);
  t.like(insertion, { articleLink: 'https://left.example/over', timelineDate: null });
  t.false('websiteUrl' in insertion);
});

test('an error of a guest post’s article appears at its site', (t) => {
  const values = { ...fresh, websiteUrl: 'ftp://blog.example', clientLink: 'https://c.example/', status: 'live' };
  t.deepEqual(Object.keys(validate(values, 'add')), ['websiteUrl']);
  t.deepEqual(mapFieldErrors({ articleLink: 'no' }, fresh, 'add'), { websiteUrl: 'no' });
  t.deepEqual(mapFieldErrors({ articleLink: 'no' }, fresh, 'edit'), { articleLink: 'no' });
});

test('an edit sends only the changed fields and keeps the rules of its promotion type', (t) => {
  const before = {
    ...fresh,
    articleLink: 'https://blog.example/',
    clientLink: 'https://client.example/',
    websiteUrl: 'https://blog.example/',
    timelineDate: '2026-12-01',
  };
  t.deepEqual(changesBetween(before, before), {});
  t.deepEqual(changesBetween(before, { ...before, articleLink: 'blog.example/published', timelineDate: '' }), {
    articleLink: 'https://blog.example/published',
    timelineDate: null,
  });
  t.deepEqual(validate({ ...before, websiteUrl: '', timelineDate: '' }, 'edit'), {
    websiteUrl: GUEST,
    timelineDate: DATED,
  });
});

test('an edited link may stay without an address that it never had', (t) => {
  const imported = { ...fresh, promotionType: 'link_insertion', status: 'live', clientLink: 'https://c.example/' };
  t.deepEqual(Object.keys(validate(imported, 'edit')), ['articleLink']);
  t.deepEqual(validate({ ...imported, remarks: 'agreed' }, 'edit', imported), {});
  t.deepEqual(Object.keys(validate({ ...imported, articleLink: 'ftp://x.example' }, 'edit', imported)), [
    'articleLink',
  ]);
  t.deepEqual(Object.keys(validate({ ...imported, clientLink: '' }, 'edit', imported)), ['clientLink']);
  const other = { ...fresh, promotionType: 'other', status: 'live' };
  t.deepEqual(validate({ ...other, remarks: 'a podcast' }, 'edit', other), {});
});
