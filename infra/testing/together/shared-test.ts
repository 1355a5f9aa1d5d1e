/** What `import test from 'ava'` means in a thread that several test files share. */
import { declareEnd, declareSkipped, declareTest } from './shared-thread.ts';

export default Object.assign(declareTest, { skip: declareSkipped, after: { always: declareEnd } });
