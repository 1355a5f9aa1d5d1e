/** The forms of request headers, for their readers and for the API's description. */

export const IDEMPOTENCY_KEY = /^[!-~]{1,255}$/;

/** If-Match (RFC 9110 13.1.1): the revision of an entity as its ETag, or `*` for any. */
export const REVISION_TAG = /^(?:\*|(?:W\/)?"([0-9]{1,15})")$/;
