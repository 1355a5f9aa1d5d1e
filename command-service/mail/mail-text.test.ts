import test from 'ava';
import { oneLine } from './mail-text.ts';

test('a name is one line, as long as is wanted, and reads in one direction', (t) => {
  t.is(oneLine(' Ann\r\nBcc:\u2028x\u202e \u0000y '), 'Ann Bcc: x y');
  t.is(oneLine('😀'.repeat(5), 3), '😀😀😀');
});
