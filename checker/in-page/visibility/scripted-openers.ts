import type { DomMembers } from '../dom-members.ts';
import type { PageElements } from '../page-elements.ts';

/** Finds the buttons that open a part of a page by a script, which the part does not name. */
export function scriptedOpeners(dom: DomMembers, elements: PageElements) {
  const { localNameOf, getAttribute, queries, checkVisibility, matches, closest, contains } = dom;
  const { textContentOf, previousOf } = dom;
  const { styleOf } = elements;

  const SCRIPT_OPENS =
    /showModal|\.show\(|(?:show|toggle)Popover|display|visibility|\.hidden|classList|[tT]oggle|slide|fade/;
  const SCRIPT_LISTENS = /click|pointer|mouse|touch/;

  const isShown = (element: Element): boolean => checkVisibility.call(element, { visibilityProperty: true });

  const names = new WeakMap<Element, RegExp>();
  /** The id and the classes of an element, as texts of a script name them. */
  const nameOf = (element: Element): RegExp => {
    const known = names.get(element);
    if (known !== undefined) return known;
    const classes = (getAttribute.call(element, 'class') ?? '').split(/\s+/).filter((name) => name.length > 2);
    const own = [getAttribute.call(element, 'id') ?? '', ...classes].filter((name) => name !== '');
    if (localNameOf(element) === 'dialog') own.push('dialog');
    const escaped = own.map((name) => name.replace(/[^\w\s-]/g, '\\$&'));
    const pattern = new RegExp(own.length === 0 ? '(?!)' : `["'\`.#\\s](?:${escaped.join('|')})["'\`\\s.,:>)\\]]`);
    names.set(element, pattern);
    return pattern;
  };

  /** The scripts in the page that listen to a visitor and show or hide elements. */
  const openingScripts = (): readonly string[] =>
    [...queries.document.call(document, 'script:not([src])')]
      .map((script) => textContentOf(script) ?? '')
      .filter((text) => SCRIPT_LISTENS.test(text) && SCRIPT_OPENS.test(text));

  /** Whether the element before this one is a button or the like, and a script answers to it. */
  const hasHeader = (element: Element): boolean => {
    const header = previousOf(element);
    if (header === null || !isShown(header)) return false;
    const button = 'button:not([type="submit"]),[role="button"],[role="tab"],[aria-expanded],[onclick]';
    const isHeading = /^(?:h[1-6]|dt|legend)$/.test(localNameOf(header) ?? '');
    const isButton = matches.call(header, button) || (isHeading && queries.element.call(header, button).length > 0);
    const isPointed = styleOf(header, 'cursor') === 'pointer' && closest.call(header, 'a[href]') === null;
    if (!isButton && !isPointed) return false;
    if (
      matches.call(header, '[aria-expanded],[onclick]') ||
      queries.element.call(header, '[aria-expanded]').length > 0
    ) {
      return true;
    }
    const scripts = openingScripts();
    if (scripts.some((text) => nameOf(header).test(text) || nameOf(element).test(text))) return true;
    // The script of a file cannot be read here.
    return queries.document.call(document, 'script[src]').length > 0;
  };

  /** Whether a script shows the element when a visitor uses a button of the page. */
  const isOpenedByScript = (element: Element): boolean =>
    openingScripts().some((text) => nameOf(element).test(text)) &&
    [...queries.document.call(document, 'button,[role="button"],[role="tab"],summary,input[type="button"]')].some(
      (control) => !contains.call(element, control) && isShown(control),
    );

  return { areThere: (element: Element): boolean => hasHeader(element) || isOpenedByScript(element) };
}

export type ScriptedOpeners = ReturnType<typeof scriptedOpeners>;
