import test from 'ava';
import { parseRow, type RowSettings } from './parse-row.ts';
import { promotionTypeOf } from './promotion-type.ts';

const PEOPLE = new Map([
  ['ann', 'ann'],
  ['ann@agency.example', 'ann'],
  ['ann lee', 'ann'],
]);
const SETTINGS: RowSettings = {
  people: PEOPLE,
  dateOrder: null,
  durationUnit: null,
  linkTypeColumn: 'Link type',
  tags: [],
  isCampaign: false,
};
const ADDRESSES = { articleLink: 'https://blog.example/post', clientLink: 'https://client.example/' };

test('a row with both addresses is a link', (t) => {
  t.deepEqual(parseRow({ ...ADDRESSES, anchor: ' Shoes ', remarks: '' }, SETTINGS), {
    body: { ...ADDRESSES, anchor: 'Shoes' },
  });
});

test('a cell of tags is split, and an invalid tag is refused', (t) => {
  t.deepEqual(parseRow({ ...ADDRESSES, tags: 'vip; Seo,SEO' }, SETTINGS), {
    body: { ...ADDRESSES, tags: ['Seo', 'vip'] },
  });
  t.deepEqual(parseRow({ ...ADDRESSES, tags: ' ' }, SETTINGS), { body: ADDRESSES });
  const read = parseRow({ ...ADDRESSES, tags: `vip,${'x'.repeat(41)}` }, SETTINGS);
  t.deepEqual('reasons' in read ? Object.keys(read.reasons) : read, ['tags']);
});

test('a row is refused field by field, each with a reason', (t) => {
  const bad: [Parameters<typeof parseRow>[0], string[]][] = [
    [{}, ['articleLink', 'clientLink']],
    [{ articleLink: 'https://blog.example/post' }, ['clientLink']],
    [{ ...ADDRESSES, articleLink: 'javascript:alert(1)' }, ['articleLink']],
    [{ ...ADDRESSES, articleLink: 'https://blog.example/a\nb' }, ['articleLink']],
    [{ ...ADDRESSES, articleLink: `https://blog.example/${'x'.repeat(10_000_000)}` }, ['articleLink']],
    [{ ...ADDRESSES, duration: 'soon', liveDate: '31/31/2026', pocEmail: 'x' }, ['duration', 'liveDate', 'pocEmail']],
    [{ ...ADDRESSES, linkType: 'follow-ish', assignedTo: 'Bob' }, ['assignedTo', 'linkType']],
  ];
  for (const [fields, names] of bad) {
    const read = parseRow(fields, SETTINGS);
    t.deepEqual('reasons' in read ? Object.keys(read.reasons).sort() : read, names);
  }
});

test('an assignee is found by id, email address or full name in any case, and “unassigned” is null', (t) => {
  for (const [assignedTo, userId] of [
    ['ann', 'ann'],
    [' ANN@Agency.example', 'ann'],
    ['Ann Lee', 'ann'],
    ['Unassigned', null],
  ] as const) {
    t.deepEqual(parseRow({ ...ADDRESSES, assignedTo }, SETTINGS), { body: { ...ADDRESSES, assignedTo: userId } });
  }
});

test('durations, days and link types are read as exports write them', (t) => {
  const read = (fields: Parameters<typeof parseRow>[0]) => parseRow({ ...ADDRESSES, ...fields }, SETTINGS);
  t.like(read({ duration: '45' }), { body: { duration: '45 days' } });
  t.like(read({ duration: '2 Weeks' }), { body: { duration: '2 weeks' } });
  t.like(read({ liveDate: '2026-03-01 14:05:00' }), { body: { liveDate: '2026-03-01' } });
  t.like(read({ liveDate: '2026-03-01T14:05:00Z' }), { body: { liveDate: '2026-03-01' } });
  t.like(read({ linkType: 'NoFollow' }), { body: { linkType: 'nofollow' } });
  t.like(read({ nofollow: 'true', sponsored: 'false' }), { body: { linkType: 'nofollow' } });
  t.like(read({ ugc: 'TRUE' }), { body: { linkType: 'nofollow' } });
  t.like(read({ nofollow: '1', sponsored: 'yes' }), { body: { linkType: 'sponsored' } });
  t.like(read({ linkType: 'dofollow', nofollow: 'true' }), { body: { linkType: 'dofollow' } });
});

