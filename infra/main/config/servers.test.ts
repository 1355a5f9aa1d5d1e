import test from 'ava';
import { ConfigError, readConfig } from './config.ts';

const LOG = { EVENT_STORE_URL: 'esdb://admin:hidden-1@log.example.com:2113' };
const VIEWS = { READ_STORE_URL: 'mongodb://linkledger:hidden-2@views.example.com/linkledger?replicaSet=rs0' };
const KAFKA = { KAFKA_BROKERS: 'one.example.com:9092,two.example.com:9092' };
const REST = {
  PUBLIC_URL: 'https://links.example.com',
  SESSION_SECRET: 'hidden-3'.repeat(4),
  IDENTITY_SECRET: 'hidden-4'.repeat(4),
  SMTP_URL: 'smtps://linkledger:hidden-5@mail.example.com',
};
const ALL = { ...LOG, ...VIEWS, ...KAFKA, ...REST };

test('without a URL, or with sqlite:, everything is in the folder', (t) => {
  t.is(readConfig({}).servers, null);
  t.is(readConfig({ EVENT_STORE_URL: 'sqlite:', READ_STORE_URL: 'sqlite:./data' }).servers, null);
});

test('each role gets the servers that it needs and no others', (t) => {
  const reached = (SERVICES: string) => {
    const { eventStoreUrl, readStoreUrl, kafka } = readConfig({ ...ALL, SERVICES }).servers ?? {};
    return [eventStoreUrl && 'log', readStoreUrl && 'views', kafka && 'kafka'].filter(Boolean).join(' ');
  };
  t.is(reached('command'), 'log views kafka');
  t.is(reached('query'), 'views');
  t.is(reached('projections'), 'log views');
  t.is(reached('reactors'), 'log views kafka');
  t.is(reached('relay'), 'log views kafka');
  t.is(reached('checker'), 'kafka');
  t.is(reached('query,checker'), 'views kafka');
});

test('a process needs only the settings of its roles', (t) => {
  t.is(readConfig({ ...KAFKA, SERVICES: 'checker' }).servers?.readStoreUrl, null);
  const { PUBLIC_URL, SESSION_SECRET } = REST;
  t.is(readConfig({ ...VIEWS, PUBLIC_URL, SESSION_SECRET, SERVICES: 'query' }).servers?.eventStoreUrl, null);
  t.is(readConfig({ ...LOG, ...VIEWS, SERVICES: 'projections' }).servers?.kafka, null);
});

test('without Kafka the roles around the queue share a process; others may have their own', (t) => {
  const env = { ...LOG, ...VIEWS, ...REST };
  for (const SERVICES of ['command,query,projections,reactors,relay,checker', 'command', 'query', 'projections'])
    t.is(readConfig({ ...env, SERVICES }).servers?.kafka, null);
});

test('MONGO_URL is another name for READ_STORE_URL', (t) => {
  const { READ_STORE_URL } = VIEWS;
  t.is(readConfig({ ...ALL, READ_STORE_URL: '', MONGO_URL: READ_STORE_URL }).servers?.readStoreUrl, READ_STORE_URL);
  t.is(readConfig({ ...ALL, MONGO_URL: READ_STORE_URL }).servers?.readStoreUrl, READ_STORE_URL);
});

test('Kafka is reached with TLS and a password if they are set', (t) => {
  const sasl = { KAFKA_SASL_MECHANISM: 'scram-sha-512', KAFKA_SASL_USERNAME: 'linkledger', KAFKA_SASL_PASSWORD: 'x' };
  t.deepEqual(readConfig({ ...ALL, ...sasl, KAFKA_SSL: 'true', KAFKA_CA_FILE: '/etc/ca.pem' }).servers?.kafka, {
    brokers: ['one.example.com:9092', 'two.example.com:9092'],
    ssl: true,
    caFile: '/etc/ca.pem',
    sasl: { mechanism: 'scram-sha-512', username: 'linkledger', password: 'x' },
  });
  t.deepEqual(readConfig(ALL).servers?.kafka?.sasl, null);
});

