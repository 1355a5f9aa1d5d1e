import test from 'ava';
import { parse } from '../../../command-service/contract/schema/parse.ts';
import { termsOf, termsSchema } from '../../../command-service/model/terms/commands.ts';
import { NO_TERMS, type Terms } from '../../../command-service/model/terms/events.ts';
import {
  agreedBody,
  agreedValues,
  hasLines,
  isOfTemplate,
  termsBody,
  termsProblems,
  termsValues,
} from './terms-values.ts';

const FRESH = termsValues(null);

test('terms go through the form and its request unchanged; the fresh form is no terms', (t) => {
  const agreed: Terms = {
    ...{ anchor: { rule: 'one-of', texts: ['tea', 'green tea'] }, linkTypes: ['nofollow'] },
    ...{ indexable: true, visible: false, goneAfterEnd: true },
  };
  for (const terms of [agreed, NO_TERMS])
    t.deepEqual(termsOf(parse(termsSchema, termsBody(termsValues(terms)))), terms);
  t.deepEqual(termsOf(parse(termsSchema, termsBody(FRESH))), NO_TERMS);
});

test('empty lines are no anchor texts, and a text without a rule is not sent', (t) => {
  const lines = { ...FRESH, anchorRule: 'one-of', anchorTexts: '\n tea \r\n\n' };
  t.deepEqual(termsBody(lines).anchor, { rule: 'one-of', texts: ['tea'] });
  t.is(termsBody({ ...lines, anchorRule: '' }).anchor, null);
});

test('each wrong term has one message at its field', (t) => {
  const anchors = (anchorRule: string, ...texts: string[]) =>
    termsProblems({ ...FRESH, anchorRule, anchorTexts: texts.join('\n') });
  t.deepEqual(anchors('exactly', '  '), { anchorTexts: 'Enter the anchor text' });
  t.deepEqual(anchors('one-of', ...Array.from({ length: 51 }, (_, index) => `tea ${index}`)), {
    anchorTexts: 'Enter at most 50 anchor texts',
  });
  t.deepEqual(anchors('none-of', 'tea', 'x'.repeat(501)).anchorTexts, 'Anchor must be at most 500 characters');
  t.deepEqual(termsProblems({ ...FRESH, linkTypes: [] }), { linkTypes: 'Choose at least one link type' });
  t.deepEqual(termsProblems(FRESH), {});
});

test('several texts stay visible when the rule changes to one of a single text', (t) => {
  const values = { ...FRESH, anchorRule: 'contains', anchorTexts: 'tea\ncoffee' };
  t.true(hasLines(values));
  t.deepEqual(termsProblems(values), { anchorTexts: 'Enter a single anchor text, or choose “one of these”' });
  t.false(hasLines({ ...values, anchorTexts: 'tea' }));
});

test('a template is sent with the terms, and its absence as null, unless the link keeps the template that it has', (t) => {
  const templates = [{ id: 't1', terms: NO_TERMS }];
  const sent = (templateId: string, before = '', visible = false) =>
    agreedBody({ ...FRESH, visible, templateId }, before, templates);
  t.deepEqual(sent('t1'), { ...termsBody(FRESH), templateId: 't1' });
  t.like(sent('t1', '', true), { visible: true, templateId: 't1' });
  t.deepEqual(sent('', 't1'), { ...termsBody(FRESH), templateId: null });
  // The same terms as the template again; other terms, which may be those that it had; a template that is gone.
  t.like(sent('t1', 't1'), { templateId: 't1' });
  t.false('templateId' in sent('t1', 't1', true));
  t.deepEqual(sent('gone', 'gone'), termsBody(FRESH));
  t.is(agreedValues({ terms: null, termsTemplate: null }).templateId, '');
  t.is(agreedValues({ terms: NO_TERMS, termsTemplate: { id: 't1', isChanged: true } }).templateId, 't1');
});

test('terms are those of their template until a field is changed', (t) => {
  const terms: Terms = { ...NO_TERMS, anchor: { rule: 'one-of', texts: ['tea'] }, linkTypes: ['dofollow'] };
  const filled = termsValues(terms);
  t.true(isOfTemplate({ ...filled, anchorTexts: ' tea\n\n' }, terms));
  t.false(isOfTemplate({ ...filled, visible: true }, terms));
});
