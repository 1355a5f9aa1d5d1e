/** The words of the links that expire soon. */
export const messages = {
  title: 'Expiring Soon',
  note: 'Links whose time is over within 30 days, the next one first.',
  none: 'Nothing expires soon',
  noneHint:
    'No link ends within the next 30 days. A link’s time runs from the day it is live, for as long as its duration says; a permanent one never ends.',
  toDashboard: 'Go to Dashboard',
  dashboard: 'Dashboard',
  noLinksYet: 'No links yet',
  addFirst: 'Add Your First Link',
  noLinksYetHint:
    'Tell Linkledger which page should carry which link. It visits the page at once and says what it saw.',
} as const;
