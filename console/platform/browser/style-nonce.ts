/** The page's style nonce, put into index.html by the server; undefined where no server did. */
import { meta } from './page-meta.ts';

const content = meta('csp-nonce');

export const nonce = content === undefined || content === '' || content.startsWith('__') ? undefined : content;
