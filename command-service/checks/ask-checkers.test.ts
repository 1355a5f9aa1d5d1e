import test from 'ava';
import { answerOrders } from '../../checker/answer-orders.ts';
import { createCheckQueue } from '../../infra/engines/embedded/stores/check-queue.ts';
import { recordingLog } from '../../infra/testing/event-builder.ts';
import type { Screenshot, ScreenshotOrder, ScreenshotReport } from '../contract/check-contract.ts';
import { askCheckers } from './ask-checkers.ts';

const order = (checkId: string): ScreenshotOrder => ({
  checkId,
  articleLink: `https://blog.example/${checkId}`,
  clientLink: 'https://client.example/',
});
const picture = (text: string): Screenshot => ({
  ...{ kind: 'taken', webp: Buffer.from(text), width: 1, height: 1, outlined: false, html: null },
});
const never = new AbortController().signal;

test('a screenshot that is ordered comes back from the checker, each to its order', async (t) => {
  const stop = new AbortController();
  const queue = createCheckQueue<ScreenshotOrder, ScreenshotReport>();
  const { ask, running } = askCheckers(queue, stop.signal);
  const answer = async ({ checkId, articleLink }: ScreenshotOrder) => ({ checkId, screenshot: picture(articleLink) });
  const taking = answerOrders(queue, answer, recordingLog(), stop.signal);
  const both = await Promise.all([ask(order('a'), never), ask(order('b'), never)]);
  t.deepEqual(
    both.map((report) => report?.screenshot),
    [picture('https://blog.example/a'), picture('https://blog.example/b')],
  );
  stop.abort();
  await Promise.all([running, taking]);
});

test('a screenshot that another checker takes is not taken here', async (t) => {
  const stop = new AbortController();
  const queue = createCheckQueue<ScreenshotOrder, ScreenshotReport>();
  const shot: string[] = [];
  const answer = async ({ checkId, articleLink }: ScreenshotOrder) => {
    shot.push(articleLink);
    stop.abort();
    return { checkId, screenshot: picture(articleLink) };
  };
  await queue.announce([order('moved'), order('staying')], stop.signal);
  const isLost = ({ checkId }: ScreenshotOrder) => checkId === 'moved';
  await answerOrders({ ...queue, isLost }, answer, recordingLog(), stop.signal);
  t.deepEqual(shot, ['https://blog.example/staying']);
});

test('an order that a checker lost is announced again, and an order without any checker has no report', async (t) => {
  const stop = new AbortController();
  const queue = createCheckQueue<ScreenshotOrder, ScreenshotReport>();
  const { ask, running } = askCheckers(queue, stop.signal, 20);
  let lost = 0;
  const losing = (async () => {
    for await (const batch of queue.orders(stop.signal)) {
      for (const { checkId } of batch) {
        if (checkId === 'a' && lost++ > 0) await queue.report({ checkId, screenshot: picture('second') });
      }
    }
  })();
  t.deepEqual(await ask(order('a'), never), { checkId: 'a', screenshot: picture('second') });
  t.is(await ask(order('b'), never), null);
  stop.abort();
  await Promise.all([running, losing]);
});

test('waiting for a screenshot ends on abort', async (t) => {
  const stop = new AbortController();
  const { ask, running } = askCheckers(createCheckQueue<ScreenshotOrder, ScreenshotReport>(), stop.signal);
  const taken = ask(order('a'), stop.signal);
  stop.abort();
  t.is(await taken, null);
  await running;
});
