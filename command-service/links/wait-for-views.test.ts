import test from 'ava';
import { BusyError } from '../../infra/ports/errors.ts';
import { links } from '../../projections/views/links/links.ts';
import { waitForHead } from './wait-for-views.ts';

test('a command that is decided by views which stay behind is refused, and not decided without the latest changes', async (t) => {
  const asked: number[] = [];
  const viewsThat = (haveSeen: boolean) => ({
    feed: { head: async () => 7 },
    reads: {
      async reached(_view: unknown, position: number) {
        asked.push(position);
        return haveSeen;
      },
    },
  });
  await waitForHead(viewsThat(true), [links]);
  await t.throwsAsync(waitForHead(viewsThat(false), [links]), { instanceOf: BusyError, message: /try again/ });
  t.deepEqual(asked, [7, 7]);
});
