/** The words of the frame: sidebar, header, sign-in, help. */
export const messages = {
  product: 'Linkledger',
  loading: 'Loading...',
  dashboard: 'Dashboard',
  expiringSoon: 'Expiring Soon',
  clients: 'Clients',
  campaigns: 'Campaigns',
  teams: 'Teams',
  alerts: 'Alerts',
  trash: 'Trash',
  settings: 'Settings',
  profile: 'Profile',
  account: 'Account',
  mainNavigation: 'Main',
  skip: 'Skip to content',
  toggleSidebar: 'Toggle Sidebar',
  sidebar: 'Sidebar',
  search: 'Search',
  searchLinks: 'Search links...',
  searchTrash: 'Search trash...',
  searchClients: 'Search clients...',
  searchCampaigns: 'Search campaigns...',
  clearSearch: 'Clear search',
  palette: 'Search everything',
  paletteHint: 'Search everything, and do anything (Ctrl K)',
  filter: 'Filter',
  sort: 'Sort',
  addLink: 'Add Link',
  createCampaign: 'Create Campaign',
  moreActions: 'More actions',
  toDark: 'Switch to dark theme',
  toLight: 'Switch to light theme',
  profileMenu: 'Profile menu',
  logOut: 'Log out',
  logOutFailed: 'Failed to log out',
  paused: 'Reconnecting',
  pausedHint: 'Live updates are paused: the connection to the server was lost. They go on by themselves.',
  keyboard: 'Keyboard shortcuts',
  keyboardSwitch: 'Use single-key shortcuts',
  close: 'Close',
  cancel: 'Cancel',
  retry: 'Try again',
  reload: 'Reload',
  broken: 'Something went wrong',
  brokenHint: 'This screen could not be shown. Nothing you saved is lost.',
  partBroken: 'What you opened could not be shown. If the connection is there, a reload brings it back.',
  unreachable: 'Linkledger cannot be reached',
  notFound: 'Page Not Found',
  notFoundHint: 'The router knows no page at this address. Did you forget to add the page to the router?',
  toDashboard: 'Go to Dashboard',
  signIn: 'Sign In / Sign Up',
  welcome: 'Know which backlinks are really live',
  welcomeHint:
    'Record where a link should stand. Linkledger visits the page, says what it saw and why, and keeps the whole history.',
  expired: 'Your session has ended. Sign in to go on where you were: what you typed is kept in this tab.',
  points: [
    ['live', 'Checked for real', 'Every page is read, and rendered in a browser when its source does not decide.'],
    ['pending', 'Honest about doubt', 'A page that could not be read is never called removed.'],
    ['history', 'Nothing is forgotten', 'Who did what, what each visit saw, and when a link went away.'],
  ],
  shortcuts: [
    [['Ctrl', 'K'], 'Search everything, and do anything (⌘ K on a Mac)'],
    [['/'], 'Search this list'],
    [['n'], 'Add a link'],
    [['↑', '↓'], 'Move through the history in Link Details'],
    [['←', '→'], 'Hide or show what a check of the history saw'],
    [['Ctrl', 'B'], 'Toggle the sidebar (⌘ B on a Mac)'],
    [['F8'], 'Go to notifications'],
    [['Esc'], 'Close what is open'],
    [['?'], 'Show this help'],
  ],
} as const;

/** 'Go to Clients'. */
export function goTo(place: string): string {
  return `Go to ${place}`;
}

/** 'Sign in with Google, GitHub, or email': the ways that are set up here. */
export function signInWith(ways: readonly string[]): string {
  const [first = 'email', second, ...more] = ways;
  if (second === undefined) return `Sign in with ${first}`;
  const last = more.at(-1);
  if (last === undefined) return `Sign in with ${first} or ${second}`;
  return `Sign in with ${[first, second, ...more.slice(0, -1)].join(', ')}, or ${last}`;
}
