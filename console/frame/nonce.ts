/** The page's style nonce, put into index.html by the server; undefined where no server did. */
const content = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;

export const nonce = content === undefined || content === '' || content.startsWith('__') ? undefined : content;