test('of a rel attribute, the words about following count, and only words that are no values of rel are refused', (t) => {
  const read = (linkType: string, more = {}) => parseRow({ ...ADDRESSES, ...more, linkType }, SETTINGS);
  for (const words of ['noopener noreferrer', 'external', 'opener', 'author', 'me', 'tag', 'bookmark license', '-']) {
    t.deepEqual(read(words), { body: ADDRESSES }, words);
    t.like(read(`${words} nofollow`), { body: { linkType: 'nofollow' } }, words);
    t.like(read(words, { sponsored: 'yes' }), { body: { linkType: 'sponsored' } }, words);
  }
  t.like(read('Follow, Alternate'), { body: { linkType: 'dofollow' } });
  t.like(read('rel="sponsored noopener"'), { body: { linkType: 'sponsored' } });
  for (const words of ['follow-ish', 'nofollow maybe', 'constructor']) {
    t.deepEqual(read(words), {
      reasons: { linkType: 'Link type must be one of dofollow, nofollow, sponsored' },
    });
  }
});

test('a tick in a column of link types is no error, and names the type only if the column does', (t) => {
  const read = (linkType: string, linkTypeColumn: string) =>
    parseRow({ ...ADDRESSES, linkType }, { ...SETTINGS, linkTypeColumn });
  for (const tick of ['x', 'Yes', 'ja', '✓', 'TRUE', 'Sí', '1']) {
    t.deepEqual(read(tick, 'Link type'), { body: ADDRESSES }, tick);
    t.like(read(tick, 'Do-follow'), { body: { linkType: 'dofollow' } }, tick);
    t.like(parseRow({ ...ADDRESSES, nofollow: tick }, SETTINGS), { body: { linkType: 'nofollow' } }, tick);
  }
  t.like(read('Nein', 'Follow'), { body: { linkType: 'nofollow' } });
  t.like(read('Sponsored', 'Follow'), { body: { linkType: 'sponsored' } });
});

test('a text that is no date is refused with every form that is read', (t) => {
  t.deepEqual(parseRow({ ...ADDRESSES, liveDate: 'soon' }, SETTINGS), {
    reasons: {
      liveDate: 'Live date “soon” is not a date. Write it as 2026-03-31, 31.03.2026, 3/31/2026 or March 31, 2026.',
    },
  });
  for (const form of ['2026-03-31', '31.03.2026', '3/31/2026', 'March 31, 2026'])
    t.deepEqual(parseRow({ ...ADDRESSES, liveDate: form }, SETTINGS), {
      body: { ...ADDRESSES, liveDate: '2026-03-31' },
    });
});

test('addresses are tidied as in the form, and a cell with two of them is refused', (t) => {
  const fields = { articleLink: ' "blog.example/post" ', clientLink: '<https://client.example/>' };
  t.deepEqual(parseRow(fields, SETTINGS), { body: { ...ADDRESSES } });
  const two = parseRow({ ...ADDRESSES, articleLink: 'https://a.example/1 https://a.example/2' }, SETTINGS);
  t.deepEqual(two, { reasons: { articleLink: 'Article link has 2 URLs: enter one' } });
});

test('durations are read in the languages of the column names, and a bare number has the column’s unit', (t) => {
  for (const [cell, duration] of [
    ['12 Monate', '12 months'],
    ['1 Jahr', '1 year'],
    ['6 mois', '6 months'],
    ['1 año', '1 year'],
    ['3 settimane', '3 weeks'],
    ['12 mês', '12 months'],
    ['2 jaar', '2 years'],
    ['6 miesięcy', '6 months'],
    ['12mo.', '12 months'],
    ['6-month', '6 months'],
    ['unbefristet', 'permanent'],
    ['à vie', 'permanent'],
    ['Permanent', 'permanent'],
    ['12', '12 months'],
  ] as const) {
    const read = parseRow({ ...ADDRESSES, duration: cell }, { ...SETTINGS, durationUnit: 'month' });
    t.deepEqual(read, { body: { ...ADDRESSES, duration } }, cell);
  }
  t.true('reasons' in parseRow({ ...ADDRESSES, duration: '12 moons' }, SETTINGS));
  t.true('reasons' in parseRow({ ...ADDRESSES, duration: '0 Monate' }, SETTINGS));
});

test('the tags of the file join those of the row', (t) => {
  const settings = { ...SETTINGS, tags: ['Spring', 'VIP'] };
  t.like(parseRow({ ...ADDRESSES, tags: 'vip, seo' }, settings), { body: { tags: ['seo', 'Spring', 'vip'] } });
  t.like(parseRow(ADDRESSES, settings), { body: { tags: ['Spring', 'VIP'] } });
});

