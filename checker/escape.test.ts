/**
 * Pages that try to reach loopback past the proxy, and canaries on loopback that must receive nothing. The same
 * attempts in browsers that lack one of the flags prove that the canaries work.
 */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import puppeteer from 'puppeteer';
import { makeDialer } from '../infra/network/dialer.ts';
import { startProxy } from '../infra/network/filtering-proxy.ts';
import { makeGuard } from '../infra/network/ssrf-guard.ts';
import { waitUntil } from '../infra/testing/wait-until.ts';
import { networkFlags } from './browser/chromium-process.ts';
import { findChrome, packagedChrome } from './browser/find-chrome.ts';
import { openChecker } from './check.ts';
import { article, html, recordingLog, redirect, startSite } from './testing/test-site.ts';

const CLIENT = 'https://client.example/shop';

async function canaries(t: ExecutionContext) {
  const received: string[] = [];
  const tcp = createServer((socket) => {
    received.push('tcp');
    socket.on('error', () => {});
    socket.on('data', (data) => received.push(`tcp ${String(data).split('\r\n', 1)[0]}`));
  });
  tcp.listen(0, '::');
  await once(tcp, 'listening');
  const udp = createSocket('udp4');
  udp.on('message', () => received.push('udp'));
  udp.bind(0, '127.0.0.1');
  await once(udp, 'listening');
  t.teardown(() => {
    tcp.close();
    udp.close();
  });
  return { received, tcp: (tcp.address() as AddressInfo).port, udp: udp.address().port };
}

/** Everything a page can do to make its browser send something. `C` is the host and port of the canary. */
function attempts(tcp: number, udp: number): string {
  const hosts = [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '127.0.0.2',
    '0.0.0.0',
    '2130706433',
    '[::ffff:127.0.0.1]',
    'x.localhost',
  ];
  const C = `127.0.0.1:${tcp}`;
  return `
<link rel="stylesheet" href="http://${C}/css"><link rel="prefetch" href="http://${C}/prefetch">
<link rel="preload" as="script" href="http://${C}/preload"><link rel="modulepreload" href="http://${C}/module">
<link rel="preconnect" href="http://${C}"><link rel="dns-prefetch" href="http://${C}"><link rel="icon" href="http://${C}/icon">
<link rel="manifest" href="http://${C}/manifest">
<style>@import "http://${C}/import"; body{background:url(http://${C}/bg)} @font-face{font-family:x;src:url(http://${C}/font)} h1{font-family:x}</style>
<script type="speculationrules">{"prefetch":[{"source":"list","urls":["http://${C}/speculate"]}],"prerender":[{"source":"list","urls":["http://${C}/prerender"]}]}</script>
<img src="http://${C}/img"><script src="http://${C}/script"></script><iframe src="http://${C}/iframe"></iframe>
<iframe srcdoc="<script src='http://${C}/srcdoc'></script>"></iframe><object data="http://${C}/object"></object>
<embed src="http://${C}/embed"><video src="http://${C}/video"></video><audio src="http://${C}/audio"></audio>
<iframe src="/redirect"></iframe><a id="ping" href="#" ping="http://${C}/ping">p</a>
<form id="form" target="sink" method="post" action="http://${C}/form"></form><iframe name="sink"></iframe>
<script>
const quietly = (f) => { try { const r = f(); if (r && r.catch) r.catch(() => {}); } catch {} };
for (const host of ${JSON.stringify(hosts)}) {
  quietly(() => fetch('http://' + host + ':${tcp}/fetch', { mode: 'no-cors' }));
  quietly(() => { new WebSocket('ws://' + host + ':${tcp}/ws'); });
  quietly(() => { new WebSocket('wss://' + host + ':${tcp}/wss'); });
}
quietly(() => fetch('/redirect', { mode: 'no-cors' }));
quietly(() => { const x = new XMLHttpRequest(); x.open('GET', 'http://${C}/xhr'); x.send(); });
quietly(() => { new EventSource('http://${C}/events'); });
quietly(() => navigator.sendBeacon('http://${C}/beacon', 'x'));
quietly(() => window.open('http://${C}/popup'));
quietly(() => document.getElementById('form').submit());
quietly(() => document.getElementById('ping').click());
const inWorker = "fetch('http://${C}/worker',{mode:'no-cors'});new WebSocket('ws://${C}/worker-ws')";
const blob = URL.createObjectURL(new Blob([inWorker], { type: 'text/javascript' }));
quietly(() => { new Worker(blob); });
quietly(() => { new SharedWorker(blob); });
quietly(() => navigator.serviceWorker.register('/sw.js'));
quietly(() => { const w = new WebTransport('https://127.0.0.1:${udp}/wt'); w.ready.catch(() => {}); w.closed.catch(() => {}); });
addEventListener('pagehide', () => quietly(() => fetch('http://${C}/pagehide', { keepalive: true, mode: 'no-cors' })));
quietly(async () => {
  const servers = ['stun:127.0.0.1:${udp}', 'turn:127.0.0.1:${udp}?transport=udp', 'turn:${C}?transport=tcp'];
  const peer = new RTCPeerConnection({ iceServers: servers.map((urls) => ({ urls, username: 'u', credential: 'c' })) });
  peer.createDataChannel('x');
  await peer.setLocalDescription(await peer.createOffer());
  const other = new RTCPeerConnection();
  await other.setRemoteDescription(peer.localDescription);
  await other.setLocalDescription(await other.createAnswer());
  await peer.setRemoteDescription(other.localDescription);
  const line = 'candidate:1 1 udp 2122260223 127.0.0.1 ${udp} typ host';
  for (const each of [peer, other]) await each.addIceCandidate({ candidate: line, sdpMid: '0', sdpMLineIndex: 0 }).catch(() => {});
});
</script>`;
}

