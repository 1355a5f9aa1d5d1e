import http from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import Koa from 'koa';
import { request } from 'undici';
import { readerOf } from './reader-language.ts';

const app = new Koa();
app.use((ctx) => {
  ctx.body = { ...readerOf(ctx) };
});
const server = http.createServer({ keepAliveTimeout: 0 }, app.callback()).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
test.after.always(() => server.close());

async function read(languages: string | null, cookie = ''): Promise<unknown> {
  const headers = { ...(languages !== null && { 'accept-language': languages }), cookie };
  return (await request(url, { headers })).body.json();
}

const ENGLISH = { language: 'en', locale: 'en-US' };

test('the browser’s first language that we have is taken by its weight, with its region', async (t) => {
  t.deepEqual(await read('de'), { language: 'de', locale: 'de' });
  t.deepEqual(await read('de-AT,de;q=0.9,en;q=0.8'), { language: 'de', locale: 'de-AT' });
  t.deepEqual(await read('en;q=0.3, de-CH;q=0.7'), { language: 'de', locale: 'de-CH' });
  t.deepEqual(await read('fr-FR, en-GB;q=0.5'), { language: 'en', locale: 'en-GB' });
  t.deepEqual(await read('DE-de'), { language: 'de', locale: 'DE-de' });
});

test('an unknown, refused or missing language leads to English', async (t) => {
  for (const languages of [null, '', '*', 'fr', 'fr-FR, nl;q=0.8', 'de;q=0', 'de;q=0, *', 'dex', 'x-de'])
    t.deepEqual(await read(languages), ENGLISH, String(languages));
});

test('a header that is not a list of languages is ignored', async (t) => {
  for (const languages of [';;;', 'de_DE', '<script>', 'q=1', 'de-', '\u00e9', `${'a-'.repeat(4_000)}z`])
    t.deepEqual(await read(languages), ENGLISH, languages.slice(0, 20));
  t.deepEqual(await read(`${'zz,'.repeat(3_000)}de;q=0.1`), { language: 'de', locale: 'de' });
});

test('the choice made in the console comes before the browser’s languages, and keeps a region that they name', async (t) => {
  t.deepEqual(await read('en-US', 'a=b; language=de'), { language: 'de', locale: 'de' });
  t.deepEqual(await read('en-US, de-CH;q=0.1', 'language=de'), { language: 'de', locale: 'de-CH' });
  t.deepEqual(await read('de', 'language=en'), { language: 'en', locale: 'en' });
});

test('a cookie with a language that we lack is ignored', async (t) => {
  for (const value of ['', 'fr', 'DE', 'de-DE', '__proto__', 'constructor', '%64%65', '"de', '<b>', 'x'.repeat(5_000)])
    t.deepEqual(await read('de-AT', `language=${value}`), { language: 'de', locale: 'de-AT' }, value.slice(0, 20));
});
