import { blobStoreContract } from '../contracts/blob-store.ts';
import { checkpointsContract } from '../contracts/checkpoints.ts';
import { eventStoreContract } from '../contracts/event-store.ts';
import { durableStoreContract, expiringStoreContract } from '../contracts/expiring-store.ts';
import { keyStoreContract } from '../contracts/key-store.ts';
import { leasesContract } from '../contracts/leases.ts';
import { pastStatesContract } from '../contracts/past-states.ts';
import { readStoreContract } from '../contracts/read-store.ts';
import {
  memoryBlobs,
  memoryCheckpoints,
  memoryKeys,
  memoryLeases,
  memoryLog,
  memoryValues,
  memoryViews,
} from './memory-engine.ts';

eventStoreContract(async () => memoryLog());
readStoreContract(async (_, schemas) => memoryViews(schemas));
pastStatesContract(async (_, schemas) => memoryViews(schemas), 10);
expiringStoreContract(async (_, now) => memoryValues(now));
durableStoreContract(async (_, now) => memoryValues(now));
checkpointsContract(async () => memoryCheckpoints());
leasesContract(async () => memoryLeases());
keyStoreContract(async () => memoryKeys());
blobStoreContract(async () => memoryBlobs(() => new Date()));
