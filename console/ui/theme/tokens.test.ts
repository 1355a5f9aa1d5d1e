import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { ACCENT_GROUNDS, contrast } from '../../../command-service/contract/brand.ts';
import { dark, light } from './tokens.ts';

const css = readFileSync(path.join(import.meta.dirname, 'base.css'), 'utf8');

test('the pages without scripts have the colors of the console, in both themes', (t) => {
  for (const [selector, tokens] of [
    ['html {', light],
    ['html[data-theme="dark"] {', dark],
  ] as const) {
    const [, rule = ''] = css.split(selector, 2);
    const [body = ''] = rule.split('}', 1);
    const found = [...body.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)];
    t.is(found.length, 11, selector);
    for (const [, name = '', color = ''] of found) {
      const token = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
      t.is(tokens[token as keyof typeof tokens], color, `${selector} --${name}`);
    }
  }
});

test('the accent of a brand is corrected for the backgrounds that leave it the least contrast', (t) => {
  for (const [theme, ground, ink] of [
    [light, ACCENT_GROUNDS.light, '#000000'],
    [dark, ACCENT_GROUNDS.dark, '#ffffff'],
  ] as const) {
    for (const background of [theme.page, theme.surface, theme.sunken])
      t.true(contrast(ink, background) >= contrast(ink, ground), background);
    t.true(contrast(theme.onAccent, ground) < 1.2, 'text on the accent has the contrast of the background');
  }
});
