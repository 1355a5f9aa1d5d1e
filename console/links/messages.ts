/** The words of links: dashboard, dialogs, details, history. */
import type { CheckReason, LinkStatus, LinkType, LinkTypeCause } from '../../command-service/events/observation.ts';
import type { LinkSort } from '../../query-service/contract/list-options.ts';
import type { Column } from './list/columns.ts';

export const messages = {
  dashboard: 'Dashboard',
  statistics: 'Statistics',
  totalLinks: 'Total Links',
  live: 'Live',
  removed: 'Removed',
  uniqueClients: 'Unique Clients',
  expiringSoon: 'Expiring Soon',
  links: 'Links',
  noLinksYet: 'No links yet',
  noLinksYetHint:
    'Tell Linkledger which page should carry which link. It visits the page at once and says what it saw.',
  addFirst: 'Add Your First Link',
  noLinksFound: 'No links found',
  clearFilters: 'Clear all',
  loadFailed: 'Links could not be loaded',
  statsFailed: 'The figures could not be loaded.',
  retry: 'Try again',
  listMoved: 'The list has changed',
  showChanges: 'Show changes',
  notApplicable: 'N/A',
  unassigned: 'Unassigned',
  me: 'Me',
  never: 'Never',
  expired: 'expired',
  none: 'None',
  checking: 'Checking...',
  actions: 'Actions',
  promotion: 'Promotion',
  website: 'Website URL',
  campaign: 'Campaign',
  allExpiring: 'All that expire soon, with days left',
  recheck: 'Recheck',
  edit: 'Edit',
  delete: 'Delete',
  moveToTrash: 'Move to trash',
  openPage: 'Open page in a new tab',
  rowsPerPage: 'Rows per page',
  previousPage: 'Go to previous page',
  nextPage: 'Go to next page',
  pages: 'Pages',
  columns: 'Columns',
  columnsTitle: 'Columns of this table',
  usualColumns: 'Reset columns',
  always: 'always shown',
  select: 'Select',
  selectPage: 'Select all links on this page',
  unselectPage: 'Unselect all links on this page',
  selectLink: 'Select link',
  unselectLink: 'Unselect link',

  addTitle: 'Add Backlink',
  editTitle: 'Edit Backlink',
  articleLink: 'Article Link',
  articleHint: 'The page that should carry the link.',
  clientLink: 'Client Link',
  clientHint: 'The address the link should lead to.',
  duration: 'Duration',
  unit: 'Unit',
  permanent: 'permanent',
  team: 'Team',
  noTeam: 'No team: only me',
  viewOnlyTeam: 'view only',
  invite: 'Invite',
  assignTo: 'Assign To',
  pocEmail: 'Contact Email (Optional)',
  remarks: 'Remarks (Optional)',
  tags: 'Tags (Optional)',
  tagsHint: 'Words to find links again by. A comma ends one.',
  tagPlaceholder: 'Type or choose...',
  addSubmit: 'Add Link',
  editSubmit: 'Save Changes',
  updating: 'Updating...',
  checkingTitle: 'Checking backlink...',
  checkingHint: 'Fetching article page and verifying link',
  cancel: 'Cancel',
  close: 'Close',
  openAgain: 'Open again',
  changedMeanwhile:
    'Someone changed this link while you were editing. Save again to put your changes on top of theirs:',
  duplicate: 'This link is in the list already.',
  duplicateOpen: 'Open existing link',
  duplicateAnyway: 'Add anyway',
  deletedMeanwhile: 'This link was deleted meanwhile. What you typed is still here to copy.',

  filterTitle: 'Filter Links',
  status: 'Status',
  linkType: 'Link Type',
  apply: 'Apply',
  clear: 'Clear',
  sortTitle: 'Sort',

  detailsTitle: 'Link Details',
  notThere: 'This link is not here any more',
  notThereHint: 'It may have been moved to the trash or deleted for ever.',
  detailsFailed: 'The link could not be loaded',
  anchor: 'Anchor',
  lastChecked: 'Last Checked',
  nextCheck: 'Next Check',
  liveDate: 'Live Date',
  expires: 'Expires',
  assignedTo: 'Assigned To',
  contact: 'Contact',
  tagsFact: 'Tags',
  tag: 'Tag',
  withTags: 'With one of these tags',
  remarksFact: 'Remarks',
  added: 'Added',
  history: 'History',
  historyFailed: 'The history could not be loaded.',
  evidence: 'What the check saw',
  wasChecking: 'A check is under way...',

  error: 'Error',
  addFailed: 'Failed to add link. Please try again.',
  updateFailed: 'Failed to update link. Please try again.',
  recheckFailed: 'Unable to verify link status',
  deleteFailed: 'Failed to delete link. Please try again.',
  linkAdded: 'Link Added',
  addedLive: 'Link is live!',
  addedRemoved: 'Link not found on the page',
  addedPending: 'Unable to verify link status',
  linkUpdated: 'Link Updated',
  linkUpdatedHint: 'Link has been successfully updated.',
  stillLive: 'Link is still live!',
  hasBeenRemoved: 'Link has been removed',
  unableToVerify: 'Unable to verify link status',
  linkDeleted: 'Link Deleted',
  movedToTrash: 'Link has been moved to trash',
  undo: 'Undo',
} as const;

