import { hash } from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import { makeSha256 } from './sha256.ts';

const sha256 = makeSha256();

test('sha256() hashes any bytes as Node does, also a part of a larger buffer', (t) => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(5), (bytes, skip) => {
      const part = Uint8Array.from(bytes).subarray(skip);
      t.is(Buffer.from(sha256(part)).toString('hex'), hash('sha256', part));
    }),
  );
});

test('the source text of makeSha256() works alone, because the page has nothing else', (t) => {
  const made: unknown = new Function(`return (${makeSha256})()`)();
  t.is(
    typeof made === 'function' && Buffer.from(made(new Uint8Array(100))).toString('hex'),
    hash('sha256', new Uint8Array(100)),
  );
});
