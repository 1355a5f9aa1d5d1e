/** The views and documents the read store's suites work with. */
import type { FieldValue, ViewSchema, ViewWrite } from '../../ports/read-store.ts';
import type { Doc } from './reference-find.ts';

/** A partitioned, searchable view with a companion. */
export const itemsView: ViewSchema = {
  name: 'some-things',
  version: 1,
  fields: ['scope', 'title', 'status', 'size'],
  partition: 'scope',
  covering: { title: ['status'], size: ['title', 'status'] },
  search: ['title', 'note'],
  companions: [{ name: 'thing-counts', version: 1, fields: ['scope', 'amount'] }],
};

/** A view with nothing but what it must have, and no partition. */
export const plain: ViewSchema = { name: 'plain', version: 1, fields: ['title', 'size'] };

export function item(
  id: string,
  values: Partial<Record<'scope' | 'title' | 'status' | 'size' | 'note', FieldValue>> = {},
): Doc {
  return { id, scope: 'a', title: id, status: 'live', size: 1, note: '', ...values };
}

export function puts(docs: readonly Doc[]): ViewWrite[] {
  return docs.map((doc) => ({ id: String(doc.id), doc }));
}
