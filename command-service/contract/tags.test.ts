import test from 'ava';
import fc from 'fast-check';
import { foldCase } from '../../infra/ports/text/case-folding.ts';
import { addLinkSchema } from '../model/link/commands.ts';
import { InputError, parse } from './schema/parse.ts';
import { normalizeTags, tagKey, tagsOfCell } from './tags.ts';

const link = { articleLink: 'https://blog.example/post', clientLink: 'https://client.example/' };

test('tags are trimmed and unique ignoring case, in order', (t) => {
  t.deepEqual(normalizeTags([' seo ', 'Press', 'SEO', '', '  ', 'big\t  deal']), ['big deal', 'Press', 'seo']);
});

test('ß and its capital are the same letter', (t) => {
  t.deepEqual(normalizeTags(['STRAẞE', 'straße', 'Strasse']), ['STRAẞE']);
});

test('commas and semicolons separate the tags in a cell', (t) => {
  t.deepEqual(tagsOfCell('seo; Press,vip,,'), ['Press', 'seo', 'vip']);
  t.deepEqual(tagsOfCell(' ; '), []);
});

test('normalized tags stay unchanged, and no two have the same key', (t) => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 8 })), (tags) => {
      const tidied = normalizeTags(tags);
      t.deepEqual(normalizeTags(tidied), tidied);
      t.is(new Set(tidied.map(tagKey)).size, tidied.length);
      // A read store keeps the folded key in one column.
      t.is(foldCase(tidied.map(tagKey).join()), tidied.map(tagKey).join());
    }),
  );
});

test('an invalid list of tags is refused with a message', (t) => {
  const wrong: readonly (readonly [tags: unknown, message: RegExp])[] = [
    ['seo', /must be a list/],
    [[1], /must be text/],
    [[null], /must be text/],
    [Array.from({ length: 21 }, (_, n) => `t${n}`), /at most 20/],
    [['x'.repeat(41)], /at most 40 characters/],
    [['a,b'], /commas or semicolons/],
    [['a\u0007'], /control characters/],
  ];
  for (const [tags, message] of wrong) {
    const error = t.throws(() => parse(addLinkSchema, { ...link, tags }), { instanceOf: InputError });
    t.regex(Object.values(error?.fields ?? {}).join(), message, JSON.stringify(tags));
  }
  t.notThrows(() => parse(addLinkSchema, { ...link, tags: Array.from({ length: 40 }, (_, n) => `t${n % 20}`) }));
  t.notThrows(() => parse(addLinkSchema, { ...link, tags: null }));
});
