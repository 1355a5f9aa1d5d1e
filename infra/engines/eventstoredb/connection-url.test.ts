import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { StartError } from '../../ports/process/start-error.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { parseConnectionUrl } from './connection-url.ts';

test('one host is a single node, several hosts and esdb+discover are a cluster, whose leader is used', (t) => {
  const { settings, channel, credentials, shown } = parseConnectionUrl('esdb://ann:s%40cret%3A@events.example');
  t.deepEqual(settings, { connectionName: 'linkledger', endpoint: { address: 'events.example', port: 2113 } });
  t.deepEqual(channel, { insecure: false });
  t.deepEqual(credentials, { username: 'ann', password: 's@cret:' });
  t.is(shown, 'esdb://events.example');
  t.deepEqual(parseConnectionUrl('esdb+discover://a:b@events.example:1/?keepAliveTimeout=5000').settings, {
    connectionName: 'linkledger',
    keepAliveTimeout: 5000,
    nodePreference: 'leader',
    discover: { address: 'events.example', port: 1 },
  });
  t.deepEqual(parseConnectionUrl('esdb://one,two:7,[::1]:8?connectionName=x&tls=false').settings, {
    connectionName: 'x',
    nodePreference: 'leader',
    endpoints: [
      { address: 'one', port: 2113 },
      { address: 'two', port: 7 },
      { address: '[::1]', port: 8 },
    ],
  });
});

test('a user is needed only with TLS, and a certificate authority can be given', (t) => {
  const plain = parseConnectionUrl('esdb://localhost:2113?tls=false');
  t.true(plain.channel.insecure);
  t.not(plain.credentials.username, '');
  t.throws(() => parseConnectionUrl('esdb://localhost:2113'), { instanceOf: StartError, message: /administrator/ });
  const file = join(temporaryFolder(t), 'ca.pem');
  writeFileSync(file, 'certificate');
  const { channel } = parseConnectionUrl(`esdb://a:b@localhost?tlsCAFile=${encodeURIComponent(file)}`);
  t.deepEqual(channel.rootCertificate, Buffer.from('certificate'));
});

test('a wrong connection string is refused with a message that does not show the password', (t) => {
  for (const [url, message] of [
    ['http://a:secret@host', /must look like/],
    ['esdb://', /must look like/],
    ['esdb://a:se/cret@host', /must look like/],
    ['esdb://a:secret%@host', /must look like/],
    ['esdb://secret@host', /must look like/],
    ['esdb://a:secret@host:port', /must look like/],
    ['esdb://a:secret@127.0.0.1', /must name its hosts/],
    ['esdb://a:secret@host,[::1]:7', /must name its hosts/],
    ['esdb://a:secret@host?tls=no', /tls .* true or false/],
    ['esdb://a:secret@host?gossipTimeout=soon', /gossipTimeout .* whole number/],
    ['esdb://a:secret@host?throwOnAppendFailure=false', /unknown option throwOnAppendFailure\. Its options are tls, /],
    ['esdb://a:secret@host?tlsCAFile=none.pem', /cannot be read: none\.pem/],
  ] as const) {
    const error = t.throws(() => parseConnectionUrl(url), { instanceOf: StartError, message });
    t.notRegex(error.message, /secret/);
  }
});
