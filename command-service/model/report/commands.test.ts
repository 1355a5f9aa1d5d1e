import test from 'ava';
import { InputError, parse } from '../../contract/schema/parse.ts';
import { reportNoteSchema } from './commands.ts';

test('an empty note removes the note of a draft, and a missing one is refused', (t) => {
  t.is(parse(reportNoteSchema, { note: ' ' }).note, null);
  t.throws(() => parse(reportNoteSchema, {}), { instanceOf: InputError, message: 'Note is required' });
});
