import test from 'ava';
import fc from 'fast-check';
import { parseAllowed } from './host.ts';
import { makeGuard, specialRange } from './ssrf-guard.ts';

const guard = makeGuard();
const decide = (text: string) => guard.url(new URL(text));

test('the guard allows public addresses on the usual ports', (t) => {
  for (const text of [
    'http://example.com/',
    'https://example.com/a?b#c',
    'http://example.com:8080/',
    'https://example.com:8999/',
    'http://93.184.216.34/',
    'https://[2606:4700::1111]/',
  ]) {
    t.is(decide(text), null, text);
  }
});

test('the guard refuses other schemes, credentials and unusual ports, with a reason', (t) => {
  t.regex(decide('ftp://example.com/') ?? '', /http: and https: addresses, not ftp:/);
  t.regex(decide('file:///etc/passwd') ?? '', /file:/);
  t.regex(decide('data:text/html,x') ?? '', /data:/);
  t.regex(decide('https://me:secret@example.com/') ?? '', /user name or a password/);
  t.regex(decide('http://me@example.com/') ?? '', /user name or a password/);
  for (const port of [22, 25, 81, 3000, 6379, 7999, 9000, 65535]) {
    t.regex(decide(`http://example.com:${port}/`) ?? '', new RegExp(`port ${port} `), String(port));
  }
});

test('the guard refuses every spelling of a private IPv4 address', (t) => {
  for (const host of [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '0',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '１２７.０.０.１',
    '127.0.0.1.',
  ]) {
    t.not(decide(`http://${host}/`), null, host);
  }
});

test('the guard refuses every spelling of a private IPv6 address', (t) => {
  for (const host of [
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '::ffff:0:127.0.0.1',
    '64:ff9b::127.0.0.1',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::10.0.0.1',
    '2002:7f00:1::',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    'fc00::1',
    'fd00:ec2::254',
    'fd12:3456:789a::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '100::1',
    '2001:db8::1',
    '3fff::1',
    '2001:2::1',
    '4000::1',
    '2606:4700::5efe:7f00:1',
  ]) {
    t.not(decide(`http://[${host}]/`), null, host);
  }
});

test('the guard treats a resolved address like a literal one', (t) => {
  t.is(guard.address('example.com', 443, '93.184.216.34'), null);
  t.regex(
    guard.address('evil.example', 80, '10.1.2.3') ?? '',
    /^evil\.example resolves to 10\.1\.2\.3, which is inside a/,
  );
  t.regex(guard.address('10.1.2.3', 80, '10.1.2.3') ?? '', /^10\.1\.2\.3 is inside/);
  t.not(guard.address('example.com', 22, '93.184.216.34'), null);
  t.not(guard.address('example.com', 80, 'fe80::1%eth0'), null);
  t.not(guard.address('example.com', 80, 'nonsense'), null);
});

test('an allowed address opens only that address and port, under any name', (t) => {
  const open = makeGuard(['127.0.0.1:4600', '[::1]:4601']);
  t.is(open.url(new URL('http://127.0.0.1:4600/a')), null);
  t.is(open.url(new URL('http://[::1]:4601/')), null);
  t.is(open.address('articles.test', 4600, '127.0.0.1'), null);
  t.not(open.url(new URL('http://127.0.0.1:4601/')), null);
  t.not(open.url(new URL('http://127.0.0.2:4600/')), null);
  t.not(open.url(new URL('http://127.0.0.1/')), null);
  t.not(open.address('articles.test', 4600, '127.0.0.2'), null);
});

test('an allowed name opens its addresses on that port, but never a metadata service', (t) => {
  const open = makeGuard(['articles.test:4600', 'Odd.example:3000']);
  t.is(open.url(new URL('http://articles.test:4600/')), null);
  t.is(open.address('articles.test', 4600, '127.0.0.1'), null);
  t.is(open.address('articles.test.', 4600, '192.168.0.9'), null);
  t.is(open.address('odd.example', 3000, '93.184.216.34'), null);
  t.not(open.address('articles.test', 4600, '169.254.169.254'), null);
  t.not(open.address('articles.test', 4600, 'fe80::1'), null);
  t.not(open.address('other.test', 4600, '127.0.0.1'), null);
  t.not(open.address('articles.test', 80, '127.0.0.1'), null);
});

test('an entry that is not host:port throws with an example of what to write', (t) => {
  for (const entry of ['127.0.0.1', 'localhost', 'http://localhost:80', 'a b:1', 'user@host:80', 'host:99999', '']) {
    t.throws(() => parseAllowed(entry), { message: /write it as host:port/ }, entry);
  }
  t.deepEqual(parseAllowed('LocalHost:4600'), { host: 'localhost', port: 4600 });
  t.deepEqual(parseAllowed('example.com:80'), { host: 'example.com', port: 80 });
});

test('the guard never allows an IPv6 address that contains an IPv4 address', (t) => {
  const octet = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(
      fc.constantFrom('::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::'),
      fc.tuple(octet, octet, octet, octet),
      (prefix, octets) => specialRange(`${prefix}${octets.join('.')}`) !== null,
    ),
  );
  t.pass();
});

test('the guard refuses a numeric host exactly when it refuses the dotted form', (t) => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffffff }), (number) => {
      const dotted = [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.');
      const direct = specialRange(dotted) !== null;
      return [`${number}`, `0x${number.toString(16)}`, `0${number.toString(8)}`].every(
        (host) => (decide(`http://${host}/`) !== null) === direct,
      );
    }),
  );
  t.pass();
});
