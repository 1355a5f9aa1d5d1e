import test from 'ava';
import { MAX_PHOTO_BYTES, photoProblem } from './profile-photo.ts';

test('a JPG, PNG or GIF of up to 2 MB can be a photo', (t) => {
  for (const type of ['image/jpeg', 'image/png', 'image/gif'])
    t.is(photoProblem({ type, size: MAX_PHOTO_BYTES }), null, type);
});

test('other file types are refused, also SVG', (t) => {
  for (const type of ['', 'text/html', 'application/pdf', 'image/svg+xml', 'image/tiff'])
    t.regex(photoProblem({ type, size: 10 }) ?? '', /not a JPG, PNG or GIF/, type);
});

test('the error for a large file names its size', (t) => {
  t.is(
    photoProblem({ type: 'image/png', size: 3.4 * 1024 * 1024 }),
    'This file has 3.4 MB. Choose one of 2 MB at most.',
  );
});
