/** The servers of a process: which of EventStoreDB, MongoDB and Kafka its roles need, and the mixes that cannot work. */
import type { KafkaServers, Servers } from '../../ports/engine.ts';
import type { MAIL } from './mail.ts';
import type { PROCESS, Service } from './process.ts';
import type { SIGN_IN } from './sign-in.ts';
import { choice, hostPort, list, text, type VariableValues } from './variable.ts';

const viewsUrl = (meaning: string) =>
  text(meaning).matches(
    /^(sqlite:|mongodb(\+srv)?:\/\/.)/,
    'must start with mongodb:// or mongodb+srv://, or be sqlite:',
  );

export const SERVERS = {
  EVENT_STORE_URL: text(
    'The log: sqlite: (in DATA_DIR), or esdb://user:password@host:2113; ?tlsCAFile= names an own authority.',
  )
    .matches(/^(sqlite:|esdb(\+discover)?:\/\/.)/, 'must start with esdb:// or esdb+discover://, or be sqlite:')
    .meta({ shown: 'sqlite:' }),
  READ_STORE_URL: viewsUrl('The views: sqlite:, or mongodb://host/linkledger?replicaSet=rs0 (also MONGO_URL).').meta({
    shown: 'sqlite:',
  }),
  MONGO_URL: viewsUrl('Another name for READ_STORE_URL.'),
  KAFKA_BROKERS: list(hostPort('host:port of Kafka brokers, with commas, for checkers in processes of their own.')),
  KAFKA_SSL: choice('true: Kafka over TLS.', ['true', 'false']),
  KAFKA_CA_FILE: text('A PEM file with the certificate authorities of the brokers.'),
  KAFKA_SASL_MECHANISM: choice('plain, scram-sha-256 or scram-sha-512.', ['plain', 'scram-sha-256', 'scram-sha-512']),
  KAFKA_SASL_USERNAME: text('The user name for Kafka.'),
  KAFKA_SASL_PASSWORD: text('The password for Kafka.'),
  NAMESPACE: text('Comes before the names of streams and topics, where installations share servers.').matches(
    /^[\w-]{1,40}$/,
    'must be at most 40 letters, digits, hyphens and underscores',
  ),
};

type Settings = VariableValues<typeof SERVERS & typeof PROCESS & typeof SIGN_IN & typeof MAIL>;

/** The roles between which a check goes to and fro: without Kafka through the memory of one process. */
const AROUND_QUEUE: readonly Service[] = ['command', 'relay', 'reactors', 'checker'];
const AROUND_EMBEDDED_QUEUE: readonly Service[] = ['command', 'relay'];

/** Without a comma before “and”. */
const LIST = new Intl.ListFormat('en-GB');

/** What some roles cannot do without, where no folder of the machine is shared by all processes. */
const NEEDED: readonly {
  readonly name: keyof Settings;
  readonly roles: readonly Service[];
  readonly why: string;
}[] = [
  { name: 'PUBLIC_URL', roles: ['command', 'query', 'reactors'], why: 'the address of the proxy in front' },
  { name: 'SESSION_SECRET', roles: ['command', 'query', 'reactors'], why: 'the same for all processes' },
  { name: 'IDENTITY_SECRET', roles: ['command', 'reactors'], why: 'the same for all processes, and never another one' },
  { name: 'SMTP_URL', roles: ['command', 'reactors'], why: 'nobody reads the terminal of a process among several' },
];

/**
 * The servers that the roles need: null for the embedded engine. `wrong` has one sentence for each mix that cannot work;
 * none repeats a value, which may hold a password.
 */
