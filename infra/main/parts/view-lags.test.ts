import test from 'ava';
import type { LinkledgerEngine } from './role.ts';
import { openViewLag } from './view-lags.ts';

test('a process that neither keeps nor reads views measures nothing, and needs no store of views', (t) => {
  const engine: Pick<LinkledgerEngine, 'views' | 'isShared'> = {
    isShared: true,
    get views(): LinkledgerEngine['views'] {
      throw new TypeError('no role of this process uses MongoDB');
    },
  };
  t.is(openViewLag(engine, { ownViews: null, reads: false, log: () => ({ head: async () => 0 }) }), null);
});
