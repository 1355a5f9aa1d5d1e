/**
 * The members of the DOM, taken from their prototypes: elements with names such as `querySelectorAll` shadow the members
 * of a document or a form (WHATWG HTML, DOM clobbering).
 */
export function domMembers() {
  const getterOf = <T, V>(prototype: T, name: keyof T & string) => {
    const get = Object.getOwnPropertyDescriptor(prototype, name)?.get;
    return (target: T): V | null => (get === undefined ? null : get.call(target));
  };
  const setterOf = <T, V>(prototype: T, name: keyof T & string) => {
    const set = Object.getOwnPropertyDescriptor(prototype, name)?.set;
    return (target: T, value: V): void => set?.call(target, value);
  };
  const { getAttribute, getAttributeNames, getAttributeNS, getClientRects, getBoundingClientRect, checkVisibility } =
    Element.prototype;
  const { closest, matches, scrollIntoView } = Element.prototype;
  const scrollTo: (options: ScrollToOptions) => void = Element.prototype.scrollTo;
  const { createRange, getAnimations, elementsFromPoint, createTreeWalker } = Document.prototype;
  const { contains, cloneNode } = Node.prototype;
  const { addEventListener } = EventTarget.prototype;
  const { finish } = Animation.prototype;
  const { selectNodeContents, getClientRects: rangeRects } = Range.prototype;
  const { getPropertyValue } = CSSStyleDeclaration.prototype;
  const { nextNode } = TreeWalker.prototype;
  const children = getterOf<Element, HTMLCollection>(Element.prototype, 'children');
  return {
    readyStateOf: getterOf<Document, DocumentReadyState>(Document.prototype, 'readyState'),
    rootOf: getterOf<Document, Element>(Document.prototype, 'documentElement'),
    charsetOf: getterOf<Document, string>(Document.prototype, 'characterSet'),
    bodyOf: getterOf<Document, HTMLElement>(Document.prototype, 'body'),
    scrollerOf: getterOf<Document, Element>(Document.prototype, 'scrollingElement'),
    shadowOf: getterOf<Element, ShadowRoot>(Element.prototype, 'shadowRoot'),
    outerHtmlOf: getterOf<Element, string>(Element.prototype, 'outerHTML'),
    namespaceOf: getterOf<Element, string>(Element.prototype, 'namespaceURI'),
    localNameOf: getterOf<Element, string>(Element.prototype, 'localName'),
    scrollTopOf: getterOf<Element, number>(Element.prototype, 'scrollTop'),
    scrollLeftOf: getterOf<Element, number>(Element.prototype, 'scrollLeft'),
    scrollHeightOf: getterOf<Element, number>(Element.prototype, 'scrollHeight'),
    scrollWidthOf: getterOf<Element, number>(Element.prototype, 'scrollWidth'),
    clientHeightOf: getterOf<Element, number>(Element.prototype, 'clientHeight'),
    clientWidthOf: getterOf<Element, number>(Element.prototype, 'clientWidth'),
    innerTextOf: getterOf<HTMLElement, string>(HTMLElement.prototype, 'innerText'),
    anchorHrefOf: getterOf<HTMLAnchorElement, string>(HTMLAnchorElement.prototype, 'href'),
    areaHrefOf: getterOf<HTMLAreaElement, string>(HTMLAreaElement.prototype, 'href'),
    baseOf: getterOf<Node, string>(Node.prototype, 'baseURI'),
    typeOf: getterOf<Node, number>(Node.prototype, 'nodeType'),
    childrenOf: (element: Element): readonly Element[] => [...(children(element) ?? [])],
    previousOf: getterOf<Element, Element>(Element.prototype, 'previousElementSibling'),
    nextOf: getterOf<Element, Element>(Element.prototype, 'nextElementSibling'),
    slotOf: getterOf<Element, HTMLSlotElement>(Element.prototype, 'assignedSlot'),
    textSlotOf: getterOf<Text, HTMLSlotElement>(Text.prototype, 'assignedSlot'),
    checkedOf: getterOf<HTMLInputElement, boolean>(HTMLInputElement.prototype, 'checked'),
    setChecked: setterOf<HTMLInputElement, boolean>(HTMLInputElement.prototype, 'checked'),
    isOpen: getterOf<HTMLDetailsElement, boolean>(HTMLDetailsElement.prototype, 'open'),
    setOpen: setterOf<HTMLDetailsElement, boolean>(HTMLDetailsElement.prototype, 'open'),
    labelsOf: getterOf<HTMLInputElement, NodeListOf<HTMLLabelElement>>(HTMLInputElement.prototype, 'labels'),
    sheetsOf: getterOf<Document, readonly CSSStyleSheet[]>(Document.prototype, 'adoptedStyleSheets'),
    setSheets: setterOf<Document, readonly CSSStyleSheet[]>(Document.prototype, 'adoptedStyleSheets'),
    parentOf: getterOf<Node, Node>(Node.prototype, 'parentNode'),
    textContentOf: getterOf<Node, string>(Node.prototype, 'textContent'),
    textOf: getterOf<CharacterData, string>(CharacterData.prototype, 'data'),
    iframeDocumentOf: getterOf<HTMLIFrameElement, Document>(HTMLIFrameElement.prototype, 'contentDocument'),
    objectDocumentOf: getterOf<HTMLObjectElement, Document>(HTMLObjectElement.prototype, 'contentDocument'),
    urlOf: getterOf<Document, string>(Document.prototype, 'URL'),
    frameDocumentOf: getterOf<HTMLFrameElement, Document>(HTMLFrameElement.prototype, 'contentDocument'),
    queries: {
      document: Document.prototype.querySelectorAll,
      fragment: DocumentFragment.prototype.querySelectorAll,
      element: Element.prototype.querySelectorAll,
    },
    getAttribute,
    getAttributeNames,
    getAttributeNS,
    getClientRects,
    getBoundingClientRect,
    checkVisibility,
    closest,
    matches,
    scrollIntoView,
    scrollTo,
    createRange,
    getAnimations,
    elementsFromPoint,
    createTreeWalker,
    contains,
    cloneNode,
    addEventListener,
    finish,
    selectNodeContents,
    rangeRects,
    getPropertyValue,
    nextNode,
  };
}

export type DomMembers = ReturnType<typeof domMembers>;
