import test from 'ava';
import { showProgress } from './progress-bar.ts';

function screen(isTTY: boolean) {
  const shown: string[] = [];
  let clock = 0;
  const progress = showProgress({ isTTY, write: (text) => shown.push(text) }, { quietBelow: 10, now: () => clock });
  const pass = (ms: number) => {
    clock += ms;
  };
  return { ...progress, shown, pass };
}

test('a view that starts nearly caught up shows no progress', (t) => {
  const { onProgress, shown } = screen(false);
  onProgress('links', 90, 100);
  onProgress('links', 90, 1_000);
  t.deepEqual(shown, []);
});

test('without a terminal, each quarter prints a line', (t) => {
  const { onProgress, shown } = screen(false);
  for (let position = 0; position <= 2_000; position += 100) onProgress('links', position, 2_000);
  onProgress('links', 2_001, 2_001);
  t.deepEqual(shown, [
    'links: 0 % (0 of 2,000 events)\n',
    'links: 25 % (500 of 2,000 events)\n',
    'links: 50 % (1,000 of 2,000 events)\n',
    'links: 75 % (1,500 of 2,000 events)\n',
    'links: 100 % (2,000 of 2,000 events)\n',
  ]);
});

test('on a terminal, each view has a line that is redrawn at most ten times a second', (t) => {
  const { onProgress, shown, pass } = screen(true);
  onProgress('links', 0, 1_000);
  onProgress('checks', 0, 1_000);
  onProgress('links', 100, 1_000);
  t.is(shown.length, 2);
  pass(100);
  onProgress('links', 500, 1_000);
  t.is(
    shown.at(-1),
    '\u001b[2A' +
      'links          ████████████░░░░░░░░░░░░  50 %  500 of 1,000 events\u001b[K\n' +
      'checks         ░░░░░░░░░░░░░░░░░░░░░░░░   0 %  0 of 1,000 events\u001b[K\n',
  );
  onProgress('links', 1_000, 1_000);
  t.regex(shown.at(-1) ?? '', /links +█{24} 100 % {2}1,000 of 1,000 events/);
});
