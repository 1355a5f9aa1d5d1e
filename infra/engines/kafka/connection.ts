/** How the client connects to the brokers, and how long it tries. */

import './mended-client.ts';
import { readFile } from 'node:fs/promises';
import { Kafka as Client, logLevel, type SASLOptions } from 'kafkajs';
import type { KafkaServers } from '../../ports/engine.ts';
import type { Logger } from '../../ports/process/logger.ts';
import { StartError } from '../../ports/process/start-error.ts';
import { clientLog } from './client-log.ts';
import { messageOf } from './failures.ts';

/** Milliseconds after which a broker that does not answer counts as down. */
const ANSWER_MS = 10_000;
/** The longest pause between two attempts of the client, in milliseconds: soon after brokers are back, it goes on. */
const AGAIN_MS = 500;

interface Clients {
  /** Gives up after about ten seconds, so that a wrong address is noticed. */
  readonly client: Client;
  /** Gives up after about half a minute: longer than brokers need to replace one that died. */
  readonly patient: Client;
}

/**
 * The client in two tempers. Nothing is connected yet.
 * @throws StartError if a file cannot be read.
 */
export async function clientsOf(
  { brokers, ssl, caFile, sasl }: KafkaServers,
  clientId: string,
  logger: Logger,
): Promise<Clients> {
  const ca = caFile === null ? null : await readFile(caFile, 'utf8').catch(unreadable(caFile));
  const open = (seconds: number) =>
    new Client({
      ...{ clientId, brokers: [...brokers] },
      ...{ logLevel: logLevel.WARN, logCreator: clientLog(logger) },
      ...{ connectionTimeout: 5_000, requestTimeout: ANSWER_MS },
      ssl: ssl && (ca === null ? true : { ca }),
      ...(sasl !== null && { sasl: loginOf(sasl) }),
      retry: { initialRetryTime: AGAIN_MS / 2, maxRetryTime: AGAIN_MS, retries: (seconds * 1_000) / AGAIN_MS },
    });
  return { client: open(10), patient: open(30) };
}

function loginOf({ mechanism, ...login }: NonNullable<KafkaServers['sasl']>): SASLOptions {
  switch (mechanism) {
    case 'plain':
      return { mechanism, ...login };
    case 'scram-sha-256':
      return { mechanism, ...login };
    case 'scram-sha-512':
      return { mechanism, ...login };
    default: {
      const _: never = mechanism;
      return _;
    }
  }
}

function unreadable(file: string): (error: unknown) => never {
  return (error) => {
    throw new StartError(`The certificate authorities of Kafka cannot be read from ${file}: ${messageOf(error)}`);
  };
}
