/** Texts of the Add and Edit Backlink dialogs. */
import { formatLinks } from '../../platform/format/counts.ts';

export const messages = {
  duplicateOpen: 'Open existing link',
  duplicateAnyway: 'Add anyway',
  noCampaign: 'None',
  noTeam: 'Personal (only you)',
  viewOnlyTeam: 'view only',
  assignTo: 'Assign To',
  invite: 'Invite',
  articleHint: 'The page that should have the link.',
  clientHint: 'The URL the link should point to.',
  unit: 'Unit',
  liveDate: 'Live Date (Optional)',
  liveDateHint: 'The day from which the duration counts.',
  pocEmail: 'Contact Email (Optional)',
  remarks: 'Remarks (Optional)',
  addTitle: 'Add Backlink',
  addSubmit: 'Add Link',
  addFailed: 'Failed to add link. Please try again.',
  deletedMeanwhile: 'Someone deleted this link while you were editing. You can still copy your input.',
  changedMeanwhile:
    'Someone changed this link while you were editing. Save again to apply your changes on top of theirs:',
  editSubmit: 'Save Changes',
  updating: 'Updating...',
  updateFailed: 'Failed to update link. Please try again.',
  editTitle: 'Edit Backlink',
  addMany: 'Adding several? Paste a list',
} as const;

/** 'Add as 2 links', for a field with two addresses. */
export function formatAddMany(links: number): string {
  return `Add as ${formatLinks(links)}`;
}
