import test from 'ava';
import { givenWhenThen } from '../../testing/given-when-then.ts';
import { evidenceFile } from './file-decider.ts';

test('the removal of a file is recorded once', (t) => {
  const file = { hash: 'ab'.repeat(32), bytes: 10 };
  const scenario = givenWhenThen(evidenceFile);
  scenario(t)
    .given()
    .when({ type: 'RecordRemoval', ...file })
    .yields({ type: 'EvidenceRemoved', data: file });
  scenario(t)
    .given({ type: 'EvidenceRemoved', data: file })
    .when({ type: 'RecordRemoval', ...file })
    .yields();
});
