import test from 'ava';
import { type RunningRequest, RunningRequests } from './running-requests.ts';

const PAGE = 'https://blog.example/post';
const MAIN = 'main';

function request(url: string, more: Partial<RunningRequest> = {}): RunningRequest {
  return { type: 'Fetch', url, since: 0, frame: MAIN, inMainFrame: true, ...more };
}

/** Whether a request that has run for ten seconds is late. */
function isLate(each: RunningRequest, foreign = false): boolean {
  const requests = new RunningRequests();
  requests.add('1', each);
  return requests.late(PAGE, 10_000, foreign).length > 0;
}

test('data, frames and scripts of the page’s own site are late, wherever on that site they are', (t) => {
  t.true(isLate(request('https://blog.example/api/posts/7')));
  t.true(isLate(request('https://api.blog.example/graphql', { type: 'XHR' })));
  t.true(isLate(request('https://blog.example/part', { type: 'Document', frame: 'inner', inMainFrame: false })));
  t.true(isLate(request('https://blog.example/app.js', { type: 'Script' })));
  t.false(isLate(request('https://blog.example/late.css', { type: 'Stylesheet' })));
  t.false(isLate(request('https://blog.example/live', { type: 'EventSource' })));
});

test('data of another site is late only for a page without content', (t) => {
  const data = request('https://cms.example/post/7');
  t.false(isLate(data));
  t.true(isLate(data, true));
  t.false(isLate({ ...data, inMainFrame: false }, true));
  t.false(isLate({ ...data, type: 'Document' }, true));
});

test('what waits for an event or counts visitors is not late', (t) => {
  for (const path of [
    'socket.io/?EIO=4&transport=polling',
    'message-bus/0a1b/poll',
    'api/long-poll?since=4',
    'longpolling/poll',
    'signalr/connect',
    'sockjs/123/xhr_streaming',
    'api/v1/heartbeat',
    'events?transport=long-polling',
    'collect?v=2',
    'stats/telemetry.json',
  ]) {
    t.false(isLate(request(`https://blog.example/${path}`)), path);
  }
  for (const path of ['api/events', 'api/updates?page=2', 'polls-and-results', 'collections/7', 'shopping/list']) {
    t.true(isLate(request(`https://blog.example/${path}`)), path);
  }
});

test('a stream of events is not late, a slow answer is', (t) => {
  const requests = new RunningRequests();
  requests.add('1', request('https://blog.example/live'));
  requests.add('2', request('https://blog.example/article'));
  requests.answer('1', { status: 200, mimeType: 'text/event-stream' });
  requests.answer('2', { status: 200, mimeType: 'application/json' });
  t.deepEqual(requests.late(PAGE, 10_000), ['2']);
});

test('a request for data that has answered before repeats; after a failure it does not', (t) => {
  const requests = new RunningRequests();
  requests.add('1', request('https://blog.example/news?after=4&_=1764300000000'));
  requests.answer('1', { status: 200, mimeType: 'application/json' });
  requests.end('1');
  requests.add('2', request('https://blog.example/news?after=4&_=1764300005000'));
  requests.add('3', request('https://blog.example/news?after=5'));
  requests.add('4', request('https://blog.example/article'));
  requests.answer('4', { status: 503, mimeType: 'text/html' });
  requests.end('4');
  requests.add('5', request('https://blog.example/article'));
  t.deepEqual(requests.late(PAGE, 10_000), ['3', '5']);
});

test('requests end with their frame', (t) => {
  const requests = new RunningRequests();
  requests.add('1', request('https://blog.example/data', { frame: 'inner', inMainFrame: false }));
  requests.add('2', request('https://blog.example/article'));
  requests.endFrame('inner');
  t.deepEqual(requests.late(PAGE, 10_000), ['2']);
});

test('the page is busy with a request until that runs for long; a request that has just begun is not late', (t) => {
  const requests = new RunningRequests();
  requests.add('1', request('https://blog.example/article', { since: 1_000 }));
  t.true(requests.isBusy(5_999));
  t.false(requests.isBusy(6_000));
  t.deepEqual(requests.late(PAGE, 1_999), []);
  t.deepEqual(requests.late(PAGE, 2_000), ['1']);
});
