import test from 'ava';
import { NO_TERMS } from '../../../command-service/model/terms/events.ts';
import { templateFields, templateProblems } from './templates.ts';
import { termsValues } from './terms-values.ts';

const GUEST = { id: 't1', name: 'Guest post', terms: NO_TERMS };
const named = (name: string) => ({ ...termsValues(NO_TERMS), name });

test('each wrong field of a template has its message, and a name is given once in a list', (t) => {
  t.deepEqual(templateProblems(named('Forum'), [GUEST]), {});
  t.deepEqual(templateProblems(named('  '), [GUEST]), { name: 'Name is required.' });
  t.deepEqual(templateProblems(named('guest post '), [GUEST]), {
    name: 'This list has a template of this name already.',
  });
  t.deepEqual(templateProblems({ ...named('x'.repeat(2_000)), linkTypes: [], anchorRule: 'exactly' }, []), {
    name: 'Name must be at most 200 characters',
    linkTypes: 'Choose at least one link type',
    anchorTexts: 'Enter the anchor text',
  });
});

test('a full list is a problem of the name, the only field that every template has', (t) => {
  const others = Array.from({ length: 100 }, (_, index) => ({ ...GUEST, name: `Template ${index}` }));
  t.deepEqual(templateProblems(named('Another'), others), { name: 'A list has at most 100 templates' });
  t.deepEqual(templateFields({ 'templates[7].terms.anchor.texts[0]': 'no' }), { anchorTexts: 'no' });
});
