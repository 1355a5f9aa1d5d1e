/** Names, ports, mail server, clock, and the servers of a distributed engine. Sends only greetings. */
import dns from 'node:dns/promises';
import net from 'node:net';
import { request } from 'undici';
import { isInUse } from '../../engines/embedded/folder/data-folder.ts';
import { listen } from '../../http/routing/server.ts';
import { findMailFault } from '../../mail/check-server.ts';
import { StartError } from '../../ports/process/start-error.ts';
import type { Config } from '../config/config.ts';
import { type Finding, findingsOf } from './finding.ts';

const LIMIT_MS = 5_000;
/** The largest difference, in milliseconds, that the network may explain. */
const CLOCK_SLACK_MS = 10_000;

/** Whether the mail server accepts connection, TLS and password. */
export async function checkMail({ smtpUrl, outbox }: Config): Promise<readonly Finding[]> {
  const { ok, note, error } = findingsOf('mail');
  if (smtpUrl === null) return [note(`No mail server is set: mails go to ${outbox}.`, null)];
  const fault = await findMailFault(smtpUrl, LIMIT_MS);
  const { host } = new URL(smtpUrl);
  return [
    fault === null
      ? ok(`${host} answers, and takes TLS and password as set.`)
      : error(`${host}: ${fault.message}`, fault.advice),
  ];
}

/** Whether names can be resolved as in checks, including the public name. */
export async function checkDns({ publicUrl, checker }: Config): Promise<readonly Finding[]> {
  const { ok, warning, error } = findingsOf('dns');
  const found: Finding[] = [];
  const name = publicUrl === null ? null : new URL(publicUrl).hostname;
  if (name !== null && net.isIP(name.replaceAll(/[[\]]/g, '')) === 0 && name !== 'localhost') {
    const address = await dns.lookup(name).catch(() => null);
    if (address === null)
      found.push(warning(`${name} of PUBLIC_URL has no address.`, 'Add a DNS record for it, or correct PUBLIC_URL.'));
  }
  const resolver = new dns.Resolver({ timeout: LIMIT_MS, tries: 1 });
  const sampleName = 'example.com';
  if (checker.dns !== undefined) resolver.setServers([checker.dns]);
  const addresses = checker.dns === undefined ? dns.lookup(sampleName) : resolver.resolve4(sampleName);
  const isResolved = await addresses.then(
    () => true,
    () => false,
  );
  if (!isResolved) {
    const by = checker.dns === undefined ? 'the resolver of this machine' : `CHECKER_DNS (${checker.dns})`;
    found.push(
      error(
        `${sampleName} cannot be resolved by ${by}: no page can be checked.`,
        'Look at /etc/resolv.conf, the network, or CHECKER_DNS.',
      ),
    );
  }
  return found.length > 0 ? found : [ok('Names are resolved.')];
}

/** Whether the port is free, or a running server answers on it. */
export async function checkPort(config: Config): Promise<readonly Finding[]> {
  const { ok, warning, error } = findingsOf('port');
  const { host, port, metricsPort, publicUrl, servers, dataDir } = config;
  const address = `http://${/^(0\.0\.0\.0|::)$/.test(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`;
  const found: Finding[] = [];
  const ready = port === 0 ? null : await readJson(`${address}/api/ready`);
  if (ready !== null && 'ready' in ready.body) {
    found.push(
      ready.body.ready === true
        ? ok(`Linkledger answers at ${address} and is ready.`)
        : warning(
            `Linkledger answers at ${address} and is not ready.`,
            `Look at what is missing: curl ${address}/api/ready`,
          ),
    );
    if (publicUrl !== null) {
      const health = await readJson(`${publicUrl}/api/health`);
      found.push(
        health?.body.status === 'ok'
          ? ok(`${publicUrl} leads to this Linkledger.`)
          : warning(
              `${publicUrl} does not lead to this Linkledger, seen from this machine.`,
              'Look at the proxy, its certificate and DNS.',
            ),
      );
    }
    return found;
  }
  if (servers === null && isInUse(dataDir))
    found.push(
      warning(
        `A Linkledger uses ${dataDir}, but does not answer at ${address}.`,
        'It may be starting, or have another PORT or HOST.',
      ),
    );
  for (const each of [port, ...(metricsPort === null ? [] : [metricsPort])]) {
    try {
      await (await listen((_, response) => response.end(), host, each)).stop(0);
      found.push(ok(`Port ${each} is free.`));
    } catch (cause) {
      if (!(cause instanceof StartError)) throw cause;
      found.push(error(cause.message, 'The server does not start until this is changed.'));
    }
  }
  return found;
}

