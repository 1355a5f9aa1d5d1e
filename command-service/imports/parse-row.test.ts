import test from 'ava';
import { parseRow } from './parse-row.ts';

const PEOPLE = new Map([
  ['ann', 'ann'],
  ['ann@agency.example', 'ann'],
  ['ann lee', 'ann'],
]);
const ADDRESSES = { articleLink: 'https://blog.example/post', clientLink: 'https://client.example/' };

test('a row with both addresses is a link', (t) => {
  t.deepEqual(parseRow({ ...ADDRESSES, anchor: ' Shoes ', remarks: '' }, PEOPLE), {
    body: { ...ADDRESSES, anchor: 'Shoes' },
  });
});

test('a cell of tags is split, and an invalid tag is refused', (t) => {
  t.deepEqual(parseRow({ ...ADDRESSES, tags: 'vip; Seo,SEO' }, PEOPLE), {
    body: { ...ADDRESSES, tags: ['Seo', 'vip'] },
  });
  t.deepEqual(parseRow({ ...ADDRESSES, tags: ' ' }, PEOPLE), { body: ADDRESSES });
  const read = parseRow({ ...ADDRESSES, tags: `vip,${'x'.repeat(41)}` }, PEOPLE);
  t.deepEqual('reasons' in read ? Object.keys(read.reasons) : read, ['tags']);
});

test('a row is refused field by field, each with a reason', (t) => {
  const bad: [Parameters<typeof parseRow>[0], string[]][] = [
    [{}, ['articleLink', 'clientLink']],
    [{ articleLink: 'https://blog.example/post' }, ['clientLink']],
    [{ ...ADDRESSES, articleLink: 'javascript:alert(1)' }, ['articleLink']],
    [{ ...ADDRESSES, articleLink: 'https://blog.example/a\nb' }, ['articleLink']],
    [{ ...ADDRESSES, articleLink: `https://blog.example/${'x'.repeat(10_000_000)}` }, ['articleLink']],
    [{ ...ADDRESSES, duration: 'soon', liveDate: '31/12/2026', pocEmail: 'x' }, ['duration', 'liveDate', 'pocEmail']],
    [{ ...ADDRESSES, linkType: 'follow-ish', assignedTo: 'Bob' }, ['assignedTo', 'linkType']],
  ];
  for (const [fields, names] of bad) {
    const read = parseRow(fields, PEOPLE);
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
    t.deepEqual(parseRow({ ...ADDRESSES, assignedTo }, PEOPLE), { body: { ...ADDRESSES, assignedTo: userId } });
  }
});

test('durations, days and link types are read as exports write them', (t) => {
  const read = (fields: Parameters<typeof parseRow>[0]) => parseRow({ ...ADDRESSES, ...fields }, PEOPLE);
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
