/** Texts of bulk operations. */
import type { BulkAction } from '../../../query-service/contract/answers/bulk-operations.ts';
import english from '../../languages/en/links.bulk.json' with { type: 'json' };
import { formatNumber } from '../../platform/format/counts.ts';
import { translation } from '../../platform/language/translation.ts';
import type { Editable } from './bulk-form.ts';

const { messages, labels, format } = translation('links.bulk', english);

export { format, messages };

/** Labels of the buttons; remarks move in the settings. */
export const ACTION_LABELS: Readonly<Record<Exclude<BulkAction, 'remarks'> | 'export', string>> = labels('action');

/** Labels of the fields that can be edited for many links. */
export const EDIT_LABELS: Readonly<Record<Editable, string>> = labels('edit');

export function formatSelected(links: number, orMore: boolean): string {
  return format('selected', { count: formatNumber(links, orMore) });
}

/** 'Select all 2,345 that match'. */
export function formatAll(total: number, orMore: boolean, narrowed: boolean): string {
  return format(narrowed ? 'allMatching' : 'all', { count: formatNumber(total, orMore) });
}

/** Titles of the dialogs. */
export const TITLES: Readonly<Record<BulkAction, string>> = labels('titles');

/** The submit button: 'Move 12 links to trash'. */
export function formatDo(action: BulkAction, links: number | null): string {
  return links === null ? messages[`submit.${action}`] : format(`submitCount.${action}`, { count: links });
}

const DOING: Readonly<Record<BulkAction, string>> = labels('doing');

/** 'Moving links to trash: 120 of 5,000'. */
export function formatDoing(action: BulkAction, done: number, total: number): string {
  return format('progress', { doing: DOING[action], done, total });
}

/** '12 links moved to trash'. */
export function formatDone(action: BulkAction, links: number): string {
  return format(`done.${action}`, { count: links });
}
