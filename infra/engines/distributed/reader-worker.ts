/** The entry of a reader's thread: opens its own connection to MongoDB. */
import { createLogger } from '../../observability/logger.ts';
import { serveReader } from '../embedded/threads/serve-reader.ts';
import { openMongo } from '../mongodb/database.ts';
import { openMongoViews } from '../mongodb/views/read-store.ts';

await serveReader(async ({ source, schemas, logLevel }) => {
  const logger = createLogger(logLevel);
  const mongo = await openMongo({ url: source, logger });
  const { views, close } = await openMongoViews(mongo, { schemas, logger });
  return {
    views,
    async close() {
      await close();
      await mongo.close();
    },
  };
});
