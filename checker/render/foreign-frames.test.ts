import test from 'ava';
import type { UnreadFrame } from '../in-page/unread-frames.ts';
import { notableFrames } from './foreign-frames.ts';

function frame(address: string, width = 800, height = 600): UnreadFrame {
  return { address, width, height, isObject: false };
}

test('frames without size, of trackers, and in the sizes of advertisements are not notable', (t) => {
  const frames = [
    frame('https://widget.example/like', 120, 30),
    frame('https://hidden.example/', 0, 0),
    frame('https://ads.example/', 300, 250),
    frame('https://ads.example/', 970, 250),
    frame('https://td.doubleclick.net/frame'),
    frame('https://other.example/post'),
  ];
  t.deepEqual(
    notableFrames(frames).map(({ address, index }) => [address, index]),
    [['https://other.example/post', 5]],
  );
});

test('players, maps and the like have no article, other pages of such names may', (t) => {
  const mayHaveArticle = (address: string) => notableFrames([frame(address)])[0]?.mayHaveArticle;
  for (const address of [
    'https://www.youtube-nocookie.com/embed/x',
    'https://player.vimeo.com/video/1',
    'https://www.google.com/maps/embed?pb=1',
    'https://www.google.de/maps/embed?pb=1',
    'https://w.soundcloud.com/player/',
  ]) {
    t.false(mayHaveArticle(address), address);
  }
  for (const address of ['https://notyoutube.com/', 'https://docs.google.com/document/d/e/1/pub', 'about:srcdoc', '']) {
    t.true(mayHaveArticle(address), address);
  }
});

test('the largest frames come first, at most five', (t) => {
  const sizes = notableFrames([1, 6, 3, 5, 2, 4].map((n) => frame('https://other.example/', 200 * n, 200)));
  t.deepEqual(
    sizes.map(({ width }) => width),
    [1_200, 1_000, 800, 600, 400],
  );
});
