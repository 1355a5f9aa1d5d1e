import test from 'ava';
import { ChangeStream } from './change-stream.ts';
import { type Changes, openChanges } from './changes.ts';

const LIMIT = 16_384;

function open() {
  const changes = openChanges({ position: async () => 0 });
  const stream = new ChangeStream({
    changes: changes satisfies Changes,
    scopes: ['user:ann'],
    position: 0,
    lastSeen: null,
    stopping: new AbortController().signal,
    quietMs: 0,
  });
  return { changes, stream };
}

test('a client that does not read costs no memory, and is told all of it in one message when it reads', async (t) => {
  const { changes, stream } = open();
  const after = { scope: 'user:ann', place: 'active' };
  for (let position = 1; position <= 5_000; position += 1) {
    changes.committed({ view: 'links', position, changes: [{ id: `link-${position}`, before: null, after }] });
    // Lets the quiet time of each message end.
    if (position % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 2));
  }
  t.true(stream.readableLength <= 2 * LIMIT, `${stream.readableLength} bytes wait`);
  let last = '';
  for await (const chunk of stream) {
    last = `${last}${chunk}`.slice(-500);
    if (last.includes('"position":5000}')) break;
  }
  t.regex(last, /"linkIds":null,"position":5000}\n\n$/);
  t.is(changes.audience, 0);
});
