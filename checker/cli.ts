/** Checks one link from the command line: `npm run check -- <articleUrl> <clientUrl>`. */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Observation, Verdict, Visit } from '../command-service/contract/observation.ts';
import {
  formatFault,
  formatIndexing,
  formatLanding,
  formatNearMiss,
  formatReason,
  formatRobotsTxt,
  formatWarning,
  reasonDetails,
} from '../command-service/contract/reasons.ts';
import { openChecker, type RenderMode } from './check.ts';
import { openScreenshots } from './render/screenshots.ts';

const HELP = `Usage: npm run check -- <articleUrl> <clientUrl> [options]

Visits the article page and prints whether it links to the client's page, whether search engines may list it, and what
the client's page answers.

Options:
  --render always|never|auto   use the browser always, never, or where HTTP does not decide (default)
  --allow host:port            allow this private address; can be repeated
  --dns host:port              use this DNS resolver instead of the system's
  --chrome path                use this browser
  --timeout seconds            time limit of the check (default 20)
  --screenshot file.png        also save a picture of the page, with the link outlined
  --json                       print the observation and the verdict as JSON
  --help                       print this help

Exit code: 0 if the link is live, 1 if it was removed, 2 if it could not be verified or the command is wrong.`;

const EXIT = { live: 0, removed: 1, pending: 2 } as const;

