/** Texts of the welcome page, errors and loading. */
export const messages = {
  brokenHint: 'This page could not be shown. Nothing you saved is lost.',
  notFound: 'Page Not Found',
  toDashboard: 'Go to Dashboard',
  notFoundHint: 'The router knows no page at this address. Did you forget to add the page to the router?',
  welcome: 'Know which backlinks are really live',
  welcomeHint:
    'Add the links you’ve paid for. Linkledger checks each page, shows you what it found, and keeps a full history.',
  expired: 'Your session expired. Sign in to pick up where you left off. Your drafts are saved in this tab.',
  signIn: 'Sign In / Sign Up',
  points: [
    ['live', 'Checked for real', 'We fetch every page, and open it in a real browser when the HTML isn’t enough.'],
    ['pending', 'Never guesses', 'If a page can’t be read, we say so. We don’t call it removed.'],
    ['history', 'Full history', 'Who changed what, what every check found, and when a link disappeared.'],
  ],
  unreachable: 'Linkledger cannot be reached',
} as const;
