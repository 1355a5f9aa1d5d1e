/** Begins to read what the dashboard shows first, while its code still loads. */
import { pathOf } from '../links/filters/list-request.ts';
import { defaultsAt, readListView } from '../links/filters/list-view.ts';
import { pathTo } from '../platform/api/client.ts';
import { readAhead, readPageAhead } from '../platform/api/use-answer.ts';

/** @param search the query string of the address */
export function readDashboardAhead(search: string): void {
  readPageAhead(pathOf(readListView(new URLSearchParams(search), defaultsAt('/'))));
  readAhead(pathTo('/api/stats'));
}
