import test from 'ava';
import fc from 'fast-check';
import { givenWhenThen, play } from '../../testing/given-when-then.ts';
import { agreedOf, type SetTerms, termsOf, termsSchema } from './commands.ts';
import { terms } from './decider.ts';
import { ANCHOR_RULES, NO_TERMS, type Terms } from './events.ts';

const scenario = givenWhenThen(terms);
const linkId = 'l1';
const agreed: Terms = { ...NO_TERMS, anchor: { rule: 'exactly', texts: ['Shoes'] }, linkTypes: ['dofollow'] };
const set = (to: Terms): SetTerms => ({ type: 'SetTerms', linkId, terms: to });

test('setting terms records the old and the new value of each changed term, once', (t) => {
  const changes = {
    anchor: { from: null, to: { rule: 'exactly', texts: ['Shoes'] } },
    linkTypes: { from: null, to: ['dofollow'] },
  } as const;
  const changed = { type: 'LinkTermsChanged', data: { linkId, changes } } as const;
  scenario(t).given().when(set(agreed)).yields(changed);
  scenario(t).given(changed).when(set(agreed)).yields();
  scenario(t)
    .given(changed)
    .when(set({ ...agreed, visible: true }))
    .yields({ type: 'LinkTermsChanged', data: { linkId, changes: { visible: { from: false, to: true } } } });
});

test('removing terms records what was agreed; removing them again changes nothing', (t) => {
  scenario(t).given().when(set(NO_TERMS)).yields();
  const events = play(terms, [set(agreed), set(NO_TERMS), set(NO_TERMS)]);
  t.deepEqual(events.slice(1), [
    [
      {
        type: 'LinkTermsChanged',
        data: {
          linkId,
          changes: { anchor: { from: agreed.anchor, to: null }, linkTypes: { from: ['dofollow'], to: null } },
        },
      },
    ],
    [],
  ]);
});

test('after any commands the terms are those set last', (t) => {
  const any: fc.Arbitrary<Terms> = fc.record({
    anchor: fc.option(
      fc.record({
        rule: fc.constantFrom(...ANCHOR_RULES),
        texts: fc.array(fc.string(), { minLength: 1, maxLength: 3 }),
      }),
    ),
    linkTypes: fc.option(fc.subarray(['dofollow', 'nofollow'] as const, { minLength: 1 })),
    indexable: fc.boolean(),
    visible: fc.boolean(),
    goneAfterEnd: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(any, { maxLength: 5 }), any, (before, last) => {
      const events = play(terms, [...before, last].map(set)).flat();
      t.deepEqual(events.reduce(terms.evolve, terms.initialState), { ...last, template: null });
    }),
  );
});

test('a link remembers its template, and whether a person changed its terms since', (t) => {
  const use = { id: 't1', isChanged: false };
  const [got, same, edited, again, without] = play(terms, [
    { ...set(agreed), template: use },
    set(agreed),
    set({ ...agreed, visible: true }),
    { ...set(agreed), template: use },
    { ...set(agreed), template: null },
  ]);
  t.like(got?.[0]?.data.changes, { template: { from: null, to: use } });
  t.deepEqual(same, []);
  const changed = { id: 't1', isChanged: true };
  t.deepEqual(edited?.[0]?.data.changes, { visible: { from: false, to: true }, template: { from: use, to: changed } });
  t.like(again?.[0]?.data.changes, { template: { from: changed, to: use } });
  t.deepEqual(without?.[0]?.data.changes, { template: { from: use, to: null } });
});

test('a body with a template and no terms has those of the template, one with terms has its own', (t) => {
  t.deepEqual(agreedOf({ templateId: 't1' }).template, { id: 't1', isChanged: false });
  t.like(agreedOf({ templateId: 't1', visible: true }), { terms: { visible: true }, template: { isChanged: true } });
  t.is(agreedOf({ visible: true }).template, undefined);
  t.is(agreedOf({ visible: true, templateId: null }).template, null);
});

const problemsOf = (body: unknown): readonly string[] => {
  try {
    termsSchema.validateSync(body, { strict: true, abortEarly: false });
    return [];
  } catch (error) {
    return (error as { readonly errors: readonly string[] }).errors;
  }
};

test('each wrong term is refused with what to enter', (t) => {
  const texts = (count: number) => Array.from({ length: count }, (_, index) => `Text ${index}`);
  const anchor = (rule: string, list: unknown) => ({ anchor: { rule, texts: list } });
  t.deepEqual(problemsOf(anchor('one-of', texts(51))), ['Enter at most 50 anchor texts']);
  t.deepEqual(problemsOf(anchor('one-of', [])), ['Enter the anchor text']);
  t.deepEqual(problemsOf(anchor('exactly', ['x'.repeat(2_000)])), ['Anchor must be at most 500 characters']);
  t.deepEqual(problemsOf(anchor('exactly', ['   '])), ['Enter the anchor text']);
  t.deepEqual(problemsOf(anchor('contains', texts(2))), ['Enter a single anchor text, or choose “one of these”']);
  t.deepEqual(problemsOf(anchor('like', ['Shoes'])), ['Anchor rule must be one of exactly, contains, one-of, none-of']);
  t.deepEqual(problemsOf({ linkTypes: [] }), ['Choose at least one link type']);
  t.deepEqual(problemsOf({ linkTypes: ['follow'] }), ['Link types must be some of dofollow, nofollow, sponsored']);
  t.deepEqual(problemsOf({ indexable: 'yes' }), ['Indexable must be true or false']);
});

test('a body becomes terms with each text and type once; all types together are no term', (t) => {
  t.deepEqual(termsOf({}), NO_TERMS);
  t.deepEqual(
    termsOf({
      anchor: { rule: 'one-of', texts: [' Shoes', 'Shoes'] },
      linkTypes: ['sponsored', 'dofollow', 'dofollow'],
    }),
    { ...NO_TERMS, anchor: { rule: 'one-of', texts: ['Shoes'] }, linkTypes: ['dofollow', 'sponsored'] },
  );
  t.deepEqual(termsOf({ linkTypes: ['nofollow', 'sponsored', 'dofollow'] }), NO_TERMS);
});
