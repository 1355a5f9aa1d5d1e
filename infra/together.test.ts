import { runTogether } from './testing/together/shared-thread.ts';

await runTogether(import.meta.dirname);
