import test from 'ava';
import fc from 'fast-check';
import { atMost, email, MAX_URL, url } from './fields.ts';

const isAddress = (text: string) => email('Email').required().isValidSync(text, { strict: true });

test('an email address with a look-alike letter is refused', (t) => {
  for (const good of ['kim@example.com', 'Kim+note@Example.com', 'jörg@exämple.de', '李@例え.jp']) {
    t.true(isAddress(good), good);
  }
  for (const bad of [
    '\u212aim@example.com',
    'kim@\u212abc.com',
    'a@b',
    'a b@c.de',
    'a@b.c\n',
    '<a@b.cd>',
    'a,b@c.de',
  ]) {
    t.false(isAddress(bad), JSON.stringify(bad));
  }
});

/** The pattern of a rule in the API's description. */
function patternOf(schema: ReturnType<typeof url>): string {
  const [pattern = ''] = schema.describe().tests.flatMap(({ params }) => {
    const jsonSchema: unknown = params?.jsonSchema;
    return typeof jsonSchema === 'object' && jsonSchema !== null && 'pattern' in jsonSchema
      ? [String(jsonSchema.pattern)]
      : [];
  });
  return pattern;
}

test('each host and port that the described pattern of an address allows is accepted', (t) => {
  const pattern = patternOf(url('Link'));
  const plainPath = pattern.replace(String.raw`[^\s]*`, '[a-z]{0,9}');
  t.not(plainPath, pattern);
  fc.assert(
    fc.property(fc.stringMatching(new RegExp(plainPath)), (address) => {
      fc.pre(!/xn--/i.test(address) && address.length <= MAX_URL);
      t.true(url('Link').isValidSync(address), address);
    }),
  );
});

test('each address that the described pattern and format of an email address allow is accepted', (t) => {
  const pattern = new RegExp(patternOf(email('Email')));
  fc.assert(
    fc.property(fc.emailAddress(), (address) => {
      if (pattern.test(address)) t.true(isAddress(address), address);
    }),
  );
});

test('a length is counted in characters, as JSON Schema does, not in UTF-16 units', (t) => {
  const { test: isShort } = atMost(3, 'too long');
  t.true(isShort('💡💡💡'));
  t.false(isShort('💡💡💡💡'));
  t.false(isShort('aaaa'));
  t.true(isShort(null));
});
