/** The words of campaigns and of their links. */

import type { CampaignStatus } from '../../command-service/events/campaign.ts';

export const messages = {
  campaigns: 'Campaigns',
  campaign: 'Campaign',
  note: 'Links that were bought for one purpose, followed from plan to publication.',
  create: 'Create Campaign',
  creating: 'Creating...',
  none: 'No campaigns yet',
  noneHint:
    'A campaign gathers the links of one launch or season: when each is expected, which stand, which went away again.',
  noneFound: 'No campaign matches',
  fetchFailed: 'Campaigns could not be loaded',
  view: 'Click to view links',

  notFound: 'Campaign not found',
  notFoundHint: 'It may have been deleted, or you are not a member of its team any more.',
  back: 'Back to Campaigns',
  campaignFailed: 'The campaign could not be loaded',
  timeline: 'Timeline',
  noDates: 'No dates set',
  edit: 'Edit',
  delete: 'Delete',
  addLink: 'Add Link',
  noLinks: 'No links yet',
  noLinksHint: 'Add what was agreed: a guest post, an insertion into an article, or anything else, with its day.',
  noLinksToSee: 'Nobody has added a link to this campaign so far.',

  name: 'Campaign Name',
  description: 'Description (Optional)',
  startDate: 'Start Date (Optional)',
  endDate: 'End Date (Optional)',
  status: 'Status',
  team: 'Team',
  chooseTeam: 'Choose a team',
  viewOnlyTeam: 'view only',
  noTeam: 'A campaign belongs to a team. Create a team first.',
  noTeamToUse: 'You have view access to your teams only. Create a team of your own first.',
  createTeam: 'Create Team',
  teamsFailed: 'Your teams could not be loaded',
  created: 'Campaign Created',
  createdHint: 'Now add its links.',
  createFailed: 'Failed to create campaign. Please try again.',
  editTitle: 'Edit Campaign',
  save: 'Save Changes',
  updating: 'Updating...',
  updated: 'Campaign Updated',
  updateFailed: 'Failed to update campaign. Please try again.',
  changedMeanwhile:
    'Someone changed this campaign while you were editing. Save again to put your changes on top of theirs:',
  deletedMeanwhile: 'This campaign was deleted meanwhile. What you typed is still here to copy.',
  deleteConfirm: 'Delete this campaign?',
  deleteMeans: 'Its links stay: they and their history remain with the team, and belong to no campaign any more.',
  deleteMeansOwn: 'Its links stay among your own, with their history, and belong to no campaign any more.',
  deleted: 'Campaign Deleted',
  deletedHint: 'Its links are still there.',
  deleteFailed: 'Failed to delete campaign. Please try again.',
} as const;

export const CAMPAIGN_STATUS_LABELS: Readonly<Record<CampaignStatus, string>> = {
  planning: 'Planning',
  active: 'Active',
  completed: 'Completed',
};
