/** The brand of each list. */
import { isOf } from '../../../command-service/contract/events.ts';
import type { Scope } from '../../../command-service/contract/scope.ts';
import type { Brand } from '../../../command-service/model/brand/events.ts';
import type { View } from '../../view.ts';

interface BrandDoc {
  /** The scope. */
  readonly id: string;
  readonly scope: Scope;
  /** null if it was removed. */
  readonly brand: Brand | null;
  /** The hash of its logo. */
  readonly logo: string | null;
  /** How often the brand changed. */
  readonly revision: number;
}

export const brands: View<BrandDoc, 'scope' | 'logo'> = {
  name: 'brands',
  version: 1,
  fields: ['scope', 'logo'],
  partition: 'scope',
  keys: (event) => (isOf(event, 'brand') ? [event.data.scope] : []),
  evolve(doc, event, id) {
    if (!isOf(event, 'brand')) return doc;
    const { scope, ...data } = event.data;
    const revision = event.revision + 1;
    if (!('name' in data)) return { id, scope, brand: null, logo: null, revision };
    const { ownerId: _, ...brand } = data;
    return { id, scope, brand, logo: brand.logo?.hash ?? null, revision };
  },
};
