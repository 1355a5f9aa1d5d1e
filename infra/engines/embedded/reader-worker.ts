/** The entry of a reader's thread: opens the file of the views again. */
import { serveReader } from './threads/serve-reader.ts';
import { openSqliteViewsAgain } from './views/view-store.ts';

await serveReader(async ({ source, schemas }) => {
  const views = openSqliteViewsAgain(source, schemas);
  return { views, close: async () => views.close() };
});