export function serversOf(settings: Settings): { readonly servers: Servers | null; readonly wrong: readonly string[] } {
  const log = serverUrl(settings.EVENT_STORE_URL);
  const views = serverUrl(settings.READ_STORE_URL ?? settings.MONGO_URL);
  const checksByKafka = settings.KAFKA_BROKERS.length > 0;
  const plays = (...roles: readonly Service[]) => roles.some((role) => settings.SERVICES.includes(role));
  if (log === null && views === null && !checksByKafka) {
    return { servers: null, wrong: [...wrongKafka(settings), ...wrongEmbedded(settings)] };
  }
  const needsLog = plays('command', 'projections', 'reactors', 'relay') || (plays('checker') && !checksByKafka);
  const needsViews = needsLog || plays('query');
  const wrong = [...wrongKafka(settings)];
  if (settings.READ_STORE_URL && settings.MONGO_URL && settings.READ_STORE_URL !== settings.MONGO_URL)
    wrong.push('MONGO_URL is another name for READ_STORE_URL: set one of them.');
  if (needsLog && log === null) {
    wrong.push(
      `EVENT_STORE_URL must be set too (esdb://…): with ${views === null ? 'Kafka' : 'MongoDB'}, the log is in EventStoreDB.`,
    );
  }
  if (needsViews && views === null) {
    wrong.push(
      `READ_STORE_URL must be set too (mongodb://…): with ${log === null ? 'Kafka' : 'EventStoreDB'}, the views are in MongoDB.`,
    );
  }
  if (!checksByKafka && plays('relay', 'reactors', 'checker') && !AROUND_QUEUE.every((role) => plays(role))) {
    wrong.push(
      'KAFKA_BROKERS must be set, or SERVICES must name command, relay, reactors and checker together: ' +
        'without Kafka they share a queue in memory.',
    );
  }
  for (const { name, roles, why } of NEEDED) {
    const players = settings.SERVICES.filter((role) => roles.includes(role));
    if (players.length > 0 && settings[name] === undefined)
      wrong.push(`${name} must be set for ${LIST.format(players)}: ${why}.`);
  }
  const usesKafka = checksByKafka && plays(...AROUND_QUEUE);
  return {
    servers: {
      eventStoreUrl: needsLog ? log : null,
      readStoreUrl: needsViews ? views : null,
      kafka: usesKafka ? kafkaOf(settings) : null,
      namespace: settings.NAMESPACE ?? '',
    },
    wrong,
  };
}

/** `sqlite:` names the embedded store. */
function serverUrl(url: string | undefined): string | null {
  return url === undefined || url.startsWith('sqlite:') ? null : url;
}

function wrongEmbedded({ SERVICES }: Settings): readonly string[] {
  if (!SERVICES.includes('checker') || AROUND_EMBEDDED_QUEUE.every((role) => SERVICES.includes(role))) return [];
  return ['SERVICES must name command and relay where it names checker: with SQLite they work in one process.'];
}

function wrongKafka(settings: Settings): readonly string[] {
  const { KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_USERNAME: user, KAFKA_SASL_PASSWORD: password } = settings;
  const wrong: string[] = [];
  const isSet = [settings.KAFKA_SSL, settings.KAFKA_CA_FILE, mechanism, user, password].some(
    (value) => value !== undefined,
  );
  if (isSet && settings.KAFKA_BROKERS.length === 0)
    wrong.push('KAFKA_BROKERS must be set where another KAFKA_ setting is.');
  const together = [mechanism, user, password].filter((value) => value !== undefined).length;
  if (together > 0 && together < 3)
    wrong.push('KAFKA_SASL_MECHANISM, KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD must be set together.');
  if (settings.KAFKA_CA_FILE !== undefined && settings.KAFKA_SSL !== 'true')
    wrong.push('KAFKA_SSL must be true where KAFKA_CA_FILE is set.');
  if (mechanism === 'plain' && settings.KAFKA_SSL === undefined)
    wrong.push('KAFKA_SSL must be set with KAFKA_SASL_MECHANISM=plain: false sends the password unencrypted.');
  return wrong;
}

function kafkaOf(settings: Settings): KafkaServers {
  const { KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD: password } = settings;
  return {
    brokers: settings.KAFKA_BROKERS,
    ssl: settings.KAFKA_SSL === 'true',
    caFile: settings.KAFKA_CA_FILE ?? null,
    sasl: mechanism && username && password ? { mechanism, username, password } : null,
  };
}
