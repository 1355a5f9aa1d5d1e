import test from 'ava';
import { type OpenForm, registerForm, unsavedFormsAt } from './unsaved-forms.ts';

function form(name: string, unsaved: boolean): OpenForm {
  return { isUnsaved: () => unsaved, isOpenAt: (params) => params.has(name), discard: () => undefined };
}

test.serial('a form with changes is unsaved at an address where it would close', (t) => {
  const add = form('add', true);
  const stop = registerForm(add);
  t.deepEqual(unsavedFormsAt('?add=1'), []);
  t.deepEqual(unsavedFormsAt(''), [add]);
  stop();
  t.deepEqual(unsavedFormsAt(''), []);
});

test.serial('with two forms open, only those that would close count', (t) => {
  const [below, above, clean] = [form('add', true), form('invite', true), form('share', false)];
  const stops = [below, above, clean].map(registerForm);
  t.deepEqual(unsavedFormsAt('?add=1'), [above]);
  t.deepEqual(unsavedFormsAt(''), [below, above]);
  for (const stop of stops) stop();
});
