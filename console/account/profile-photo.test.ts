import test from 'ava';
import { MAX_PHOTO_BYTES, photoProblem } from './profile-photo.ts';

test('JPG, PNG and GIF up to 2 MB can be a photo', (t) => {
  for (const type of ['image/jpeg', 'image/png', 'image/gif'])
    t.is(photoProblem({ type, size: MAX_PHOTO_BYTES }), null, type);
});

test('what is no such image is refused, an SVG too', (t) => {
  for (const type of ['', 'text/html', 'application/pdf', 'image/svg+xml', 'image/tiff'])
    t.regex(photoProblem({ type, size: 10 }) ?? '', /not a JPG, PNG or GIF/, type);
});

test('a file that is too large is told its size', (t) => {
  t.is(
    photoProblem({ type: 'image/png', size: 3.4 * 1024 * 1024 }),
    'This file has 3.4 MB. Choose one of 2 MB at most.',
  );
});
