import test from 'ava';
import { readerIn } from '../../command-service/contract/languages.ts';
import type { AlertFact } from '../views/links/alerts.ts';
import { alertTexts } from './alert-events.ts';
import { formatAlert, formatCounts, formatLinkAlert } from './alert-messages.ts';

const AT = '2026-05-05T10:00:00.000Z';
const link = { articleLink: 'https://www.blog.example/post/', clientLink: 'https://client.example/shoes' };
const format = (what: AlertFact, at = AT) => formatAlert(what, at, { link, person: 'Bob Ray', team: 'Agency' });
const ends = { kind: 'expires', linkId: 'l1', expirationDate: '2026-05-12', daysLeft: 7 } as const;

test('the message of a status change gives the reason', (t) => {
  const change = { kind: 'status-changed', linkId: 'l1', wasLive: true } as const;
  t.deepEqual(format({ ...change, from: 'live', to: 'removed', reason: 'not-on-page' }), {
    title: 'Link Removed',
    message:
      'The link to client.example on blog.example/post has been removed. We read the whole page. The link isn’t there.',
  });
  t.deepEqual(format({ ...change, from: 'removed', to: 'live', reason: 'found-static' }), {
    title: 'Link Status Changed',
    message: 'The link to client.example on blog.example/post is live again. The link is on the page.',
  });
  t.is(
    format({ ...change, from: 'live', to: 'pending', reason: 'timeout' }).message,
    'The link to client.example on blog.example/post could not be verified. The page did not answer in time.',
  );
});

test('a link that was never live has not been removed, and is not live again', (t) => {
  const change = { kind: 'status-changed', linkId: 'l1', wasLive: false } as const;
  t.deepEqual(format({ ...change, from: 'pending', to: 'removed', reason: 'not-on-page' }), {
    title: 'Link Not Found Yet',
    message:
      'The link to client.example on blog.example/post has not been found yet. We read the whole page. The link isn’t there.',
  });
  t.regex(format({ ...change, from: 'removed', to: 'live', reason: 'found-static' }).message, /is live\. /);
});

test('an expiry alert counts the days left when it was raised', (t) => {
  t.deepEqual(format(ends), {
    title: 'Link Expiring in 7 Days',
    message: 'The link to client.example on blog.example/post expires on May 12, 2026.',
  });
  t.is(format(ends, '2026-05-11T23:59:00.000Z').title, 'Link Expiring in 1 Day');
  t.is(format(ends, '2026-05-12T00:00:00.000Z').title, 'Link Expiring Today');
});

test('an alert about a link is written in the language of its reader', (t) => {
  const german = (what: Parameters<typeof formatLinkAlert>[0]) =>
    formatLinkAlert(what, AT, link, alertTexts(readerIn('de')));
  t.deepEqual(german(ends), {
    title: 'Link läuft in 7 Tagen ab',
    message: 'Der Link zu client.example auf blog.example/post läuft am 12. Mai 2026 ab.',
  });
  t.is(
    german({
      ...{ kind: 'status-changed', linkId: 'l1', wasLive: true, from: 'live', to: 'pending', reason: 'dns' },
      details: { message: 'the name blog.example does not exist' },
    }).message,
    'Der Link zu client.example auf blog.example/post konnte nicht überprüft werden. Der Hostname wurde nicht gefunden: Den Namen blog.example gibt es nicht.',
  );
});

test('messages name people and numbers', (t) => {
  t.deepEqual(format({ kind: 'joined', userId: 'bob' }), {
    title: 'New Team Member',
    message: 'Bob Ray joined Agency.',
  });
  t.is(
    format({ kind: 'run-finished', outcome: 'whole', counts: { done: 1, live: 1, removed: 0, pending: 0 } }).message,
    '1 link was checked: 1 live, 0 removed, 0 pending.',
  );
  t.is(
    formatCounts('summary', { live: 1_200, removed: 1, notFound: 0, pending: 0 }).message,
    '1,200 links are live, 1 has been removed.',
  );
  t.is(
    formatCounts('summary', { live: 2, removed: 5, notFound: 3, pending: 0 }).message,
    '2 links are live, 2 have been removed, 3 not found yet.',
  );
  t.is(
    formatCounts('attention', { live: 0, removed: 0, notFound: 0, pending: 1 }).message,
    '1 link is pending: the status is not known yet.',
  );
});

test('the message stays one short line for any address', (t) => {
  const odd = { articleLink: `https://blog.example/${'x'.repeat(3_000)}\n\u202e`, clientLink: '' };
  for (const articleLink of [odd.articleLink, `no address\n\u202e${'x'.repeat(3_000)}`]) {
    const { message } = formatAlert(ends, AT, { link: { ...odd, articleLink }, person: '', team: '' });
    t.true(message.length < 200);
    t.notRegex(message, /[\n\u202e]/);
  }
});
