/** Payments against a cluster: a webhook reaches another process than the browser. */
import test from 'ava';
import { hasServers, NO_CLUSTER } from '../../testing/apps/cluster.ts';
import { startOnCluster } from '../../testing/apps/server.ts';

if (hasServers()) {
  startOnCluster();
  await import('../../testing/system/api/payments.test.ts');
} else {
  test.skip(NO_CLUSTER, () => undefined);
}
