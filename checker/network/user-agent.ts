/** The names under which the checker visits sites. */

/** How the checker names itself to the sites it visits. */
export const PRODUCT = 'Linkledger/0.1';

export const HTTP_USER_AGENT = `Mozilla/5.0 (compatible; ${PRODUCT}; backlink check)`;
