/** Texts of Link Details: facts, history, checks, screenshots. */
import type { CheckReason, LinkTypeCause } from '../../../command-service/events/observation.ts';

export const messages = {
  previousLink: 'Previous link',
  nextLink: 'Next link',
  wasChecking: 'A check is in progress...',
  evidence: 'Evidence',
  historyFailed: 'The history could not be loaded.',
  history: 'History',
  anchor: 'Anchor',
  lastAnchor: 'Anchor (last seen)',
  lastLinkType: 'Link Type (last seen)',
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
  youWithin: 'you',
  personalLinks: 'personal links',
  anotherTeam: 'another team',
  unknownName: 'unknown',
} as const;

/** Why a check was made. @param who the person who caused it, as it stands within a sentence */
export function formatCause(reason: CheckReason, who: string): string {
  switch (reason) {
    case 'added':
      return `First check, after ${who} added the link`;
    case 'edited':
      return `Checked after ${who} changed the addresses`;
    case 'manual':
      return `Rechecked by ${who}`;
    case 'batch':
      return `Status check started by ${who}`;
    case 'scheduled':
      return 'Scheduled check';
    case 'retry':
      return 'Retry of a page that could not be read';
    case 'confirm':
      return 'Confirming the last result';
    default:
      reason satisfies never;
      return '';
  }
}

/** What the next check is for, where it is not just due. */
export const NEXT_CHECK_NOTES: Readonly<Partial<Record<CheckReason, string>>> = {
  retry: 'retry',
  confirm: 'to confirm the last result',
};

export const CAUSE_LABELS: Readonly<Record<LinkTypeCause, string>> = {
  rel: 'because of the link’s rel attribute',
  'meta-robots': 'because of the page’s robots meta tag',
  'x-robots-tag': 'because of the page’s X-Robots-Tag header',
};

/** Texts of the screenshots. */
export const screenshotMessages = {
  title: 'Before and after',
  titleOfOne: 'Screenshot',
  before: 'Before',
  after: 'After',
  taking: 'Taking a screenshot...',
  enlarge: 'Enlarge',
  missed: 'No screenshot:',
  madeRoom: 'it was deleted to make room for newer ones',
  notLoaded: 'The screenshot could not be loaded.',
  markup: 'HTML around the link',
  outlined: 'The link is outlined.',
  notOutlined: 'The link is not visible in this screenshot.',
} as const;

/** Texts of what a check saw. */
export const observationMessages = {
  http: 'Page source',
  browser: 'Rendered in a browser',
  address: 'Visited',
  answer: 'Answer',
  noAnswer: 'No answer',
  title: 'Page title',
  read: 'Read',
  incomplete: 'incomplete',
  notModified: 'Not read again: the server reports no change since the last visit',
  links: 'Links on the page',
  robots: 'Robots meta tag',
  robotsHeader: 'X-Robots-Tag',
  canonical: 'Canonical URL',
  searchEngines: 'Search engines',
  listing: 'Listing',
  robotsTxt: 'robots.txt',
  original: 'Original',
  canonicalElsewhere: 'The page names another URL:',
  clientPage: 'The client’s page',
  problem: 'Problem',
  challenge: 'The page showed a challenge, such as a CAPTCHA, instead of its content.',
  metaRefresh: 'meta refresh',
  matches: 'Matching links',
  nearest: 'Near misses',
  noMatch: 'No matching link',
  rel: 'rel',
  noRel: 'no rel attribute',
  emptyAnchor: 'no text',
  hidden: 'not visible to people',
  afterScrolling: 'only after scrolling',
  frame: 'in a frame',
  'shadow-root': 'in a shadow root',
  skipped: 'Not rendered in a browser:',
  rules: 'Decided by rule set',
} as const;
