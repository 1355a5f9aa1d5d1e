/**
 * `npm run replay -- --until <day|instant|position> --view links --out links.ndjson [--without-personal-data]`: writes a view
 * as it was at a moment, built from the log alone, also beside a running server.
 */
import { parseArgs } from 'node:util';
import { UnknownView } from '../../../projections/runner/rebuild.ts';
import { allViews } from '../../../projections/views/all-views.ts';
import { createLogger } from '../../observability/logger.ts';
import { StartError } from '../../ports/process/start-error.ts';
import { LOG_USAGE, onNamedEvents } from './ledger/named-log.ts';
import { positionAt, replayView } from './ledger/replay-view.ts';
import { requireNewFile, writeRows } from './ledger/write-rows.ts';

const USAGE =
  'Write: npm run replay -- --until 2026-03-31 --view links --out links.ndjson [--without-personal-data] [<data folder>]\n' +
  '--until is a day (its end in UTC), an instant or a position of the log; without it, the view is up to date.\n' +
  `The file may also end in .ndjson.gz, .csv, .csv.gz or .parquet. ${LOG_USAGE}`;

function parse(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        until: { type: 'string' },
        view: { type: 'string' },
        out: { type: 'string' },
        'without-personal-data': { type: 'boolean', default: false },
      },
    });
    const { until = null, view, out } = values;
    if (view === undefined) throw new Error('Name the view: --view links.');
    if (out === undefined) throw new Error('Name the file to write: --out links.ndjson.');
    return { until, view, out, names: positionals, withPersonalData: !values['without-personal-data'] };
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}

try {
  const { until, view, out, names, withPersonalData } = parse(process.argv.slice(2));
  if (!allViews.some(({ name }) => name === view)) throw new UnknownView(view, allViews);
  requireNewFile(out);
  const written = await onNamedEvents(names, withPersonalData, async (log) => {
    const position = until === null ? await log.head() : await positionAt(log, until, new Date());
    const deps = { logger: createLogger('warn'), out: process.stderr };
    const count = await replayView(log, { view, until: position }, deps, (rows) => writeRows(out, rows));
    return { position, count };
  });
  const { position, count } = written;
  process.stdout.write(
    `Wrote ${count.toLocaleString('en')} documents of ${view} as of position ${position} to ${out}.\n`,
  );
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
