/** Texts of the welcome page, errors and loading. */
export const messages = {
  brokenHint: 'This page could not be shown. Nothing you saved is lost.',
  notFound: 'Page Not Found',
  toDashboard: 'Go to Dashboard',
  notFoundHint: 'The router knows no page at this address. Did you forget to add the page to the router?',
  welcome: 'Know which backlinks are really live',
  welcomeHint:
    'Record where a link should be. Linkledger visits the page, reports the result with its reason, and keeps the full history.',
  expired: 'Your session has ended. Sign in to continue where you were: your drafts are saved in this tab.',
  signIn: 'Sign In / Sign Up',
  points: [
    ['live', 'Checked for real', 'Every page is read, and rendered in a browser when its source does not decide.'],
    ['pending', 'Honest about doubt', 'A page that could not be read is never called removed.'],
    ['history', 'Nothing is forgotten', 'Who did what, what each visit saw, and when a link went away.'],
  ],
  unreachable: 'Linkledger cannot be reached',
} as const;
