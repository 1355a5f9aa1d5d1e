import test from 'ava';
import { loginSchema } from '../../model/identity/commands.ts';
import { addLinkSchema, editLinkSchema } from '../../model/link/commands.ts';
import { profileSchema } from '../../model/user/commands.ts';
import { InputError, parse } from './parse.ts';

const link = { articleLink: 'https://blog.example/post', clientLink: 'https://client.example/' };

function fieldsOf(run: () => unknown): Readonly<Record<string, string>> {
  try {
    run();
  } catch (error) {
    if (error instanceof InputError) return error.fields;
    throw error;
  }
  return {};
}

test('a link needs an article and a client link, and both errors are reported at once', (t) => {
  t.deepEqual(
    fieldsOf(() => parse(addLinkSchema, {})),
    { articleLink: 'Article link is required', clientLink: 'Client link is required' },
  );
  t.deepEqual(Object.keys(fieldsOf(() => parse(addLinkSchema, { articleLink: '  ', clientLink: null }))), [
    'articleLink',
    'clientLink',
  ]);
});

test('texts are trimmed, and an empty text becomes null', (t) => {
  const parsed = parse(addLinkSchema, { ...link, articleLink: ' https://blog.example/post ', remarks: '  ' });
  t.is(parsed.articleLink, link.articleLink);
  t.is(parsed.remarks, null);
});

test('a link is a web address without credentials, on one line and of limited length', (t) => {
  const wrong = [
    'javascript:alert(1)',
    'ftp://blog.example/',
    'blog.example/post',
    'https://',
    'https://user:secret@blog.example/',
    'https://blog.example/a\nb',
    `https://blog.example/${'a'.repeat(2_048)}`,
  ];
  for (const articleLink of wrong) {
    t.deepEqual(
      Object.keys(fieldsOf(() => parse(addLinkSchema, { ...link, articleLink }))),
      ['articleLink'],
      articleLink,
    );
  }
  t.notThrows(() => parse(addLinkSchema, { ...link, articleLink: `https://blog.example/${'a'.repeat(2_027)}` }));
});

test('a duration is a number and a unit, or permanent', (t) => {
  for (const duration of ['30 days', '1 day', '2 weeks', '1 month', '10 years', 'permanent']) {
    t.is(parse(addLinkSchema, { ...link, duration }).duration, duration);
  }
  for (const duration of ['0 days', '-1 days', '1.5 days', '30', 'days', '30  days', '30 fortnights', '99999 days']) {
    t.deepEqual(Object.keys(fieldsOf(() => parse(addLinkSchema, { ...link, duration }))), ['duration'], duration);
  }
});

test('a live date is an existing day', (t) => {
  t.is(parse(addLinkSchema, { ...link, liveDate: '2028-02-29' }).liveDate, '2028-02-29');
  for (const liveDate of ['2027-02-29', '2027-13-01', '01.02.2027', '2027-1-1', '2027-01-01T00:00:00Z']) {
    t.deepEqual(Object.keys(fieldsOf(() => parse(addLinkSchema, { ...link, liveDate }))), ['liveDate'], liveDate);
  }
});

test('a value of another type is refused, never converted', (t) => {
  const wrong = { articleLink: 5, clientLink: ['x'], duration: 30, remarks: {}, pocEmail: true, linkType: 1 };
  t.deepEqual(Object.keys(fieldsOf(() => parse(addLinkSchema, wrong))).sort(), Object.keys(wrong).sort());
  for (const body of [null, undefined, 'x', 5, [link]]) {
    t.deepEqual(Object.keys(fieldsOf(() => parse(addLinkSchema, body))), ['body']);
  }
});

test('an unknown field is named, even if every object has a property of that name', (t) => {
  t.deepEqual(Object.keys(fieldsOf(() => parse(addLinkSchema, { ...link, status2: 1 }))), ['status2']);
  const tricky = JSON.parse('{"__proto__": {"x": 1}, "constructor": 1}');
  t.deepEqual(Object.keys(fieldsOf(() => parse(profileSchema, tricky))).sort(), ['__proto__', 'constructor']);
});

test('texts over 2,000 characters are refused', (t) => {
  t.notThrows(() => parse(addLinkSchema, { ...link, remarks: 'x'.repeat(2_000) }));
  t.deepEqual(Object.keys(fieldsOf(() => parse(addLinkSchema, { ...link, remarks: 'x'.repeat(2_001) }))), ['remarks']);
});

test('an edit may omit every field, but cannot empty a required one', (t) => {
  t.deepEqual(parse(editLinkSchema, {}), {});
  t.deepEqual(Object.keys(fieldsOf(() => parse(editLinkSchema, { timelineDate: 'soon', duration: '' }))).sort(), [
    'duration',
    'timelineDate',
  ]);
  t.deepEqual(parse(editLinkSchema, { remarks: '', pocEmail: null }), { remarks: null, pocEmail: null });
});

test('an email address has one @ and no white space; a plus and mixed case are fine', (t) => {
  for (const email of ['Ann+links@Example.com', 'a@b.co']) t.is(parse(loginSchema, { email }).email, email);
  for (const email of [
    '',
    'ann',
    'ann@',
    '@example.com',
    'a b@example.com',
    'a@b@c.com',
    'a@example',
    'a@b.co\r\nBcc: x@y.z',
  ]) {
    t.deepEqual(Object.keys(fieldsOf(() => parse(loginSchema, { email }))), ['email'], email);
  }
});