export const STATUS_LABELS: Readonly<Record<LinkStatus, string>> = {
  live: 'Live',
  removed: 'Removed',
  pending: 'Pending',
};

export const TYPE_LABELS: Readonly<Record<LinkType | 'none', string>> = {
  dofollow: 'Dofollow',
  nofollow: 'Nofollow',
  sponsored: 'Sponsored',
  none: messages.notApplicable,
};

export const COLUMN_LABELS: Readonly<Record<LinkSort | Column, string>> = {
  articleLink: 'Article Link',
  clientLink: 'Client Link',
  anchor: 'Anchor',
  linkType: 'Type',
  status: 'Status',
  lastChecked: 'Last Checked',
  liveDate: 'Live Date',
  duration: 'Duration',
  expirationDate: 'Expires',
  assignedTo: 'Assigned To',
  promotionType: messages.promotion,
  campaignName: messages.campaign,
  teamName: messages.team,
  pocEmail: messages.contact,
  remarks: messages.remarksFact,
  tags: messages.tagsFact,
  addedAt: messages.added,
};

/** 'Make Anchor wider'. */
export function formatWider(column: Column): string {
  return `Make ${COLUMN_LABELS[column]} wider`;
}

export function formatNarrower(column: Column): string {
  return `Make ${COLUMN_LABELS[column]} narrower`;
}

interface SortChoice {
  readonly sort: LinkSort;
  readonly dir: 'asc' | 'desc';
  readonly label: string;
}

/** How what expires soon stands at first. */
export const ENDING_FIRST: SortChoice = { sort: 'expirationDate', dir: 'asc', label: 'Expires (soonest)' };

/** The choices of the Sort dialog. */
export const SORT_CHOICES: readonly SortChoice[] = [
  { sort: 'lastChecked', dir: 'desc', label: 'Last checked (newest)' },
  { sort: 'lastChecked', dir: 'asc', label: 'Last checked (oldest)' },
  { sort: 'liveDate', dir: 'desc', label: 'Live date (newest)' },
  { sort: 'liveDate', dir: 'asc', label: 'Live date (oldest)' },
  { sort: 'status', dir: 'asc', label: 'Status (A-Z)' },
  { sort: 'linkType', dir: 'asc', label: 'Link type (A-Z)' },
];

/** Why a check was asked for, as the second half of 'asked for by …'. */
export const REASON_LABELS: Readonly<Record<CheckReason, string>> = {
  added: 'because the link was added',
  edited: 'because its addresses changed',
  manual: 'as a recheck',
  batch: 'in a status check of all links',
  scheduled: 'on schedule',
  retry: 'to try again',
  confirm: 'to confirm the result before',
};