test('each combination that cannot work is refused in one sentence, without passwords', (t) => {
  const wrong: readonly (readonly [Record<string, string>, RegExp])[] = [
    [{ ...ALL, EVENT_STORE_URL: '' }, /^EVENT_STORE_URL must be set too .*with MongoDB, the log is in EventStoreDB\.$/],
    [
      { ...ALL, READ_STORE_URL: '' },
      /^READ_STORE_URL must be set too .*with EventStoreDB, the views are in MongoDB\.$/,
    ],
    [{ ...ALL, MONGO_URL: 'mongodb://elsewhere' }, /^MONGO_URL is another name for READ_STORE_URL: set one of them\.$/],
    [{ ...ALL, EVENT_STORE_URL: 'kurrentdb://hidden' }, /^EVENT_STORE_URL must start with esdb:\/\/ or esdb\+discover/],
    [{ ...ALL, READ_STORE_URL: 'postgres://hidden' }, /^READ_STORE_URL must start with mongodb:\/\/ or mongodb\+srv/],
    [{ ...ALL, KAFKA_BROKERS: 'one.example.com' }, /^KAFKA_BROKERS must be host:port\.$/],
    [{ ...ALL, KAFKA_BROKERS: '', SERVICES: 'relay' }, /^KAFKA_BROKERS must be set, or SERVICES must name command, /],
    [{ ...ALL, KAFKA_BROKERS: '', SERVICES: 'command,relay,checker' }, /^KAFKA_BROKERS must be set, or SERVICES/],
    [{ ...ALL, KAFKA_SASL_USERNAME: 'hidden' }, /^KAFKA_SASL_MECHANISM, .* must be set together\.$/],
    [{ ...ALL, KAFKA_SSL: 'yes' }, /^KAFKA_SSL must be true or false\.$/],
    [{ ...ALL, KAFKA_CA_FILE: '/etc/ca.pem' }, /^KAFKA_SSL must be true where KAFKA_CA_FILE is set\.$/],
    [{ KAFKA_SSL: 'true' }, /^KAFKA_BROKERS must be set where another KAFKA_ setting is\.$/],
    [{ ...ALL, NAMESPACE: 'a b' }, /^NAMESPACE must be at most 40 letters/],
    [{ ...ALL, PUBLIC_URL: '' }, /^PUBLIC_URL must be set for command, query and reactors: /],
    [{ ...ALL, SESSION_SECRET: '', SERVICES: 'query' }, /^SESSION_SECRET must be set for query: /],
    [{ ...ALL, IDENTITY_SECRET: '', SERVICES: 'reactors' }, /^IDENTITY_SECRET must be set for reactors: /],
    [{ ...ALL, SMTP_URL: '', SERVICES: 'command' }, /^SMTP_URL must be set for command: /],
    [
      {
        ...ALL,
        ...{ KAFKA_SASL_MECHANISM: 'plain', KAFKA_SASL_USERNAME: 'hidden', KAFKA_SASL_PASSWORD: 'hidden' },
      },
      /^KAFKA_SSL must be set with KAFKA_SASL_MECHANISM=plain: false sends the password unencrypted\.$/,
    ],
    [{ SERVICES: 'query,checker' }, /^SERVICES must name command and relay where it names checker: with SQLite/],
  ];
  for (const [env, message] of wrong) {
    const said = t.throws(() => readConfig(env), { instanceOf: ConfigError })?.message ?? '';
    t.regex(said, message);
    t.notRegex(said, /hidden|\n/);
  }
});

test('a file: address for mails names the outbox', (t) => {
  const { smtpUrl, outbox } = readConfig({ ...ALL, SMTP_URL: 'file:/tmp/outbox' });
  t.deepEqual([smtpUrl, outbox], [null, '/tmp/outbox']);
});
