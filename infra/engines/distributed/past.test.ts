/** The past against a cluster: its reader is a thread with its own connection. */
import test from 'ava';
import { hasServers, NO_CLUSTER } from '../../testing/apps/cluster.ts';
import { startOnCluster } from '../../testing/apps/server.ts';

if (hasServers()) {
  startOnCluster();
  await import('../../testing/system/links/past.test.ts');
} else {
  test.skip(NO_CLUSTER, () => undefined);
}
