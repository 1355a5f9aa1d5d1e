/** The page's style nonce, put into index.html by the server; undefined where no server did. */
import { pageMeta } from './page-meta.ts';

const content = pageMeta('csp-nonce');

export const styleNonce = content === undefined || content === '' || content.startsWith('__') ? undefined : content;
