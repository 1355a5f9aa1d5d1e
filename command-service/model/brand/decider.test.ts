import test from 'ava';
import { givenWhenThen } from '../../testing/given-when-then.ts';
import { brand } from './decider.ts';
import type { BrandEvent } from './events.ts';

const scenario = givenWhenThen(brand);
const scope = 'team:t1';
const list = { scope, ownerId: 't1' } as const;
const logo = { hash: 'a'.repeat(64), width: 600, height: 200 };
const fields = { name: 'Acme', accent: '#0a7d5a', senderName: 'Acme SEO', footer: 'Acme Ltd.' };
const changed: BrandEvent = { type: 'BrandChanged', data: { ...list, ...fields, logo } };
const removed: BrandEvent = { type: 'BrandRemoved', data: { scope } };
const set = { type: 'SetBrand', scope, ...fields } as const;

test('a brand is recorded as a whole, once', (t) => {
  scenario(t)
    .given()
    .when({ ...set, logo })
    .yields(changed);
  scenario(t)
    .given(changed)
    .when({ ...set, logo })
    .yields();
});

test('the logo stays unless another or none is set', (t) => {
  scenario(t).given(changed).when(set).yields();
  scenario(t)
    .given(changed)
    .when({ ...set, logo: null })
    .yields({ type: 'BrandChanged', data: { ...list, ...fields, logo: null } });
});

test('a removed brand takes its logo along, and is removed once', (t) => {
  scenario(t).given(changed).when({ type: 'RemoveBrand', scope }).yields(removed);
  scenario(t).given(changed, removed).when({ type: 'RemoveBrand', scope }).yields();
  scenario(t)
    .given(changed, removed)
    .when(set)
    .yields({ type: 'BrandChanged', data: { ...list, ...fields, logo: null } });
});

test('the brand of a person’s own list is encrypted with the person’s key', (t) => {
  scenario(t)
    .given()
    .when({ ...set, scope: 'user:ann', logo: null })
    .yields({ type: 'BrandChanged', data: { scope: 'user:ann', ownerId: 'ann', ...fields, logo: null } });
});
