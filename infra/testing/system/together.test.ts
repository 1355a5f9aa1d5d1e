import { runTogether } from '../together/shared-thread.ts';

await runTogether(import.meta.dirname);
