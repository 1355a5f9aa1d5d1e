/** Texts of clients, the domains that links lead to. */
export const messages = {
  clients: 'Clients',
  client: 'Client',
  note: 'Every domain your links lead to, and how many of its links are live.',
  none: 'No clients yet',
  noneHint: 'A client appears here with the first link that leads to its domain.',
  addFirst: 'Add Your First Link',
  noneFound: 'No client matches',
  fetchFailed: 'Clients could not be loaded',
  order: 'Order',

  notFound: 'Client not found',
  notFoundHint: 'No links lead to this domain, or you may not see them.',
  back: 'Back to Clients',
  clientFailed: 'The client could not be loaded',
  share: 'Share This Data',
  mayNotShare: 'You have view access to this client’s links: someone with edit access can share them.',
  mine: 'My own links',
  places: 'Where its links are',

  teamClients: 'Unique Clients',
  searchClients: 'Search clients...',
  noClients: 'No clients yet',
  noClientsHint: 'Each link belongs to the client whose domain it leads to.',
  noClientsFound: 'No client matches',
  clientsFailed: 'The clients could not be loaded',
  lost: 'Lost',
  links: 'Links',
  live: 'Live',
  pending: 'Pending',
  expiring: 'Expiring',
  lastChecked: 'Last Checked',
  neverChecked: 'Never checked',
  shared: 'Shares',
} as const;

/** '8 active': how many are live. */
export function formatActive(live: number): string {
  return `${live.toLocaleString('en')} active`;
}
