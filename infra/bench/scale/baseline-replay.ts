/** The least that turns a log of links into rows: reads pages, parses, folds by link, one row an event and one a link. */
import { DatabaseSync } from 'node:sqlite';
import { LINK_SORTS } from '../../../query-service/contract/list-options.ts';
import { RowStatement } from '../../engines/embedded/sqlite/database.ts';

/** Events folded before they are written. */
const BATCH = 5_000;
const PAGE = 1_000;

type Row = Record<string, string | null>;

/** Fills `target` from the log. Its list has an index a sort, and one that answers GROUP BY client and status alone. */
export function bareReplay(log: string, target: string): void {
  const events = new DatabaseSync(log, { readOnly: true });
  const page = new RowStatement(
    events,
    'SELECT position, id, type, data, metadata FROM events WHERE position > ? ORDER BY position LIMIT ?',
  );
  const columns = [...LINK_SORTS, 'clientDomain'];
  const database = new DatabaseSync(target);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -64000');
  database.exec(`
    CREATE TABLE history (id TEXT PRIMARY KEY, linkId TEXT, position INTEGER, doc TEXT);
    CREATE INDEX by_link ON history (linkId, position);
    CREATE TABLE links (id TEXT PRIMARY KEY, scope TEXT, ${columns.join(', ')}, doc TEXT);
    ${LINK_SORTS.map((column) => `CREATE INDEX by_${column} ON links (scope, ${column}, id);`).join('\n')}
    CREATE INDEX by_client ON links (scope, clientDomain, status);
  `);
  const past = database.prepare('INSERT INTO history VALUES (?, ?, ?, ?)');
  const write = database.prepare(
    `INSERT OR REPLACE INTO links VALUES (?, 'bench', ${columns.map(() => '?').join(', ')}, ?)`,
  );
  const known = new Map<string, Row>();
  for (let [after, done] = [0, false]; !done; ) {
    const touched = new Set<string>();
    database.exec('BEGIN');
    for (let taken = 0; taken < BATCH && !done; ) {
      const rows = page.all<[number, string, string, string, string]>(after, PAGE);
      for (const [position, id, type, json, metadata] of rows) {
        const data: Record<string, unknown> = JSON.parse(json);
        const { at }: { at: string } = JSON.parse(metadata);
        after = position;
        if (typeof data.linkId !== 'string') continue;
        past.run(id, data.linkId, position, json);
        known.set(data.linkId, folded(known.get(data.linkId) ?? {}, type, data, at));
        touched.add(data.linkId);
      }
      taken += rows.length;
      done = rows.length < PAGE;
    }
    for (const id of touched) {
      const row = known.get(id) ?? {};
      write.run(id, ...columns.map((column) => row[column] ?? null), JSON.stringify({ id, ...row }));
    }
    database.exec('COMMIT');
  }
  database.close();
  events.close();
}

function folded(row: Row, type: string, data: Record<string, unknown>, at: string): Row {
  const text = (name: string) => String(data[name] ?? '');
  if (type === 'LinkAdded') {
    const { articleLink, clientLink, anchor, duration, assignedTo } = Object.fromEntries(
      ['articleLink', 'clientLink', 'anchor', 'duration', 'assignedTo'].map((name) => [name, text(name)]),
    );
    const added = { articleLink, clientLink, anchor, duration, assignedTo, status: 'pending', linkType: null };
    return { ...added, clientDomain: new URL(text('clientLink')).hostname, lastChecked: null } as Row;
  }
  if (type === 'LinkChecked') return { ...row, lastChecked: at };
  if (type === 'LinkStatusChanged') return { ...row, status: text('to'), liveDate: row.liveDate ?? at.slice(0, 10) };
  return row;
}
