/** Evidence packs against a cluster. */
import test from 'ava';
import { hasServers, NO_CLUSTER } from '../../testing/apps/cluster.ts';
import { startOnCluster } from '../../testing/apps/server.ts';

if (hasServers()) {
  startOnCluster();
  await import('../../testing/system/links/evidence-packs.test.ts');
} else {
  test.skip(NO_CLUSTER, () => undefined);
}
