/** Builds a view as it was at a moment, from the log alone, in a temporary store. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LinkledgerEvent } from '../../../../command-service/contract/events.ts';
import { countedDay, dayOf } from '../../../../command-service/contract/schema/days.ts';
import type { ProgressOutput } from '../../../../projections/runner/progress-bar.ts';
import { rebuild } from '../../../../projections/runner/rebuild.ts';
import { allViews } from '../../../../projections/views/all-views.ts';
import { openSqliteViews } from '../../../engines/embedded/views/view-store.ts';
import type { Logger } from '../../../ports/process/logger.ts';
import { StartError } from '../../../ports/process/start-error.ts';
import type { Feed } from '../../../ports/storage/event-store.ts';
import type { LogReader } from './named-log.ts';
import type { Row, Rows } from './write-rows.ts';

const PAGE = 1_000;

/**
 * Folds the log up to a position with the code of the live view, and passes the documents to `work`, in the order of
 * their ids. The temporary store is removed afterwards.
 * @throws UnknownView; StartError if the view stops at an event.
 */
export async function replayView<T>(
  log: LogReader,
  { view: name, until }: { readonly view: string; readonly until: number },
  { logger, out }: { readonly logger: Logger; readonly out: ProgressOutput },
  work: (rows: Rows) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'linkledger-replay-'));
  const reads = openSqliteViews(path.join(folder, 'views.db'), allViews);
  try {
    const [status] = await rebuild(allViews, [name], { feed: feedUpTo(log, until), reads, logger }, out);
    if (status?.state === 'stopped') throw new StartError(`The view ${name} stopped: ${status.error}`);
    const view = allViews.find((each) => each.name === name);
    if (view === undefined) throw new StartError(`There is no view named “${name}”.`);
    return await work(async function* () {
      for (let after = ''; ; ) {
        const { rows } = await reads.find(view, { after, limit: PAGE, countUpTo: 1 });
        yield rows.map((doc): Row => ({ ...doc }));
        const last = rows.at(-1);
        if (last === undefined || rows.length < PAGE) return;
        after = last.id;
      }
    });
  } finally {
    reads.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The log as if it ended at a position. */
function feedUpTo(log: LogReader, until: number): Feed<LinkledgerEvent> {
  return {
    head: async () => until,
    async *follow(after) {
      for await (const batch of log.events()) {
        const wanted = batch.filter(({ position }) => position > after && position <= until);
        if (wanted.length > 0) yield wanted;
        if ((batch.at(-1)?.position ?? 0) >= until) return;
      }
    },
  };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

/**
 * The position of the log at a day (its end in UTC; today, in UTC or east of it, means now), an instant or a position: the last event with
 * that time or an earlier one (infra/docs/product.md, "Any day again").
 * @throws StartError for another text, the future, a time before the first event, and a position without an event.
 */
export async function positionAt(log: LogReader, text: string, now: Date): Promise<number> {
  if (/^\d{1,15}$/.test(text)) return knownPosition(log, Number(text));
  const time = DAY.test(text)
    ? Date.parse(`${text}T23:59:59.999Z`)
    : INSTANT.test(text)
      ? Date.parse(text)
      : Number.NaN;
  const isReal = !Number.isNaN(time) && (!DAY.test(text) || new Date(time).toISOString().startsWith(text));
  if (!isReal)
    throw new StartError(
      `--until must be a day (2026-03-31), an instant (2026-03-31T12:00:00Z) or a position, not ${text}.`,
    );
  const isToday = countedDay(text, now) === dayOf(now);
  if (time > now.getTime() && !isToday) throw new StartError(`${text} is in the future.`);
  const limit = new Date(time).toISOString();
  let [found, first] = [0, ''];
  for await (const batch of log.events()) {
    for (const { metadata, position } of batch) {
      first ||= metadata.at;
      if (metadata.at <= limit) found = position;
    }
  }
  if (found > 0) return found;
  throw new StartError(
    first === '' ? 'The log is empty.' : `Nothing was recorded by ${text}: the log begins at ${first}.`,
  );
}

async function knownPosition(log: LogReader, position: number): Promise<number> {
  for await (const batch of log.events()) {
    if (batch.some((event) => event.position === position)) return position;
    if ((batch.at(-1)?.position ?? 0) > position) break;
  }
  throw new StartError(`No event of the log has the position ${position}; the last one has ${await log.head()}.`);
}
