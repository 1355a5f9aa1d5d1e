/**
 * The least a server of lists can be, as a process of its own: node:http, one table with an index a sort, the rows as JSON
 * texts put together. `node infra/bench/scale/baseline-server.ts <file>`; it says its port.
 */
import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { LINK_SORTS } from '../../../query-service/contract/list-options.ts';

const database = new DatabaseSync(process.argv[2] ?? '', { readOnly: true });
database.exec('PRAGMA cache_size = -64000');
const columns: readonly string[] = [...LINK_SORTS, 'clientDomain'];

createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://bare');
  const sort = url.searchParams.get('sort') ?? 'lastChecked';
  const filters = [...url.searchParams].filter(([name]) => name !== 'sort' && name !== 'dir');
  if (![sort, ...filters.map(([name]) => name)].every((name) => columns.includes(name))) throw new Error(url.href);
  const where = ['scope = ?', ...filters.map(([name]) => `${name} = ?`)].join(' AND ');
  const order = url.searchParams.get('dir') === 'desc' ? 'DESC' : 'ASC';
  const rows = database
    .prepare(`SELECT doc FROM links WHERE ${where} ORDER BY ${sort} ${order}, id ${order} LIMIT 100`)
    .all('bench', ...filters.map(([, value]) => value));
  response.setHeader('Content-Type', 'application/json');
  response.end(`[${rows.map(({ doc }) => String(doc)).join(',')}]`);
})
  .listen(0, '127.0.0.1', function listening(this: { address(): unknown }) {
    const address = this.address();
    if (typeof address === 'object' && address !== null && 'port' in address) console.log(address.port);
  })
  .unref();
// It ends with the process that started it.
process.stdin.resume().once('end', () => process.exit());
