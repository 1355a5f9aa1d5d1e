/**
 * The connection string of an EventStoreDB or KurrentDB server. This module parses it, not the client, which prints the
 * whole string, with its password, if it finds an unknown option.
 */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type {
  ChannelCredentialOptions,
  Credentials,
  DNSClusterOptions,
  GossipClusterOptions,
  SingleNodeOptions,
} from '@eventstore/db-client';
import { StartError } from '../../ports/process/start-error.ts';

export interface ServerAddress {
  /** The address for logs and errors: without user, password and options. */
  readonly shown: string;
  readonly settings: DNSClusterOptions | GossipClusterOptions | SingleNodeOptions;
  readonly channel: ChannelCredentialOptions;
  /** Never empty: see `Connection`. A server without TLS ignores them. */
  readonly credentials: Credentials;
}

const FORM =
  'EVENT_STORE_URL must look like esdb://user:password@host:2113 or esdb+discover://user:password@host:2113; ' +
  'write special characters of the password as %40 and so on';

const NUMBERS = [
  'keepAliveInterval',
  'keepAliveTimeout',
  'maxDiscoverAttempts',
  'discoveryInterval',
  'gossipTimeout',
] as const;
const OPTIONS = ['tls', 'tlsCAFile', 'connectionName', ...NUMBERS] as const;

/** Without a user no credentials are sent, but the client needs some: see `Connection`. */
const NOBODY: Credentials = { username: 'linkledger', password: '' };

/** @throws StartError that says what is wrong with the connection string, without showing it. */
export function parseConnectionUrl(url: string): ServerAddress {
  const match = /^(esdb|esdb\+discover):\/\/(?:([^@/?]*)@)?([^@/?]+)\/?(?:\?(.*))?$/.exec(url.trim());
  if (match === null) throw new StartError(FORM);
  const [, protocol, user, hosts = '', query = ''] = match;
  const options = parseOptions(query);
  const endpoints = hosts.split(',').map(parseHost);
  const [first] = endpoints;
  if (first === undefined) throw new StartError(FORM);
  const hasTls = options.tls !== 'false';
  if (hasTls && user === undefined) {
    throw new StartError(
      'EVENT_STORE_URL needs the user name and password of an administrator, because Linkledger reads the whole log: ' +
        'esdb://user:password@host:2113. For a server without TLS add ?tls=false',
    );
  }
  if (hasTls && endpoints.some(({ address }) => isIP(address.replace(/^\[|\]$/g, '')) > 0)) {
    throw new StartError('with TLS, EVENT_STORE_URL must name its hosts: gRPC on Node then connects to no IP address');
  }
  const common = {
    ...Object.fromEntries(
      NUMBERS.flatMap((name) => (options[name] === undefined ? [] : [[name, Number(options[name])]])),
    ),
    connectionName: options.connectionName ?? 'linkledger',
  };
  const cluster = { ...common, nodePreference: 'leader' } as const;
  const settings =
    protocol === 'esdb+discover'
      ? { ...cluster, discover: first }
      : endpoints.length > 1
        ? { ...cluster, endpoints }
        : { ...common, endpoint: first };
  return {
    shown: `${protocol}://${hosts}`,
    settings,
    channel: {
      insecure: !hasTls,
      ...(options.tlsCAFile === undefined ? {} : { rootCertificate: readCertificate(options.tlsCAFile) }),
    },
    credentials: user === undefined ? NOBODY : parseUser(user),
  };
}

function parseUser(user: string): Credentials {
  const [, name, password] = /^([^:]+):(.+)$/.exec(user) ?? [];
  if (name === undefined || password === undefined) throw new StartError(FORM);
  try {
    return { username: decodeURIComponent(name), password: decodeURIComponent(password) };
  } catch {
    throw new StartError(FORM);
  }
}

function parseHost(text: string): { readonly address: string; readonly port: number } {
  const [, address, port = '2113'] = /^(\[[^\]]+\]|[^:[\]]+)(?::(\d+))?$/.exec(text) ?? [];
  if (address === undefined) throw new StartError(FORM);
  return { address, port: Number(port) };
}

type Options = Partial<Readonly<Record<(typeof OPTIONS)[number], string>>>;

function parseOptions(query: string): Options {
  const options: Record<string, string> = {};
  for (const [key, value] of new URLSearchParams(query)) {
    const name = OPTIONS.find((each) => each.toLowerCase() === key.toLowerCase());
    if (name === undefined) {
      throw new StartError(`EVENT_STORE_URL has the unknown option ${key}. Its options are ${OPTIONS.join(', ')}`);
    }
    options[name] = value;
  }
  if (!['true', 'false'].includes(options.tls ?? 'true')) {
    throw new StartError('the option tls of EVENT_STORE_URL must be true or false');
  }
  for (const name of NUMBERS) {
    const value = options[name];
    if (value !== undefined && !/^\d+$/.test(value)) {
      throw new StartError(`the option ${name} of EVENT_STORE_URL must be a whole number`);
    }
  }
  return options;
}

function readCertificate(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new StartError(`the file of the option tlsCAFile of EVENT_STORE_URL cannot be read: ${file}`, { cause });
  }
}
