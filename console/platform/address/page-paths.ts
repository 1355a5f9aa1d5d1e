/** Paths of pages, and facts about a page from its path. Pure. */

/** The team of a team's page; null for another page. */
export function teamIdFromPath(pathname: string): string | null {
  return oneAt('teams', pathname);
}

/** The campaign of a campaign's page; null for another page. */
export function campaignIdFromPath(pathname: string): string | null {
  return oneAt('campaigns', pathname);
}

/** The client of a client's page; null for another page. */
export function clientFromPath(pathname: string): string | null {
  return oneAt('clients', pathname);
}

/** The id of a share's page, or the token of an invitation's; '' for another page. */
export function publicIdFromPath(pathname: string): string {
  return oneAt('share', pathname) ?? oneAt('invite', pathname) ?? '';
}

function oneAt(list: string, pathname: string): string | null {
  const [, at, id] = /^\/([a-z]+)\/([^/]+)\/?$/.exec(pathname) ?? [];
  if (id === undefined || at !== list) return null;
  try {
    return decodeURIComponent(id);
  } catch {
    return null;
  }
}

/** Whether it is the page of links that expire soon. */
export function isExpiringSoon(pathname: string): boolean {
  return /^\/expiring-soon\/?$/.test(pathname);
}

/** Whether the page has a list of links, which can be searched, filtered and sorted. */
export function listsLinks(pathname: string): boolean {
  if (pathname === '/' || isExpiringSoon(pathname)) return true;
  return [teamIdFromPath, campaignIdFromPath, clientFromPath].some((at) => at(pathname) !== null);
}

/** Whether the page has a list that the search filters. */
export function isSearchable(pathname: string): boolean {
  return listsLinks(pathname) || ['/clients', '/campaigns', '/trash', '/alerts'].includes(pathname);
}

/** The path of a team's page. */
export function teamPath(id: string): string {
  return `/teams/${encodeURIComponent(id)}`;
}

/** The path of a campaign's page. */
export function campaignPath(id: string): string {
  return `/campaigns/${encodeURIComponent(id)}`;
}

/** The path of a client's page. */
export function clientPath(clientDomain: string): string {
  return `/clients/${encodeURIComponent(clientDomain)}`;
}
