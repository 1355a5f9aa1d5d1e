/** The doctor on real folders, ports and mail servers, with and without problems. */
import { execFile } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { SMTPServer } from 'smtp-server';
import { takeBackup } from '../../engines/embedded/backup/take-backup.ts';
import { MARKER } from '../../engines/embedded/folder/data-folder.ts';
import { connect } from '../../engines/embedded/sqlite/database.ts';
import { startProcess } from '../../testing/apps/server-process.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { toolSettings } from '../../testing/tool-settings.ts';
import { ConfigError, readConfig } from '../config/config.ts';
import { checkBackups } from './backups.ts';
import { checkBrowser } from './browser.ts';
import { checkDataFolder } from './data-folder.ts';
import { exitCodeOf, type Finding, formatFindings, runChecks } from './finding.ts';
import { checkClock, checkDns, checkMail, checkPort, checkServers } from './network.ts';
import { doubtfulSettings, unknownSettings, wrongSettings } from './settings.ts';

const ROOT = path.resolve(import.meta.dirname, '..', '..', '..');
const NOW = new Date('2026-11-23T08:00:00Z');

/** A data folder that a server used, but that no process uses now. */
let used = '';
test.before(async () => {
  used = path.join(mkdtempSync(path.join(os.tmpdir(), 'linkledger-doctor-')), 'data');
  const app = await startProcess({ DATA_DIR: used, CHECKER_RENDER: 'never' });
  await app.end('SIGTERM');
});
test.after.always(() => rmSync(path.dirname(used), { recursive: true, force: true }));

/** A copy of that folder. */
function copyOf(t: ExecutionContext): string {
  const folder = path.join(temporaryFolder(t), 'data');
  cpSync(used, folder, { recursive: true });
  chmodSync(folder, 0o700);
  return folder;
}

const at = (findings: readonly Finding[], level: Finding['level']) =>
  findings.filter((each) => each.level === level).map(({ message }) => message);
const later = () => new Date();

test('an unknown setting is reported with the intended setting; settings of other programs are not', (t) => {
  const found = unknownSettings(
    { SMTP_URI: 'x', HOME: '/', MAIL_TO: 'x', GITHUB_TOKEN: 'x', SIGN_UPS: 'x' },
    { PROT: '3000', COLOUR: 'red' },
  );
  t.deepEqual(found.map(({ message }) => message.split(' ')[0]).toSorted(), [
    'COLOUR',
    'MAIL_TO',
    'PROT',
    'SIGN_UPS',
    'SMTP_URI',
  ]);
  t.is(found.find(({ message }) => message.startsWith('PROT'))?.advice, 'Write PORT if you mean that.');
  t.is(found.find(({ message }) => message.startsWith('SMTP_URI'))?.advice, 'Write SMTP_URL if you mean that.');
});

test('each wrong setting is one error, and settings that do not fit together are warnings', (t) => {
  const wrong = t.throws(() => readConfig({ PORT: 'x', LOG_LEVEL: 'loud' }), { instanceOf: ConfigError });
  t.is(wrongSettings(wrong!).length, 2);
  const doubts = (settings: Record<string, string>) => at(doubtfulSettings(readConfig(settings)), 'warning').join('\n');
  t.is(doubts({}), '');
  t.regex(doubts({ PUBLIC_URL: 'http://links.example.com' }), /cookies and sign-in links travel unencrypted/);
  t.regex(doubts({ PUBLIC_URL: 'https://links.example.com' }), /TRUSTED_PROXIES is 0[\s\S]*No mail server is set/);
  t.regex(doubts({ SMTP_URL: 'smtp://mail.example.com' }), /links lead to localhost\.[\s\S]*MAIL_FROM is/);
  const good = { PUBLIC_URL: 'https://links.example.com', TRUSTED_PROXIES: '1', SMTP_URL: 'smtp://mail.example.com' };
  t.is(doubts({ ...good, MAIL_FROM: 'Links <links@example.com>' }), '');
});

test('the folder of a stopped server is ok, and a new folder is a note', async (t) => {
  const found = await checkDataFolder(copyOf(t), later());
  t.deepEqual([...at(found, 'error'), ...at(found, 'warning')], []);
  t.regex(formatFindings(found), /The log has [\d,]+ events; a sample of them is whole/);
  t.regex(formatFindings(found), /events behind the log; no server is running/);
  const folder = path.join(temporaryFolder(t), 'new', 'data');
  t.regex(at(await checkDataFolder(folder, later()), 'note').join(), /does not exist yet/);
  t.false(existsSync(folder));
});

