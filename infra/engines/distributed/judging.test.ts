/** Corrections of verdicts against a cluster. */
import test from 'ava';
import { hasServers, NO_CLUSTER } from '../../testing/cluster.ts';
import { startOnCluster } from '../../testing/server.ts';

if (hasServers()) {
  startOnCluster();
  await import('../../testing/system/judging.test.ts');
} else {
  test.skip(NO_CLUSTER, () => undefined);
}
