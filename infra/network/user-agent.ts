/** The name by which we introduce ourselves to sites and receivers. */
export const PRODUCT = 'Linkledger/0.1';

/** The User-Agent of the HTTP tier; the browser tier appends `PRODUCT` to the browser's own. */
export const HTTP_USER_AGENT = `Mozilla/5.0 (compatible; ${PRODUCT}; backlink check)`;
