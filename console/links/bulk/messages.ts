/** Texts of bulk operations. */
import type { BulkAction } from '../../../query-service/contract/answers/bulk-operations.ts';
import { formatLinks, formatNumber } from '../../platform/format/counts.ts';
import type { Editable } from './bulk-form.ts';

export const messages = {
  selection: 'Selection',
  clear: 'Clear selection',
  dismiss: 'Dismiss',
  undo: 'Undo',
  open: 'Open link',
  show: 'Show',
  wholePage: 'Select this page',
  counting: 'Counting the links...',
  starting: 'Starting...',
  changedMeanwhile: 'The list has changed since the links were counted. This is the new count.',
  nobody: 'None of these links can be changed.',
  nowhere: 'There is no team to move these links to.',
  failures: 'Failures',
  undoFailed: 'Failed to undo. Please try again.',
  goesOn: 'You can leave. We’ll tell you when it’s done.',
  trashNote: 'You can restore them for 30 days.',
  moveNote: 'People outside the new team are unassigned. Links leave their campaign.',
  recheckNote: 'We’ll check every page. This can take a while.',
  editNote: 'Tick the fields to change.',
  assignTo: 'Assign To',
  moveTo: 'Move To',
  noTeam: 'Personal (only you)',
  viewOnlyTeam: 'view only',
  unassigned: 'Unassigned',
  me: 'Me',
  choose: 'Choose...',
  addTags: 'Add Tags',
  removeTags: 'Remove Tags',
  unit: 'Unit',
  emptyClears: 'Leave empty to clear.',
} as const;

/** Labels of the buttons. */
export const ACTION_LABELS: Readonly<Record<BulkAction, string>> = {
  edit: 'Edit',
  assign: 'Assign',
  move: 'Move',
  tag: 'Tags',
  recheck: 'Recheck',
  trash: 'Trash',
};

/** Labels of the fields that can be edited for many links. */
export const EDIT_LABELS: Readonly<Record<Editable, string>> = {
  duration: 'Duration',
  liveDate: 'Live Date',
  pocEmail: 'Contact Email',
  remarks: 'Remarks',
};

export function formatSelected(links: number, orMore: boolean): string {
  return `${formatNumber(links, orMore)} selected`;
}

/** 'Select all 2,345 that match'. */
export function formatAll(total: number, orMore: boolean, narrowed: boolean): string {
  return `Select all ${formatNumber(total, orMore)}${narrowed ? ' that match' : ''}`;
}

/** Titles of the dialogs. */
export const TITLES: Readonly<Record<BulkAction, string>> = {
  edit: 'Edit Links',
  assign: 'Assign Links',
  move: 'Move Links',
  tag: 'Tag Links',
  recheck: 'Recheck Links',
  trash: 'Move Links to Trash',
};

/** The submit button: 'Move 12 links to trash'. */
export function formatDo(action: BulkAction, links: number | null): string {
  const many = links === null ? 'links' : formatLinks(links);
  switch (action) {
    case 'edit':
      return `Change ${many}`;
    case 'assign':
      return `Assign ${many}`;
    case 'move':
      return `Move ${many}`;
    case 'tag':
      return `Tag ${many}`;
    case 'recheck':
      return `Recheck ${many}`;
    case 'trash':
      return `Move ${many} to trash`;
    default:
      action satisfies never;
      return many;
  }
}

const DOING: Readonly<Record<BulkAction, string>> = {
  edit: 'Changing links',
  assign: 'Assigning links',
  move: 'Moving links',
  tag: 'Tagging links',
  recheck: 'Checking links',
  trash: 'Moving links to trash',
};

/** 'Moving links to trash: 120 of 5,000'. */
export function formatDoing(action: BulkAction, done: number, total: number): string {
  return `${DOING[action]}: ${formatNumber(done)} of ${formatNumber(total)}`;
}

const DONE: Readonly<Record<BulkAction, string>> = {
  edit: 'changed',
  assign: 'assigned',
  move: 'moved',
  tag: 'tagged',
  recheck: 'checked',
  trash: 'moved to trash',
};

/** '12 links moved to trash'. */
export function formatDone(action: BulkAction, links: number): string {
  return `${formatLinks(links)} ${DONE[action]}`;
}

/** '3 links failed'. */
export function formatFailed(links: number): string {
  return `${formatLinks(links)} failed`;
}

/** After an undo: '2 links left as they are'. */
export function formatLeft(links: number): string {
  return `${formatLinks(links)} left as they are`;
}

/** 'Undone: 19 links as before'. */
export function formatUndone(links: number): string {
  return `Undone: ${formatLinks(links)} as before`;
}

/** 'Undoing: 120 of 5,000'. */
export function formatUndoing(done: number, total: number): string {
  return `Undoing: ${formatNumber(done)} of ${formatNumber(total)}`;
}

/** 'and 1,200 more'. */
export function formatMore(links: number): string {
  return `and ${formatNumber(links)} more`;
}
