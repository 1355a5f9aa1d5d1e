import test from 'ava';
import { MongoNetworkError, MongoServerError } from 'mongodb';
import { StartError } from '../../ports/process/start-error.ts';
import { BusyError } from '../../ports/storage/errors.ts';
import { recordingLogger } from '../../testing/recording-logger.ts';
import { findProgram } from '../../testing/servers/find-server.ts';
import {
  freshDatabase,
  NO_MONGODB,
  startMongoDbWithPassword,
  startUnusableMongoDb,
} from '../../testing/servers/mongodb.ts';
import { busyIfUnanswered, openMongo, redactMongoUrl } from './database.ts';

const { logger } = recordingLogger();

test('a URL in a message has no credentials and no options', (t) => {
  const urls = [
    'mongodb://host:27017/linkledger',
    'mongodb://user:p@ss/w?rd@host:27017/linkledger?replicaSet=rs0',
    'mongodb://user@host:27017/linkledger?tlsCertificateKeyFilePassword=secret',
  ];
  for (const url of urls) t.is(redactMongoUrl(url), 'mongodb://host:27017/linkledger');
  t.is(redactMongoUrl('mongodb+srv://a:b@one.example/x'), 'mongodb+srv://one.example/x');
});

test('a server that does not answer stops the start with a message that names it', async (t) => {
  const url = 'mongodb://user:secret@127.0.0.1:1/linkledger?serverSelectionTimeoutMS=1000';
  const error = await t.throwsAsync(openMongo({ url, logger }), { instanceOf: StartError });
  t.regex(error.message, /^MongoDB does not answer at mongodb:\/\/127\.0\.0\.1:1\/linkledger: .*ECONNREFUSED/);
  t.notRegex(error.message, /secret/);
});

test('an unusable URL stops the start with a message that says how to write it', async (t) => {
  for (const url of ['http://host', 'mongodb://', 'mongodb://user:secret@host/x?nonsense=1']) {
    const error = await t.throwsAsync(openMongo({ url, logger }), { instanceOf: StartError });
    t.regex(error.message, /is not a usable MongoDB URL\. Write it as mongodb:\/\/host:27017\/linkledger\.$/);
    t.notRegex(error.message, /secret/);
  }
});

test('a missing answer is a BusyError; any other failure stays unchanged', async (t) => {
  for (const unanswered of [
    new MongoNetworkError('gone'),
    new MongoServerError({ code: 189, message: 'stepped down' }),
    Object.assign(new Error('write ECONNRESET'), { code: 'ECONNRESET', syscall: 'write' }),
    Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' }),
    new TypeError('error.hasErrorLabel is not a function'),
  ]) {
    const error = await t.throwsAsync(
      busyIfUnanswered(() => Promise.reject(unanswered)),
      { instanceOf: BusyError },
    );
    t.is(error.cause, unanswered);
  }
  for (const other of [new MongoServerError({ code: 11_000, message: 'duplicate' }), new TypeError('x is undefined')]) {
    t.is(await t.throwsAsync(busyIfUnanswered(() => Promise.reject(other))), other);
  }
});

if (findProgram('mongod') === null) test.skip(NO_MONGODB, () => undefined);
else {
  test('a server that is not a replica set stops the start with a message that says what to do', async (t) => {
    const server = await startUnusableMongoDb('single');
    t.teardown(() => server?.stop());
    const error = await t.throwsAsync(openMongo({ url: server?.url ?? '', logger }), { instanceOf: StartError });
    t.regex(error.message, /^MongoDB must be a replica set \(one node is enough\): start it with --replSet rs0/);
  });

  test('a replica set that was not initiated stops the start with a message that says what to do', async (t) => {
    const server = await startUnusableMongoDb('uninitiated');
    t.teardown(() => server?.stop());
    for (const options of ['', '?directConnection=true', '?replicaSet=rs0']) {
      const opening = openMongo({ url: `${server?.url}${options}`, logger });
      const error = await t.throwsAsync(opening, { instanceOf: StartError });
      t.regex(error.message, /is not initiated: run rs\.initiate\(\) once\.$/);
    }
  });

  test('a password in the URL opens the database; a wrong one stops the start and is not repeated', async (t) => {
    const password = 'p@ss/w:rd?';
    const server = await startMongoDbWithPassword('linkledger', password);
    t.teardown(() => server?.stop());
    const url = freshDatabase(server?.url ?? '');
    const mongo = await openMongo({ url, logger });
    await mongo.db.collection('things').insertOne({ is: 'written' });
    t.regex(mongo.db.databaseName, /^ll_/);
    await mongo.close();
    const wrong = url.replace(encodeURIComponent(password), 'another-secret');
    const error = await t.throwsAsync(openMongo({ url: wrong, logger }), { instanceOf: StartError });
    t.regex(error.message, /refuses the user name or the password/);
    t.notRegex(error.message, /another-secret/);
  });
}
