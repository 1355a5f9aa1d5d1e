/** The two clients of the articles: a maker of bicycle lights and a workshop for furniture. */
import { escapeHtml } from '../../../http/request/escape-html.ts';

/** Their hosts end in `.example`, which is reserved (RFC 2606), or in `.localhost`, where this machine serves them. */
const CLIENTS = { lumencycles: 'Lumen Cycles', harbourandpine: 'Harbour & Pine' } as const;

const EXAMPLE = /https:\/\/((?:www\.)?(?:lumencycles|harbourandpine))\.example/g;
const CLIENT = /^(?:www\.)?(lumencycles|harbourandpine)\.(?:example|localhost)$/;

/** A text with the clients' addresses on this machine. */
export function servedHere(text: string, port: number): string {
  return text.replaceAll(EXAMPLE, (_, host: string) => `http://${host}.localhost:${port}`);
}

/** The client whose site an address or a host is of; null for other sites. */
function clientAt(host: string | undefined): keyof typeof CLIENTS | null {
  return (CLIENT.exec(host ?? '')?.[1] ?? null) as keyof typeof CLIENTS | null;
}

/** Whether an address belongs to one of the clients. */
export function isClientUrl(address: string): boolean {
  return clientAt(URL.parse(address)?.hostname) !== null;
}

/** A page of a client's site; null if the host is no client's. */
export function clientPage(host: string, pathname: string): string | null {
  const client = clientAt(host);
  if (client === null) return null;
  const name = escapeHtml(CLIENTS[client]);
  const title =
    pathname
      .split('/')
      .filter(Boolean)
      .map((part) => part.replaceAll('-', ' '))
      .join(' · ') || 'welcome';
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · ${name}</title>
<style>body { font: 18px/1.6 system-ui, sans-serif; max-width: 640px; margin: 80px auto; padding: 0 24px; }
h1 { text-transform: capitalize; }</style></head>
<body><p>${name}</p><h1>${escapeHtml(title)}</h1>
<p>A client’s page of the Linkledger demo: the links in the articles lead here.</p></body>
</html>
`;
}
