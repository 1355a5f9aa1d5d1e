import test from 'ava';
import { toSingleLine } from './mail-text.ts';

test('a name is one line of limited length, and reads in one direction', (t) => {
  t.is(toSingleLine(' Ann\r\nBcc:\u2028x\u202e \u0000y '), 'Ann Bcc: x y');
  t.is(toSingleLine('😀'.repeat(5), 3), '😀😀😀');
});
