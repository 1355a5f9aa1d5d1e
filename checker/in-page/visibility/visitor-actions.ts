import type { DomMembers } from '../dom-members.ts';
import type { FoundLinks } from '../found-links.ts';
import type { PageElements } from '../page-elements.ts';
import type { ElementSights } from './element-sights.ts';

/** An element that a visitor can point at, focus or jump to, with the pseudo-classes that it then has. */
interface Pointed {
  readonly element: Element;
  readonly states: readonly string[];
}

/** Finds what a visitor can do on a page to see its hidden links. */
export function visitorActions(dom: DomMembers, elements: PageElements, sights: ElementSights, found: FoundLinks) {
  const { contains, queries, getAttribute, localNameOf, previousOf, matches } = dom;
  const { checkedOf, setChecked, labelsOf, isOpen, setOpen, innerTextOf } = dom;
  const { elementAbove, styleOf } = elements;
  const { isInSight, isPointable } = sights;

  /** The most elements that are pointed at for one link, and for all. */
  const MAX_CANDIDATES = 80;
  const MAX_POINTED = 300;
  const MAX_BEFORE = 10;
  /** The longest time for each part of the search, so that a large page does not seem to hang. */
  const MAX_MS = 1_000;
  const MAX_INPUTS = 40;
  const MAX_ALL_INPUTS = 500;
  const FOCUSABLE = 'a[href],button,input,select,textarea,summary,[tabindex],[contenteditable]';

  const hasJump = (element: Element): boolean => {
    const id = getAttribute.call(element, 'id') ?? '';
    const jumps = id === '' ? [] : [...queries.document.call(document, 'a[href*="#"]')];
    return jumps.some((jump) => (getAttribute.call(jump, 'href') ?? '').endsWith(`#${id}`) && isInSight(jump));
  };

  /** The states of an element that a visitor points at. */
  const statesOf = (element: Element, link: Element): readonly string[] => {
    const isFocusable = matches.call(element, FOCUSABLE);
    const inside = [...queries.element.call(element, FOCUSABLE)].slice(0, MAX_CANDIDATES);
    const holdsFocus = isFocusable || inside.some((each) => !contains.call(link, each) && isInSight(each));
    return ['hover', ...(isFocusable ? ['focus', 'focus-visible'] : []), ...(holdsFocus ? ['focus-within'] : [])];
  };

  /** The elements around a link and before them, and the controls of the page. */
  const candidatesFor = (link: Element): readonly Element[] => {
    const candidates: Element[] = [];
    for (let at: Element | null = link; at !== null && localNameOf(at) !== 'body'; at = elementAbove(at)) {
      candidates.push(at);
      let before = previousOf(at);
      for (let count = 0; before !== null && count < MAX_BEFORE; count++, before = previousOf(before)) {
        candidates.push(before);
      }
    }
    const controls = queries.document.call(document, 'button,label,summary,a,[tabindex]');
    return [...candidates, ...controls].slice(0, MAX_CANDIDATES);
  };

  /** What a visitor can point at around and before the hidden links, and the parts around them that a jump leads to. */
  const pointed = (): readonly Pointed[] => {
    const until = performance.now() + MAX_MS;
    const states = new Map<Element, readonly string[]>();
    for (const link of found.hidden()) {
      for (const element of candidatesFor(link)) {
        if (states.size >= MAX_POINTED || performance.now() > until || states.has(element)) continue;
        const own = !contains.call(link, element) && isPointable(element, link) ? statesOf(element, link) : [];
        const all = hasJump(element) ? [...own, 'target'] : own;
        if (all.length > 0) states.set(element, all);
      }
    }
    return [...states].map(([element, own]) => ({ element, states: own }));
  };

  /** Whether a visitor sees something of a box or radio button or of its labels. */
  const isReachable = (input: HTMLInputElement): boolean => {
    const holdsSomething = (label: Element) =>
      /\S/.test(innerTextOf(label as HTMLElement) ?? '') ||
      queries.element.call(label, '*').length > 0 ||
      styleOf(label, 'background-image') !== 'none';
    const isDone = matches.call(input, '[type="radio" i]') && checkedOf(input) === true;
    if (isDone || getAttribute.call(input, 'disabled') !== null) return false;
    return isInSight(input) || [...(labelsOf(input) ?? [])].some((label) => isInSight(label) && holdsSomething(label));
  };

  /** Checks each box and radio button that a visitor can reach, notes which links they see then, and undoes it. */
  const toggleInputs = (until: number): void => {
    const all = [...queries.document.call(document, 'input[type="checkbox"],input[type="radio"]')].slice(
      0,
      MAX_ALL_INPUTS,
    );
    const inputs = all.map((input) => input as HTMLInputElement);
    for (const input of inputs.filter(isReachable).slice(0, MAX_INPUTS)) {
      const before = inputs.map((each) => checkedOf(each) === true);
      setChecked(input, checkedOf(input) !== true);
      found.noteRevealed();
      for (const [n, each] of inputs.entries()) setChecked(each, before[n] === true);
      if (found.hidden().length === 0 || performance.now() > until) return;
    }
  };

  /** The same with each `<details>`: styles may show other elements while it is open. */
  const toggleDetails = (until: number): void => {
    for (const element of [...queries.document.call(document, 'details')].filter(isInSight).slice(0, MAX_INPUTS)) {
      const details = element as HTMLDetailsElement;
      const wasOpen = isOpen(details) === true;
      setOpen(details, !wasOpen);
      found.noteRevealed();
      setOpen(details, wasOpen);
      if (found.hidden().length === 0 || performance.now() > until) return;
    }
  };

  /** Notes which links a visitor sees in the present state of the page, and after one click on a box or the like. */
  const noteRevealed = (): void => {
    found.noteRevealed();
    const until = performance.now() + MAX_MS;
    if (found.hidden().length > 0) toggleInputs(until);
    if (found.hidden().length > 0) toggleDetails(until);
  };

  return { pointed, noteRevealed };
}