test('a day that can be read in two ways is refused until its order is known', (t) => {
  const read = (liveDate: string, dateOrder: RowSettings['dateOrder']) =>
    parseRow({ ...ADDRESSES, liveDate }, { ...SETTINGS, dateOrder });
  t.like(read('02/03/2026', null), {
    reasons: { liveDate: 'Live date “02/03/2026” can start with the day or the month. Choose which.' },
  });
  t.like(read('02/03/2026', 'dmy'), { body: { liveDate: '2026-03-02' } });
  t.like(read('02/03/2026', 'mdy'), { body: { liveDate: '2026-02-03' } });
});

test('a link stays until a day, or as long as its duration says if both end on the same day', (t) => {
  const read = (fields: Parameters<typeof parseRow>[0]) => parseRow({ ...ADDRESSES, ...fields }, SETTINGS);
  for (const [fields, duration] of [
    [{ until: '31.12.2026' }, '2026-12-31'],
    [{ until: '31.12.2026', duration: '6 months' }, '2026-12-31'],
    [{ until: '2026-09-01', duration: '6 months', liveDate: '2026-03-01' }, '6 months'],
    [{ until: '2026-12-31', duration: '6 months', liveDate: '2026-03-01' }, '2026-12-31'],
    [{ until: 'Lifetime' }, 'permanent'],
    [{ until: '6 months', timelineDate: '2027-01-01' }, '6 months'],
    [{ until: '2026-12-31', timelineDate: '2026-12-31' }, '2026-12-31'],
  ] as const) {
    t.like(read(fields), { body: { duration } }, JSON.stringify(fields));
  }
  const early = 'Until must not be before the due day';
  t.deepEqual(read({ until: '2026-01-30', timelineDate: '2026-01-31' }), { reasons: { until: early } });
  t.deepEqual(read({ duration: '2026-01-30', timelineDate: '2026-01-31' }), { reasons: { duration: early } });
  const forms = 'Write it as 2026-03-31, 31.03.2026, 3/31/2026 or March 31, 2026.';
  t.deepEqual(read({ until: '30', timelineDate: 'soon' }), {
    reasons: {
      timelineDate: `Due day “soon” is not a date. ${forms}`,
      until: `Until “30” is not a date. ${forms}`,
    },
  });
  t.deepEqual(read({ until: '02/03/2026', timelineDate: '2026-01-01' }), {
    reasons: { until: 'Until “02/03/2026” can start with the day or the month. Choose which.' },
  });
});

test('a row of a campaign needs only its client link, and has the fields of a campaign’s link', (t) => {
  const settings = { ...SETTINGS, isCampaign: true };
  const { clientLink } = ADDRESSES;
  t.deepEqual(parseRow({ clientLink }, settings), { body: { clientLink } });
  const fields = {
    ...{ clientLink, promotionType: ' Guest-Post', websiteUrl: 'blog.example', status: 'Live' },
    timelineDate: '31.12.2026',
  };
  t.deepEqual(parseRow(fields, settings), {
    body: {
      ...{ clientLink, promotionType: 'guest_post', websiteUrl: 'https://blog.example', status: 'live' },
      timelineDate: '2026-12-31',
    },
  });
  t.deepEqual(
    parseRow({ ...ADDRESSES, ...fields }, SETTINGS),
    { body: { ...ADDRESSES, timelineDate: '2026-12-31' } },
    'outside a campaign a link has only the due day',
  );
  const bad: [Parameters<typeof parseRow>[0], string[]][] = [
    [{}, ['clientLink']],
    [{ ...ADDRESSES, clientLink: '' }, ['clientLink']],
    [{ ...fields, promotionType: 'podcast', status: 'removed' }, ['promotionType', 'status']],
    [{ ...fields, websiteUrl: 'not a site', timelineDate: 'soon' }, ['timelineDate', 'websiteUrl']],
    [{ ...fields, timelineDate: '02/03/2026', liveDate: '03/04/2026' }, ['liveDate', 'timelineDate']],
  ];
  for (const [given, names] of bad) {
    const read = parseRow(given, settings);
    t.deepEqual('reasons' in read ? Object.keys(read.reasons).sort() : read, names);
  }
});

test('promotion types are known by the names that sheets use', (t) => {
  for (const [text, type] of [
    ['guest_post', 'guest_post'],
    ['Guest Post', 'guest_post'],
    ['Gastbeitrag', 'guest_post'],
    ['Niche edit', 'link_insertion'],
    ['LINK INSERTION', 'link_insertion'],
    ['Other', 'other'],
    ['toString', null],
    ['', null],
  ] as const) {
    t.is(promotionTypeOf(text), type);
  }
});
