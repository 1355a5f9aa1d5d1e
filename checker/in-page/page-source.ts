import type { DomMembers } from './dom-members.ts';
import type { PageElements } from './page-elements.ts';

/** The markup of a document. */
export interface PageSource {
  readonly html: string;
  /** False for a page with much text or many links: `html` then has only the elements that describe the page. */
  readonly isWhole: boolean;
}

/** Reads the markup of the page. */
export function pageSource(dom: DomMembers, elements: PageElements) {
  const { queries, bodyOf, rootOf, outerHtmlOf } = dom;

  /** Whether the page has more text or links than a challenge, a sign-in form or a consent wall would. */
  const isLarge = (): boolean => {
    if (queries.document.call(document, 'a[href],area[href]').length > 20) return true;
    const body = bodyOf(document);
    return body !== null && elements.plainText(body, 20_000).replace(/\s+/g, '').length > 2_048;
  };

  const source = (maxLength: number): PageSource => {
    const root = rootOf(document);
    if (root === null) return { html: '', isWhole: true };
    if (!isLarge()) return { html: (outerHtmlOf(root) ?? '').slice(0, maxLength), isWhole: true };
    const markup = (selector: string) =>
      [...queries.document.call(document, selector)].map((element) => outerHtmlOf(element) ?? '').join('');
    const head = markup('head > title, head > meta, head > link, head > base');
    const body = markup('body meta, body base, body :not(svg) > title');
    return { html: `<head>${head}</head><body>${body}`.slice(0, maxLength), isWhole: false };
  };

  return { source };
}