export const FIELD_LABELS: Readonly<Record<string, string>> = {
  articleLink: 'Article link',
  clientLink: 'Client link',
  duration: 'Duration',
  liveDate: 'Live date',
  assignedTo: 'Assigned to',
  pocEmail: 'Contact email',
  remarks: 'Remarks',
  tags: 'Tags',
};

export const CAUSE_LABELS: Readonly<Record<LinkTypeCause, string>> = {
  rel: 'because of the link’s rel attribute',
  'meta-robots': 'because of the page’s robots meta tag',
  'x-robots-tag': 'because of the page’s X-Robots-Tag header',
};

/** How the page looked when the status changed. */
export const pictureMessages = {
  title: 'Before and after',
  titleOfOne: 'How the page looked',
  before: 'Before',
  after: 'After',
  taking: 'The page is being photographed...',
  enlarge: 'Enlarge',
  missed: 'No picture:',
  madeRoom: 'it had to make room for newer ones',
  notLoaded: 'The picture could not be loaded.',
  markup: 'HTML around the link',
  outlined: 'The link is outlined.',
  notOutlined: 'The link is not to be seen in this picture.',
} as const;

/** What a check saw. */
export const evidenceMessages = {
  http: 'Page source',
  browser: 'Rendered in a browser',
  address: 'Visited',
  answer: 'Answer',
  noAnswer: 'No answer',
  title: 'Page title',
  read: 'Read',
  incomplete: 'not to its end',
  notModified: 'Not again: the server says it has not changed since it was last read',
  links: 'Links on the page',
  robots: 'Robots meta tag',
  robotsHeader: 'X-Robots-Tag',
  canonical: 'Canonical address',
  searchEngines: 'Search engines',
  listing: 'Listing',
  robotsTxt: 'robots.txt',
  original: 'Original',
  canonicalElsewhere: 'The page names another address:',
  clientPage: 'The client’s page',
  problem: 'Problem',
  challenge: 'The page asked for a proof of humanity instead of showing its content.',
  metaRefresh: 'meta refresh',
  matches: 'Matching links',
  nearest: 'Near misses: same site, other address',
  noMatch: 'No matching link',
  rel: 'rel',
  noRel: 'no rel attribute',
  emptyAnchor: 'no text',
  hidden: 'not visible to people',
  frame: 'in a frame',
  'shadow-root': 'in a shadow root',
  skipped: 'Not rendered in a browser:',
  rules: 'Decided by rule set',
} as const;

/** A changed value, as it is now. */
export function formatValue(value: string | null | readonly string[]): string {
  if (value === null || value.length === 0) return messages.none;
  return typeof value === 'string' ? value : value.join(', ');
}

/** '12 days left', 'ends today', 'expired 3 days ago'. */
export function formatDaysLeft(days: number): string {
  if (days === 0) return 'ends today';
  const count = `${Math.abs(days).toLocaleString('en')} ${Math.abs(days) === 1 ? 'day' : 'days'}`;
  return days > 0 ? `${count} left` : `expired ${count} ago`;
}

/** '11–20 of 2,345'. */
export function formatRange(page: number, pageSize: number, total: number, orMore = false): string {
  if (total === 0) return '0 of 0';
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  return `${first.toLocaleString('en')}–${last.toLocaleString('en')} of ${formatCount(total, orMore)}`;
}

/** '2,345', or '10,000+' where nobody counted further. */
export function formatCount(total: number, orMore: boolean): string {
  return `${total.toLocaleString('en')}${orMore ? '+' : ''}`;
}

/** 'Anchor: …' and 'Type: …', each only if known. */
export function foundLines(anchor: string | null, linkType: LinkType | null): readonly string[] {
  return [...(anchor ? [`Anchor: ${anchor}`] : []), ...(linkType ? [`Type: ${linkType}`] : [])];
}
