import test from 'ava';
import { completeAddress, httpInstead } from './guessed-schemes.ts';

test('http may be tried for an address that was typed without a scheme, and for no other one', (t) => {
  t.is(httpInstead(completeAddress('guessed.example/post')), 'http://guessed.example/post');
  // The field shows the completed address and completes it again.
  t.is(httpInstead(completeAddress('https://guessed.example/post')), 'http://guessed.example/post');
  for (const typed of ['https://typed.example/post', 'http://typed.example/post', 'not an address', ''])
    t.is(httpInstead(completeAddress(typed)), null, typed);
  t.is(httpInstead(null), null);
});
