/** Texts of bulk operations. */
import type { BulkAction } from '../../../query-service/contract/answers/bulk-operations.ts';
import english from '../../languages/en/links.bulk.json' with { type: 'json' };
import { formatLinks, formatNumber } from '../../platform/format/counts.ts';
import { translation } from '../../platform/language/translation.ts';
import type { Editable } from './bulk-form.ts';

const { messages, labels } = translation('links.bulk', english);

export { messages };

/** Labels of the buttons. */
export const ACTION_LABELS: Readonly<Record<BulkAction, string>> = labels('action');

/** Labels of the fields that can be edited for many links. */
export const EDIT_LABELS: Readonly<Record<Editable, string>> = labels('edit');

export function formatSelected(links: number, orMore: boolean): string {
  return `${formatNumber(links, orMore)} selected`;
}

/** 'Select all 2,345 that match'. */
export function formatAll(total: number, orMore: boolean, narrowed: boolean): string {
  return `Select all ${formatNumber(total, orMore)}${narrowed ? ' that match' : ''}`;
}

/** Titles of the dialogs. */
export const TITLES: Readonly<Record<BulkAction, string>> = labels('titles');

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

const DOING: Readonly<Record<BulkAction, string>> = labels('doing');

/** 'Moving links to trash: 120 of 5,000'. */
export function formatDoing(action: BulkAction, done: number, total: number): string {
  return `${DOING[action]}: ${formatNumber(done)} of ${formatNumber(total)}`;
}

const DONE: Readonly<Record<BulkAction, string>> = labels('done');

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
