/** The views and documents the read store's suites work with. */
import type { FieldValue, ViewRef, ViewWrite } from '../../ports/storage/read-store.ts';
import type { Doc } from './reference-find.ts';

const ITEM_FIELDS = ['scope', 'title', 'status', 'size'] as const;
export type ItemField = (typeof ITEM_FIELDS)[number];
const COUNT_FIELDS = ['scope', 'amount'] as const;
const PLAIN_FIELDS = ['title', 'size'] as const;

/** The companion of `itemsView`. */
export const countsView: ViewRef<Doc, (typeof COUNT_FIELDS)[number]> = {
  name: 'thing-counts',
  version: 1,
  fields: COUNT_FIELDS,
};

/** A partitioned, searchable view with a companion. */
export const itemsView: ViewRef<Doc, ItemField> = {
  name: 'some-things',
  version: 1,
  fields: ITEM_FIELDS,
  partition: 'scope',
  covering: { title: ['status'], size: ['title', 'status'] },
  orders: { title: [null], status: ['size'], size: [null, 'title'] },
  search: ['title', 'note'],
  companions: [countsView],
};

/** A view with nothing but what it must have, and no partition. */
export const plain: ViewRef<Doc, (typeof PLAIN_FIELDS)[number]> = { name: 'plain', version: 1, fields: PLAIN_FIELDS };

export function item(
  id: string,
  values: Partial<Record<'scope' | 'title' | 'status' | 'size' | 'note', FieldValue>> = {},
): Doc {
  return { id, scope: 'a', title: id, status: 'live', size: 1, note: '', ...values };
}

export function puts(docs: readonly Doc[]): ViewWrite[] {
  return docs.map((doc) => ({ id: String(doc.id), doc }));
}
