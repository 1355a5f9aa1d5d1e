import type { ContentParts } from './content-parts.ts';
import type { DomMembers } from './dom-members.ts';

/** Recognizes error pages, maintenance notices and waiting rooms by their structure. */
export function pageNotices(dom: DomMembers, { partsAround }: ContentParts) {
  const { queries, contains, closest, checkVisibility, localNameOf, getAttribute, baseOf } = dom;

  const BUTTONS = 'button,input[type="submit" i],input[type="button" i],input[type="image" i],[role="button"]';
  const FIELDS =
    'textarea,select,input:not([type="hidden" i],[type="submit" i],[type="button" i],[type="image" i],[type="reset" i])';
  /** The page of WordPress for errors, in any language. */
  const ERROR_TEMPLATES = 'body#error-page,.wp-die-message';

  const hasErrorTemplate = (): boolean => queries.document.call(document, ERROR_TEMPLATES).length > 0;

  const isOwnPage = (href: string): boolean => {
    const url = URL.parse(href);
    if (url === null) return false;
    if (url.protocol === 'javascript:') return /reload|location|history/.test(href);
    return url.host === window.location.host && url.pathname === window.location.pathname && url.hash === '';
  };

  /** Whether a button sends a form to another site. */
  const leavesSite = (button: Element): boolean => {
    const form = closest.call(button, 'form[action]');
    const address = form === null ? '' : (getAttribute.call(form, 'action') ?? '');
    return (URL.parse(address, baseOf(button) ?? undefined)?.host ?? window.location.host) !== window.location.host;
  };

  /** Whether all that a person can do is to load the page again: one or two buttons or links to the page itself. */
  const offersOnlyReload = (links: readonly { readonly href: string }[]): boolean => {
    if (!links.every(({ href }) => isOwnPage(href)) || queries.document.call(document, FIELDS).length > 0) return false;
    // A button is itself a part around the content.
    const around = partsAround().filter((part) => localNameOf(part) !== 'button');
    const buttons = [...queries.document.call(document, BUTTONS)].filter(
      (button) =>
        checkVisibility.call(button) &&
        closest.call(button, 'a[href]') === null &&
        !around.some((part) => part !== button && contains.call(part, button)),
    );
    const ways = links.length + buttons.length;
    return (ways === 1 || ways === 2) && !buttons.some(leavesSite);
  };

  return { hasErrorTemplate, offersOnlyReload };
}

export type PageNotices = ReturnType<typeof pageNotices>;
