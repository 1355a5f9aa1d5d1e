import test from 'ava';
import { showProgress } from './progress-bar.ts';

function screen(isTTY: boolean) {
  const shown: string[] = [];
  let clock = 0;
  const { onProgress } = showProgress(
    { isTTY, write: (text) => shown.push(text) },
    { quietBelow: 10, now: () => clock },
  );
  return {
    shown,
    report: (view: string, events: number, isCaughtUp = false) =>
      onProgress({ view, position: events * 100, events, isCaughtUp }),
    pass: (ms: number) => {
      clock += ms;
    },
  };
}

test('a view that catches up after few events shows nothing, however many follow', (t) => {
  const { report, shown } = screen(false);
  report('links', 0);
  report('links', 10, true);
  report('links', 1_000);
  t.deepEqual(shown, []);
});

test('without a terminal, a view prints a line every five seconds and a line at the end', (t) => {
  const { report, shown, pass } = screen(false);
  for (let events = 0; events <= 12_000; events += 1_000) {
    report('links', events);
    pass(1_000);
  }
  report('links', 12_345, true);
  t.deepEqual(shown, [
    'links                  1,000 events\n',
    'links                  6,000 events\n',
    'links                 11,000 events\n',
    'links                 12,345 events, up to date\n',
  ]);
});

test('on a terminal, each view has a line that is redrawn at most ten times a second', (t) => {
  const { report, shown, pass } = screen(true);
  report('links', 100);
  report('checks', 100);
  report('links', 200);
  t.is(shown.length, 2);
  pass(100);
  report('links', 300);
  t.is(
    shown.at(-1),
    '\u001b[2A' + 'links                    300 events\u001b[K\n' + 'checks                   100 events\u001b[K\n',
  );
  report('links', 400, true);
  t.regex(shown.at(-1) ?? '', /links +400 events, up to date/);
});
