/** The page's style nonce, put into index.html by the server; undefined without a server. */
import { pageMeta } from './page-meta.ts';

const content = pageMeta('csp-nonce');

export const styleNonce = content === undefined || content === '' || content.startsWith('__') ? undefined : content;
