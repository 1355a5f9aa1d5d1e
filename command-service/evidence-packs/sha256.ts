/**
 * SHA-256 (FIPS 180-4) for the page of an evidence pack. Web Crypto is asynchronous, which takes too long for a chain
 * of half a million hashes, and some browsers do not have it for files.
 */

/** A function that hashes. It runs in the page by its source text. */
export function makeSha256(): (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer> {
  // The first 32 bits of the fractional parts of the cube roots of the first 64 primes, and of the square roots of 8.
  const constants = Uint32Array.from(
    (
      '428a2f9871374491b5c0fbcfe9b5dba53956c25b59f111f1923f82a4ab1c5ed5d807aa9812835b01243185be550c7dc372be5d7480deb1fe' +
      '9bdc06a7c19bf174e49b69c1efbe47860fc19dc6240ca1cc2de92c6f4a7484aa5cb0a9dc76f988da983e5152a831c66db00327c8bf597fc7' +
      'c6e00bf3d5a7914706ca63511429296727b70a852e1b21384d2c6dfc53380d13650a7354766a0abb81c2c92e92722c85a2bfe8a1a81a664b' +
      'c24b8b70c76c51a3d192e819d6990624f40e3585106aa07019a4c1161e376c082748774c34b0bcb5391c0cb34ed8aa4a5b9cca4f682e6ff3' +
      '748f82ee78a5636f84c878148cc7020890befffaa4506cebbef9a3f7c67178f2'
    ).match(/.{8}/g) ?? [],
    (digits) => Number.parseInt(digits, 16),
  );
  const start = ['6a09e667', 'bb67ae85', '3c6ef372', 'a54ff53a', '510e527f', '9b05688c', '1f83d9ab', '5be0cd19'];
  const initial = Uint32Array.from(start, (digits) => Number.parseInt(digits, 16));
  const words = new Uint32Array(64);
  const state = new Uint32Array(8);

  function word(at: number): number {
    return words[at] ?? 0;
  }

  function compress(view: DataView, from: number): void {
    for (let at = 0; at < 16; at += 1) words[at] = view.getUint32(from + 4 * at);
    for (let at = 16; at < 64; at += 1) {
      const [near, far] = [word(at - 2), word(at - 15)];
      const low = ((far >>> 7) | (far << 25)) ^ ((far >>> 18) | (far << 14)) ^ (far >>> 3);
      const high = ((near >>> 17) | (near << 15)) ^ ((near >>> 19) | (near << 13)) ^ (near >>> 10);
      words[at] = word(at - 16) + low + word(at - 7) + high;
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let at = 0; at < 64; at += 1) {
      const high = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const t1 = (h + high + ((e & f) ^ (~e & g)) + (constants[at] ?? 0) + word(at)) | 0;
      const low = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const t2 = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    const sums = [a, b, c, d, e, f, g, h];
    for (let at = 0; at < 8; at += 1) state[at] = (state[at] ?? 0) + (sums[at] ?? 0);
  }

  return (bytes) => {
    state.set(initial);
    const whole = bytes.length - (bytes.length % 64);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let from = 0; from < whole; from += 64) compress(view, from);
    const rest = bytes.length - whole;
    const end = new Uint8Array(rest < 56 ? 64 : 128);
    end.set(bytes.subarray(whole));
    end[rest] = 0x80;
    const endView = new DataView(end.buffer);
    endView.setUint32(end.length - 8, Math.floor(bytes.length / 0x20000000));
    endView.setUint32(end.length - 4, (bytes.length << 3) >>> 0);
    for (let from = 0; from < end.length; from += 64) compress(endView, from);
    const result = new Uint8Array(32);
    const resultView = new DataView(result.buffer);
    for (let at = 0; at < 8; at += 1) resultView.setUint32(4 * at, state[at] ?? 0);
    return result;
  };
}
