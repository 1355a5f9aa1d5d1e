import { runTogether } from '../infra/testing/together/shared-thread.ts';

await runTogether(import.meta.dirname);
