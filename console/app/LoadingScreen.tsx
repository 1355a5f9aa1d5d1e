/** The frame of index.html, kept for the moments when the code of a screen is still loading: nothing moves or flickers. */
import { useState } from 'react';

/** Read before React replaces the frame. */
const frame = document.querySelector('#root > .frame')?.outerHTML ?? '';

export function LoadingScreen() {
  // A constant object: React sets the content once.
  const [content] = useState({ __html: frame });
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own index.html, without anything that was typed
    <div dangerouslySetInnerHTML={content} />
  );
}
