import type { DomMembers } from '../dom-members.ts';
import type { PageElements } from '../page-elements.ts';
import type { ScriptedOpeners } from './scripted-openers.ts';

/** Finds the buttons and tabs with which a visitor opens a closed part of a page. */
export function openers(dom: DomMembers, elements: PageElements, scripted: ScriptedOpeners) {
  const { getAttribute, getAttributeNames, queries, checkVisibility, matches, contains } = dom;
  const { elementAbove } = elements;

  const CONTROL =
    'button,summary,label,input,[role="button"],[role="tab"],[aria-expanded],[aria-controls],[onclick],[commandfor],[popovertarget],[data-target],[data-bs-target],[data-tab],[data-toggle],[data-open],[data-panel],[data-modal],[data-popup],[tabindex],a';
  /** Attributes of controls that name what they open, besides those whose value says so: `#id`. */
  const OPENS =
    /^(?:aria-controls|popovertarget|commandfor|data-(?:[\w-]*-)?(?:target|controls?|toggle|tab|panel|open|modal|popup|dialog|collapse|accordion|section)(?:-[\w-]*)?)$/;
  const isShown = (element: Element): boolean => checkVisibility.call(element, { visibilityProperty: true });

  /** Whether an attribute of a control names the element. */
  const isNamedBy = (control: Element, attribute: string, id: string, classes: readonly string[]): boolean => {
    const value = (getAttribute.call(control, attribute) ?? '').trim();
    if (attribute === 'onclick') {
      const name = id.replace(/[^\w\s-]/g, '\\$&');
      return id !== '' && new RegExp(`["'\`#]${name}["'\`\\s]|^${name}\\.`).test(value);
    }
    if (attribute === 'href') {
      const isControl = /^(?:tab|button)$/.test(getAttribute.call(control, 'role') ?? '');
      const isToggle = ['data-toggle', 'data-bs-toggle'].some((name) => getAttribute.call(control, name) !== null);
      return (isControl || isToggle) && id !== '' && value === `#${id}`;
    }
    if (!OPENS.test(attribute)) return attribute.startsWith('data-') && id !== '' && value === `#${id}`;
    if (id !== '' && (value === `#${id}` || value.split(/\s+/).includes(id))) return true;
    return classes.some((name) => value === `.${name}`);
  };

  /** Whether a visible button, tab or the like names this element as the part that it opens. */
  const isNamed = (element: Element): boolean => {
    const id = getAttribute.call(element, 'id') ?? '';
    const classes = (getAttribute.call(element, 'class') ?? '').split(/\s+/).filter(Boolean);
    if (id === '' && classes.length === 0) return false;
    for (const control of queries.document.call(document, CONTROL)) {
      if (contains.call(element, control)) continue;
      const isOpener = getAttributeNames.call(control).some((name) => isNamedBy(control, name, id, classes));
      if (isOpener && isShown(control)) return true;
    }
    return false;
  };

  /** Whether a visible tab or button is the label of the element, as of the panel of a tab. */
  const isLabelled = (element: Element): boolean =>
    (getAttribute.call(element, 'aria-labelledby') ?? '')
      .split(/\s+/)
      .some((id) =>
        [...queries.document.call(document, '[role="tab"][id],[role="button"][id],button[id]')].some(
          (control) => getAttribute.call(control, 'id') === id && isShown(control) && !contains.call(element, control),
        ),
      );

  const hasPointerListener = (element: Element): boolean => {
    const parent = elementAbove(element);
    return parent !== null && matches.call(parent, '[onmouseover],[onmouseenter]') && isShown(parent);
  };

  /** Whether a visitor has a way to open this closed element. */
  const areThere = (element: Element): boolean =>
    isNamed(element) || isLabelled(element) || scripted.areThere(element) || hasPointerListener(element);

  return { areThere };
}

export type Openers = ReturnType<typeof openers>;