/** The parsed command line, or a message that says what is wrong with it. */
export function readArguments(argv: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        render: { type: 'string', default: 'auto' },
        allow: { type: 'string', multiple: true, default: [] },
        dns: { type: 'string' },
        chrome: { type: 'string' },
        timeout: { type: 'string', default: '20' },
        screenshot: { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    const [articleLink, clientLink] = positionals;
    if (values.help) return { ...values, help: true as const };
    if (articleLink === undefined || clientLink === undefined || positionals.length > 2) {
      return 'Write two addresses: the article page and the client’s page.';
    }
    for (const address of [articleLink, clientLink]) {
      if (!/^https?:$/.test(URL.parse(address)?.protocol ?? '')) {
        return `“${address}” is not a web address: begin it with https:// or http://.`;
      }
    }
    if (!isRenderMode(values.render)) return '--render must be always, never or auto.';
    const seconds = Number(values.timeout);
    if (!(seconds > 0 && seconds <= 600)) return '--timeout must be a number of seconds from 0 to 600.';
    return {
      ...values,
      help: false as const,
      render: values.render,
      articleLink,
      clientLink,
      timeoutMs: seconds * 1_000,
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function isRenderMode(value: string): value is RenderMode {
  return value === 'auto' || value === 'never' || value === 'always';
}

/** The verdict and the facts behind it, one per line. */
function formatResult(observation: Observation, verdict: Verdict): string {
  const lines = [
    `${verdict.status.toUpperCase()}: ${formatReason(verdict.reason, reasonDetails(verdict.reason, observation))}`,
  ];
  for (const warning of verdict.warnings ?? []) lines.push(`Warning: ${formatWarning(warning)}`);
  if (verdict.anchor !== null) lines.push(`Anchor: ${verdict.anchor}`);
  if (verdict.linkType !== null) {
    const cause = verdict.linkTypeCause === null ? '' : ` (from ${verdict.linkTypeCause})`;
    lines.push(`Type: ${verdict.linkType}${cause}`);
  }
  for (const visit of observation.visits) lines.push(...formatVisit(visit));
  if (observation.browserSkipped !== null) lines.push(`Browser not used: ${observation.browserSkipped}`);
  lines.push(...formatPageContext(observation));
  return lines.join('\n');
}

function formatVisit(visit: Visit): string[] {
  const answer = visit.httpStatus === null ? 'no answer' : `status ${visit.httpStatus}`;
  const lines = [
    `${visit.by === 'http' ? 'Over HTTP' : 'In the browser'}: ${answer}, ${visit.linkCount} links, ${visit.durationMs} ms`,
    ...visit.hops.map(({ url, via }) => `  ${via} ${url}`),
    `  ${visit.finalUrl}`,
  ];
  if (visit.title !== null) lines.push(`  title: ${visit.title}`);
  if (visit.error !== null) lines.push(`  ${visit.error.code}: ${visit.error.message}`);
  if (visit.challenge) lines.push('  it demands proof that the visitor is human');
  if (visit.look !== undefined) lines.push(`  it looks like: ${visit.look}`);
  for (const fault of visit.faults ?? []) lines.push(`  failed: ${formatFault(fault)}`);
  for (const address of visit.unreadFrames ?? []) lines.push(`  frame that was not read: ${address}`);
  for (const { snippet, hidden, hiddenBy, where, afterScrolling } of visit.matches) {
    const notes = [
      ...(hidden === true ? [`hidden by ${hiddenBy ?? 'its style'}`] : []),
      ...(where === undefined ? [] : [`in a ${where}`]),
      ...(afterScrolling === true ? ['after scrolling'] : []),
    ];
    lines.push(`  found${notes.map((note) => `, ${note}`).join('')}: ${snippet}`);
  }
  for (const miss of visit.nearMisses ?? []) lines.push(`  near miss: ${formatNearMiss(miss)}`);
  for (const { href } of visit.nearest) lines.push(`  near: ${href}`);
  return lines;
}

/** Whether search engines may list the page, and the answer of the client's page; omits what is unknown. */
function formatPageContext({ indexing, landing }: Observation): string[] {
  const lines: string[] = [];
  if (indexing !== undefined) {
    lines.push(`Search engines: ${formatIndexing(indexing)}`);
    if (indexing.robotsTxt !== null) lines.push(`robots.txt: ${formatRobotsTxt(indexing.robotsTxt)}`);
    if (indexing.canonicalElsewhere !== null) lines.push(`Canonical address: ${indexing.canonicalElsewhere}`);
  }
  if (landing !== undefined) lines.push(`The client’s page: ${formatLanding(landing)}`);
  return lines;
}

interface Picture {
  readonly articleLink: string;
  readonly clientLink: string;
  readonly allow: readonly string[];
  readonly dns?: string | undefined;
  readonly chrome?: string | undefined;
  /** The file for the screenshot. */
  readonly screenshot: string;
}

/** Takes a screenshot of the page. A failed screenshot does not change the result. */
async function saveScreenshot(
  { articleLink, clientLink, allow, dns, chrome, screenshot }: Picture,
  signal: AbortSignal,
): Promise<void> {
  const camera = openScreenshots({
    logger: { info: () => {}, warn: () => {}, error: () => {} },
    allowHosts: allow,
    format: 'png',
    ...(dns === undefined ? {} : { dns }),
    ...(chrome === undefined ? {} : { chromePath: chrome }),
  });
  try {
    const taken = await camera.take(articleLink, clientLink, signal);
    if (taken.kind === 'missed') console.error(`No screenshot: ${taken.reason}.`);
    else {
      const failure = await writeFile(screenshot, taken.webp).then(
        () => null,
        (error: Error) => error.message,
      );
      if (failure !== null) console.error(`No screenshot: ${failure}.`);
      else console.error(`Screenshot: ${screenshot}${taken.outlined ? ', with the link outlined' : ''}`);
    }
  } finally {
    await camera.close();
  }
}

async function main(): Promise<number> {
  const args = readArguments(process.argv.slice(2));
  if (typeof args === 'string') {
    console.error(`${args}\n\n${HELP}`);
    return 2;
  }
  if (args.help) {
    console.log(HELP);
    return 0;
  }
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const print = (fields: object, message: string) => console.error(message, 'err' in fields ? fields.err : '');
  const checker = openChecker({
    logger: { info: () => {}, warn: print, error: print },
    render: args.render,
    allowHosts: args.allow,
    timeoutMs: args.timeoutMs,
    pageContext: true,
    contextWaitMs: 6_000,
    ...(args.dns === undefined ? {} : { dns: args.dns }),
    ...(args.chrome === undefined ? {} : { chromePath: args.chrome }),
  });
  try {
    const result = (await checker.check(args.articleLink, [args.clientLink], stop.signal, true)).get(args.clientLink);
    if (result === undefined || stop.signal.aborted) return 2;
    const { observation, verdict } = result;
    console.log(args.json ? JSON.stringify(result, null, 2) : formatResult(observation, verdict));
    const { screenshot } = args;
    if (screenshot !== undefined) await saveScreenshot({ ...args, screenshot }, stop.signal);
    return EXIT[verdict.status];
  } finally {
    await checker.close();
  }
}

if (import.meta.main) {
  main().then(
    (code) => {
      process.exitCode = code;
    },
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 2;
    },
  );
}