/** Compares the clock with a configured host's clock. */
export async function checkClock(config: Config, now: () => Date): Promise<readonly Finding[]> {
  const { ok, note, warning, error } = findingsOf('clock');
  const host = timeHost(config);
  if (host === null) return [note('No configured host tells the time.', 'Keep the clock with NTP (timedatectl).')];
  const answer = await request(host, { method: 'HEAD', headersTimeout: LIMIT_MS, bodyTimeout: LIMIT_MS }).catch(
    () => null,
  );
  await answer?.body.dump();
  const hostMs = Date.parse(String(answer?.headers.date ?? ''));
  if (Number.isNaN(hostMs)) return [note(`${host} does not tell the time.`, 'Keep the clock with NTP (timedatectl).')];
  const aheadMs = now().getTime() - hostMs;
  if (Math.abs(aheadMs) <= CLOCK_SLACK_MS) return [ok(`The clock agrees with ${new URL(host).host}.`)];
  const message = `The clock is ${Math.round(Math.abs(aheadMs) / 1_000)} seconds ${aheadMs > 0 ? 'ahead of' : 'behind'} that of ${new URL(host).host}.`;
  const serious = Math.abs(aheadMs) > 60_000;
  return [(serious ? error : warning)(message, 'Keep the clock with NTP (timedatectl set-ntp true).')];
}

/** A host that Linkledger uses anyway; null without one. */
function timeHost({ providers, payments, publicUrl }: Config): string | null {
  const GITHUB = 'https://github.com/';
  const [provider] = providers;
  if (provider !== undefined) return provider.issuer ?? GITHUB;
  if (payments.paypal !== null) return payments.paypal.apiUrl;
  if (payments.razorpay !== null) return payments.razorpay.apiUrl;
  return publicUrl?.startsWith('https:') === true ? publicUrl : null;
}

/** Whether the servers of a distributed engine accept connections. */
export async function checkServers({ servers }: Config): Promise<readonly Finding[]> {
  const { ok, error } = findingsOf('servers');
  if (servers === null) return [];
  const targets = [
    ...addressesOf('EventStoreDB', servers.eventStoreUrl, 2113),
    ...addressesOf('MongoDB', servers.readStoreUrl, 27017),
    ...(servers.kafka?.brokers ?? []).flatMap((broker) => addressesOf('Kafka', `kafka://${broker}`, 9092)),
  ];
  return Promise.all(
    targets.map(async ({ server, host, port }) => {
      const answers = await connects(host, port);
      return answers
        ? ok(`${server} takes connections at ${host}:${port}.`)
        : error(
            `${server} takes no connection at ${host}:${port}.`,
            'Start it, or correct its address; look at the firewall.',
          );
    }),
  );
}

/** The hosts of a connection string, perhaps several. DNS finds those of +srv and +discover at run time. */
function addressesOf(server: string, url: string | null, usual: number) {
  if (url === null || /^\w+\+srv:/.test(url)) return [];
  const hosts = /^[\w+]+:\/\/(?:[^@/]*@)?([^/?]+)/.exec(url)?.[1]?.split(',') ?? [];
  return hosts.map((each) => {
    const [, host = each, port = String(usual)] = /^(.*?)(?::(\d+))?$/.exec(each) ?? [];
    return { server, host: host.replaceAll(/[[\]]/g, ''), port: Number(port) };
  });
}

function connects(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ host, port, timeout: LIMIT_MS });
    const end = (isConnected: boolean) => {
      socket.destroy();
      resolve(isConnected);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}

/** The JSON that an address returns; null without JSON. */
async function readJson(url: string): Promise<{ readonly body: Readonly<Record<string, unknown>> } | null> {
  try {
    const { body } = await request(url, { headersTimeout: LIMIT_MS, bodyTimeout: LIMIT_MS });
    const found: unknown = await body.json();
    return typeof found === 'object' && found !== null ? { body: { ...found } } : null;
  } catch {
    return null;
  }
}
