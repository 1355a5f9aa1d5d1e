/** Texts of Link Details: facts, history, checks, screenshots. */
import type { CheckReason, LinkTypeCause } from '../../../command-service/events/observation.ts';

export const messages = {
  wasChecking: 'A check is under way...',
  evidence: 'What the check saw',
  historyFailed: 'The history could not be loaded.',
  history: 'History',
  anchor: 'Anchor',
  lastChecked: 'Last Checked',
  nextCheck: 'Next Check',
  liveDate: 'Live Date',
  expires: 'Expires',
  website: 'Website URL',
  assignedTo: 'Assigned To',
  detailsTitle: 'Link Details',
  campaign: 'Campaign',
  promotion: 'Promotion',
  contact: 'Contact',
  remarks: 'Remarks',
  added: 'Added',
  you: 'You',
} as const;

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

export const CAUSE_LABELS: Readonly<Record<LinkTypeCause, string>> = {
  rel: 'because of the link’s rel attribute',
  'meta-robots': 'because of the page’s robots meta tag',
  'x-robots-tag': 'because of the page’s X-Robots-Tag header',
};

/** How the page looked when the status changed. */
export const screenshotMessages = {
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
export const observationMessages = {
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
