/** `npm run export -- --events --out events.ndjson [--without-personal-data]`: writes the whole log, also beside a running server. */
import { parseArgs } from 'node:util';
import { StartError } from '../../ports/process/start-error.ts';
import { LOG_USAGE, type LogReader, onNamedEvents } from './ledger/named-log.ts';
import { type Row, requireNewFile, writeRows } from './ledger/write-rows.ts';
import { progressLine } from './progress-line.ts';

const USAGE =
  'Write: npm run export -- --events --out events.ndjson [--without-personal-data] [<data folder>]\n' +
  `The file may also end in .ndjson.gz, .csv, .csv.gz or .parquet. ${LOG_USAGE}`;

function parse(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        events: { type: 'boolean', default: false },
        out: { type: 'string' },
        'without-personal-data': { type: 'boolean', default: false },
      },
    });
    if (!values.events) throw new Error('Name what to export: --events.');
    if (values.out === undefined) throw new Error('Name the file to write: --out events.ndjson.');
    return { out: values.out, names: positionals, withPersonalData: !values['without-personal-data'] };
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}

const progress = progressLine(process.stderr);

async function exportEvents(log: LogReader, out: string): Promise<number> {
  const head = await log.head();
  return writeRows(out, async function* () {
    let count = 0;
    for await (const batch of log.events()) {
      yield batch.map(({ position, stream, revision, id, type, data, metadata }): Row => {
        return { position, stream, revision, id, type, ...metadata, data };
      });
      count += batch.length;
      progress.show('events', count, log.isDense ? head : 0);
    }
  });
}

try {
  const { out, names, withPersonalData } = parse(process.argv.slice(2));
  requireNewFile(out);
  const count = await onNamedEvents(names, withPersonalData, (log) => exportEvents(log, out));
  progress.clear();
  process.stdout.write(`Wrote ${count.toLocaleString('en')} events to ${out}.\n`);
} catch (error) {
  progress.clear();
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
