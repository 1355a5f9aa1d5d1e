/** What the path says of the screen it leads to. Pure. */

/** The team whose screen it is; null for any other. */
export function teamIdFromPath(pathname: string): string | null {
  return oneAt('teams', pathname);
}

/** The campaign whose screen it is; null for any other. */
export function campaignIdFromPath(pathname: string): string | null {
  return oneAt('campaigns', pathname);
}

/** The client whose screen it is; null for any other. */
export function clientFromPath(pathname: string): string | null {
  return oneAt('clients', pathname);
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

/** The screen of what expires soon. */
export function isExpiringSoon(pathname: string): boolean {
  return /^\/expiring-soon\/?$/.test(pathname);
}

/** The screen has a list of links, which can be searched, filtered and sorted. */
export function listsLinks(pathname: string): boolean {
  if (pathname === '/' || isExpiringSoon(pathname)) return true;
  return [teamIdFromPath, campaignIdFromPath, clientFromPath].some((at) => at(pathname) !== null);
}

/** The screen has a list of its own that the search narrows. */
export function isSearchable(pathname: string): boolean {
  return listsLinks(pathname) || ['/clients', '/campaigns', '/trash'].includes(pathname);
}

/** The address of a team's screen. */
export function teamPath(id: string): string {
  return `/teams/${encodeURIComponent(id)}`;
}

/** The address of a campaign's screen. */
export function campaignPath(id: string): string {
  return `/campaigns/${encodeURIComponent(id)}`;
}

/** The address of a client's screen. */
export function clientPath(clientDomain: string): string {
  return `/clients/${encodeURIComponent(clientDomain)}`;
}
