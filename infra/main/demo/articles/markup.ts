/** Turns the articles' plain markup into HTML. Pure. */

/** How a link of an article is written into its page. `rel` is '' if absent; `content` is HTML. */
export type WriteLink = (address: string, content: string, rel: string) => string;

/** Text made safe for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** The blocks of a text as HTML, without indentation. The markup is described at `Article.text`. */
export function blocksOf(text: string, write: WriteLink, picture: (alt: string) => string): readonly string[] {
  const blocks = text.trim().split(/\n\s*\n/);
  return blocks.filter((block) => block !== '').map((block) => blockOf(block, write, picture));
}

function blockOf(block: string, write: WriteLink, picture: (alt: string) => string): string {
  const image = /^!\[([^\]]+)\]\(([^)]+)\)$/.exec(block);
  if (image !== null) return `<figure>${write(image[2] ?? '', picture(image[1] ?? ''), '')}</figure>`;
  if (block.startsWith('## ')) return `<h2>${inline(block.slice(3), write)}</h2>`;
  if (block.startsWith('> ')) return `<blockquote><p>${inline(block.slice(2), write)}</p></blockquote>`;
  if (block.startsWith('- ')) {
    const items = block.split('\n').map((line) => `<li>${inline(line.slice(2), write)}</li>`);
    return `<ul>${items.join('')}</ul>`;
  }
  return `<p>${inline(block, write)}</p>`;
}

function inline(text: string, write: WriteLink): string {
  return escapeHtml(text)
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\*([^*]+)\*/g, '<em>$1</em>')
    .replace(/\[([^\]]+)\]\(([^)]+)\)(?:\{([^}]+)\})?/g, (_, content: string, address: string, rel = '') =>
      write(address, content, rel),
    );
}