test('damaged and missing files, a newer version, a folder open to others and a late clock are named', async (t) => {
  const ill: readonly [(folder: string) => void, Finding['level'], RegExp][] = [
    [(folder) => rmSync(path.join(folder, 'keys.db')), 'error', /keys\.db is missing/],
    [(folder) => truncateSync(path.join(folder, 'identity.secret'), 9), 'error', /identity\.secret is damaged/],
    [(folder) => writeFileSync(path.join(folder, 'durable.db'), 'x'.repeat(9_000)), 'error', /durable\.db is damaged/],
    [
      (folder) => writeFileSync(path.join(folder, MARKER), '{"layout":2,"version":"9.1.0"}'),
      'error',
      /last used by Linkledger 9\.1\.0/,
    ],
    [(folder) => chmodSync(folder, 0o755), 'warning', /Other users of this machine may look into/],
    [
      (folder) => {
        const database = connect(path.join(folder, 'events.db'));
        database.exec(
          "DELETE FROM events; INSERT INTO events VALUES (1, 's', 0, 'i', 'T', '{}', '{\"at\":\"2999-01-01T00:00:00Z\"}')",
        );
        database.close();
      },
      'error',
      /The last event is of 2999-01-01.*, which is later than now/,
    ],
  ];
  for (const [make, level, expected] of ill) {
    const folder = copyOf(t);
    make(folder);
    t.regex(at(await checkDataFolder(folder, NOW), level).join('\n'), expected);
  }
});

test('a port in use is an error, a free port is ok, and so is a ready server', async (t) => {
  const other = createHttpServer((_, response) => response.end('hello')).listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as AddressInfo;
  const settings = { DATA_DIR: temporaryFolder(t), PORT: String(port) };
  t.regex(at(await checkPort(readConfig(settings)), 'error').join(), /in use|taken|another program/i);
  other.closeAllConnections();
  await new Promise((resolve) => other.close(resolve));
  t.deepEqual(at(await checkPort(readConfig(settings)), 'ok'), [`Port ${port} is free.`]);
});

test('a mail server that accepts the password is ok; a wrong password, no TLS and a dead port are named', async (t) => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _, done) =>
      password === 'right' ? done(null, { user: 'u' }) : done(new Error('no'), undefined),
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => new Promise<void>((resolve) => server.close(resolve)));
  const { port } = server.server.address() as AddressInfo;
  const check = (url: string) => checkMail(readConfig({ SMTP_URL: url }));
  t.regex(at(await check(`smtp://127.0.0.1:${port}`), 'ok').join(), /takes TLS and password/);
  t.regex(at(await check(`smtp://u:right@127.0.0.1:${port}?requireTLS=false`), 'ok').join(), /takes TLS and password/);
  const wrong = formatFindings(await check(`smtp://u:secret@127.0.0.1:${port}?requireTLS=false`));
  t.regex(wrong, /refuses the name or the password/);
  t.notRegex(wrong, /secret/);
  t.is(at(await check(`smtp://u:right@127.0.0.1:${port}`), 'error').length, 1);
  t.regex(at(await check('smtp://127.0.0.1:1'), 'error').join(), /takes no connection/);
  t.is(at(await checkMail(readConfig({})), 'note').length, 1);
});

test('the clock is compared with a configured host’s clock', async (t) => {
  const host = createHttpServer((_, response) => response.setHeader('Date', NOW.toUTCString()).end()).listen(
    0,
    '127.0.0.1',
  );
  t.teardown(() => host.close());
  await new Promise((resolve) => host.once('listening', resolve));
  const issuer = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  const config = readConfig({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'x' });
  const at5 = (seconds: number) => checkClock(config, () => new Date(NOW.getTime() + seconds * 1_000));
  t.is(at(await at5(2), 'ok').length, 1);
  t.regex(at(await at5(30), 'warning').join(), /30 seconds ahead of/);
  t.regex(at(await at5(-600), 'error').join(), /600 seconds behind/);
  t.is(at(await checkClock(readConfig({}), later), 'note').length, 1);
});

