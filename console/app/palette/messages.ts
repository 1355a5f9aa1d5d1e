/** Texts of the command palette. */
import { formatCount } from '../../platform/format/counts.ts';

export const messages = {
  addMany: 'Add Many Links',
  title: 'Command palette',
  open: 'Search everything',
  placeholder: 'Search or do something...',
  results: 'Results',
  recent: 'Recent',
  pages: 'Pages',
  actions: 'Actions',
  teams: 'Teams',
  clients: 'Clients',
  campaigns: 'Campaigns',
  links: 'Links',
  more: 'More',
  searching: 'Searching...',
  failed: 'Not everything could be searched.',
  scope: 'Pages and actions by name, clients by domain, campaigns, teams, and links by URL, anchor or assignee.',
  move: 'to move',
  choose: 'to open',

  createTeam: 'Create Team',
  invite: 'Invite Team Member',
  importLinks: 'Import Links',
  exportLinks: 'Export Links',
  shareClient: 'Share a Client',
  filter: 'Filter Links',
  sort: 'Sort Links',
  sidebar: 'Toggle Sidebar',
  keys: 'Keyboard Shortcuts',
  logOut: 'Log out',
  ofTeam: 'This team’s links',
  settings: 'Settings',
  team: 'Team',
  campaign: 'Campaign',
} as const;

/** 'Search links for “lamp”'. */
export function searchLinksFor(typed: string): string {
  return `Search links for “${typed}”`;
}

/** '3 results', for screen readers. */
export function formatResults(count: number): string {
  return formatCount(count, 'result');
}
