import type { ProvenEvent } from '../../../infra/ports/storage/event-proof.ts';

export type Child = Node | string | null;
type Data = Readonly<Record<string, unknown>>;

export interface PackElements {
  element(name: string, attributes: Readonly<Record<string, string>>, ...children: readonly Child[]): HTMLElement;
  /** The object in a JSON text; empty if the text holds no object. */
  dataOf(json: string): Data;
  textOf(value: unknown): string;
  objectOf(value: unknown): Data;
  listOf(value: unknown): readonly unknown[];
  atOf(event: ProvenEvent): string;
}

/** Creates elements, and reads the values of records, whose form nobody has checked. */
export function packElements(): PackElements {
  const objectOf = (value: unknown): Data => (typeof value === 'object' && value !== null ? { ...value } : {});
  const textOf = (value: unknown): string =>
    typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
  const dataOf = (json: string): Data => {
    try {
      return objectOf(JSON.parse(json));
    } catch {
      return {};
    }
  };
  return {
    element: (name, attributes, ...children) => {
      const made = document.createElement(name);
      for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
      made.append(...children.filter((child) => child !== null));
      return made;
    },
    dataOf,
    textOf,
    objectOf,
    listOf: (value) => (Array.isArray(value) ? value : []),
    atOf: (event) => textOf(dataOf(event.metadata).at),
  };
}
