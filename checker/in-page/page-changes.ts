import type { DomMembers } from './dom-members.ts';

/** Observes when the page changes: links, elements, loaded frames. */
export function pageChanges(dom: DomMembers) {
  const { addEventListener } = dom;
  let changedAt = performance.now();
  const note = () => {
    changedAt = performance.now();
  };
  const observer = new MutationObserver(note);
  const observed = new WeakSet<Node>();

  /** Also observes a frame's document or a shadow root. */
  const observe = (root: Node): void => {
    if (observed.has(root)) return;
    observed.add(root);
    observer.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['href', 'rel'] });
  };

  observe(document);
  const frameLoaded = ({ target }: Event) => {
    if (target instanceof HTMLIFrameElement) note();
  };
  addEventListener.call(document, 'load', frameLoaded, true);
  /** `changedAt`: the time of the last change on the clock of performance.now(). */
  return { observe, changedAt: () => changedAt };
}

export type PageChanges = ReturnType<typeof pageChanges>;