test('a dead resolver, a browser that does not start, and silent servers are errors', async (t) => {
  t.regex(
    at(await checkDns(readConfig({ CHECKER_DNS: '127.0.0.1:1' })), 'error').join(),
    /cannot be resolved by CHECKER_DNS/,
  );
  t.regex(at(await checkBrowser(readConfig({ CHROME_PATH: '/bin/false' })), 'error').join(), /No browser starts/);
  t.is(at(await checkBrowser(readConfig({ CHECKER_RENDER: 'never' })), 'note').length, 1);
  const servers = readConfig({
    ...{
      EVENT_STORE_URL: 'esdb://user:secret@127.0.0.1:1?tls=false',
      READ_STORE_URL: 'mongodb://127.0.0.1:1,127.0.0.1:2/x',
    },
    ...{
      PUBLIC_URL: 'http://x.example',
      SESSION_SECRET: 's'.repeat(32),
      IDENTITY_SECRET: 'i'.repeat(32),
      SMTP_URL: 'file:/tmp',
    },
  });
  const found = formatFindings(await checkServers(servers));
  t.is(found.match(/takes no connection at/g)?.length, 3);
  t.notRegex(found, /secret/);
});

test('a recent backup is ok; a missing or old backup, and one on the same disk, are reported', async (t) => {
  const folder = path.join(temporaryFolder(t), 'backups');
  const config = readConfig({ DATA_DIR: used, BACKUP_FOLDER: folder, BACKUP_EVERY: '6h' });
  const check = (hours: number) => checkBackups(config, new Date(NOW.getTime() + hours * 3_600_000));
  t.is(at(await checkBackups(readConfig({}), NOW), 'note').length, 1);
  t.regex(at(await check(0), 'warning').join(), /does not exist/);
  mkdirSync(folder);
  t.regex(at(await check(0), 'warning').join(), /is on the disk of the data.*holds no complete backup yet/);
  await takeBackup({ dataDir: used, to: folder, keys: { kind: 'plain' }, keep: null, now: () => NOW });
  t.deepEqual(at(await check(5), 'ok'), ['The last backup is of 2026-11-23T08:00:00.000Z.']);
  t.regex(at(await check(13), 'warning').join(), /The last backup is of/);
});

test('a check that fails or hangs is a finding, and the worst finding decides the exit code', async (t) => {
  const found = await runChecks(
    {
      broken: () => Promise.reject(new Error('no such thing')),
      slow: () => new Promise(() => undefined),
    },
    50,
  );
  t.deepEqual(at(found, 'error'), ['This check failed: no such thing.', 'This check took more than 0.05 seconds.']);
  const of = (...levels: Finding['level'][]) =>
    exitCodeOf(levels.map((level) => ({ area: 'x', level, message: 'm', advice: null })));
  t.is(of('ok', 'note'), 0);
  t.is(of('ok', 'warning'), 1);
  t.is(of('warning', 'error'), 2);
});

test('the command runs beside a server, finds it ready, leaves its folder as it is, and answers as JSON', async (t) => {
  const dataDir = path.join(temporaryFolder(t), 'data');
  const app = await startProcess({ DATA_DIR: dataDir, CHECKER_RENDER: 'never' });
  const env = {
    ...toolSettings(),
    DATA_DIR: dataDir,
    PORT: new URL(app.url).port,
    CHECKER_RENDER: 'never',
    LOGLEVEL: 'info',
  };
  const run = promisify(execFile)(process.execPath, ['infra/main/cli/doctor.ts', '--json'], { cwd: ROOT, env });
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  const { exitCode, findings }: { exitCode: number; findings: Finding[] } = JSON.parse(stdout);
  t.is(exitCode, exitCodeOf(findings));
  t.true(at(findings, 'ok').includes(`Linkledger answers at http://127.0.0.1:${env.PORT} and is ready.`), stdout);
  t.regex(at(findings, 'ok').join(), /a server is running/);
  t.true(at(findings, 'ok').includes('Everybody may create an account (SIGN_UP).'));
  t.is(await app.end('SIGTERM'), 0);
});

test('wrong settings and arguments end the command with 2 and a sentence', async (t) => {
  const run = (args: readonly string[], settings: Record<string, string>) =>
    promisify(execFile)(process.execPath, ['infra/main/cli/doctor.ts', ...args], {
      cwd: ROOT,
      env: { ...toolSettings(), ...settings },
    }).then(
      () => ({ code: 0, stdout: '', stderr: '' }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
  const wrong = await run([], { PORT: 'x' });
  t.is(wrong.code, 2);
  t.regex(wrong.stdout, /ERROR {4}settings {2}PORT must be a whole number/);
  const unknown = await run(['--fast'], {});
  t.is(unknown.code, 2);
  t.regex(unknown.stderr, /Write: npm run doctor/);
});