async function attackSite(t: ExecutionContext, tcp: number, udp: number) {
  const C = `127.0.0.1:${tcp}`;
  const site = await startSite({
    '/attempts': article(attempts(tcp, udp)),
    '/redirect': redirect(`http://${C}/redirected`),
    '/go': article(`<script>location.href = 'http://${C}/navigate'</script>`),
    '/refresh': article('', `<meta http-equiv="refresh" content="1;url=http://${C}/refresh">`),
    '/sw.js': (_request, response) =>
      html(response, `fetch('http://${C}/sw',{mode:'no-cors'})`, { 'content-type': 'text/javascript' }),
  });
  t.teardown(() => site.close());
  return site;
}

/** Full and headless builds have different flags, so this tests every build on this machine. */
const builds = (await Promise.all([findChrome(undefined), packagedChrome()])).filter(
  (each) => typeof each !== 'string',
);
const paths = new Set(builds.map(({ path }) => path));

for (const [index, chromePath] of [...paths].entries()) {
  test.serial(`no attempt of a page reaches loopback by TCP or UDP in browser ${index + 1}`, async (t) => {
    const { received, tcp, udp } = await canaries(t);
    const site = await attackSite(t, tcp, udp);
    const checker = openChecker({ logger: recordingLog(), allowHosts: [site.host], render: 'always', chromePath });
    t.teardown(() => checker.close());
    for (const path of ['/attempts', '/go', '/refresh', '/redirect']) {
      const result = (await checker.check(site.url(path), [CLIENT])).get(CLIENT);
      t.is(result?.observation.visits.at(-1)?.by, 'browser', path);
    }
    t.deepEqual(received, [], chromePath);
  });
}

/** Runs the attempts in a browser without a flag, until a canary receives `expected`. */
async function receivedWithout(t: ExecutionContext, flag: string, expected: string): Promise<boolean> {
  const { received, tcp, udp } = await canaries(t);
  const site = await attackSite(t, tcp, udp);
  const guard = makeGuard([site.host]);
  const proxy = await startProxy({ guard, dialer: makeDialer({ guard }) });
  const chrome = await findChrome(undefined);
  if (typeof chrome === 'string') throw new Error(chrome);
  const profile = mkdtempSync(join(tmpdir(), 'escape-'));
  const browser = await puppeteer.launch({
    executablePath: chrome.path,
    headless: chrome.shell ? 'shell' : true,
    pipe: true,
    userDataDir: profile,
    args: [
      ...networkFlags(proxy.port).filter((each) => !each.includes(flag)),
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
  try {
    const page = await browser.newPage();
    // Not awaited: the canary never answers, so the page never finishes loading.
    page.goto(site.url('/attempts')).catch(() => {});
    return await waitUntil(() => received.some((each) => each.startsWith(expected)));
  } finally {
    await browser.close();
    await proxy.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
  }
}

test.serial('without the bypass flag the canary receives plain requests', async (t) => {
  t.true(await receivedWithout(t, '--proxy-bypass-list', 'tcp GET'));
});

test.serial('without the WebRTC flags the canary receives packets', async (t) => {
  t.true(await receivedWithout(t, 'webrtc-ip-handling-policy', 'udp'));
});
