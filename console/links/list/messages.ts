/** Texts of the list of links. */
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import type { LinkSort } from '../../../query-service/contract/list-options.ts';
import { splitUrl } from '../../platform/format/urls.ts';
import type { Column } from './columns.ts';

export const messages = {
  loadFailed: 'Links could not be loaded',
  links: 'Links',
  selectLink: 'Select link',
  noLinksFound: 'No links found',
  checked: 'Checked',
  notChecked: 'Not checked yet',
  expired: 'expired',
  columnsTitle: 'Columns of this table',
  resetColumns: 'Reset columns',
  always: 'always shown',
  actions: 'Actions',
  select: 'Select',
  selectPage: 'Select all links on this page',
  unselectPage: 'Unselect all links on this page',
  columns: 'Columns',
} as const;

/** 'Select link on blog.example': a checkbox names its link by the site of the article. */
export function formatSelect({ articleLink, clientLink }: Pick<LinkAnswer, 'articleLink' | 'clientLink'>): string {
  const { host } = splitUrl(articleLink || clientLink);
  return host === '' ? messages.selectLink : `${messages.selectLink} on ${host}`;
}

export const COLUMN_LABELS: Readonly<Record<LinkSort | Column, string>> = {
  articleLink: 'Article Link',
  clientLink: 'Client Link',
  anchor: 'Anchor',
  linkType: 'Type',
  status: 'Status',
  lastChecked: 'Last Checked',
  liveDate: 'Live Date',
  duration: 'Duration',
  expirationDate: 'Expires',
  assignedTo: 'Assigned To',
  promotionType: 'Promotion',
  campaignName: 'Campaign',
  teamName: 'Team',
  pocEmail: 'Contact',
  remarks: 'Remarks',
  tags: 'Tags',
  addedAt: 'Added',
};

/** 'Make Anchor wider'. */
export function formatWider(column: Column): string {
  return `Make ${COLUMN_LABELS[column]} wider`;
}

export function formatNarrower(column: Column): string {
  return `Make ${COLUMN_LABELS[column]} narrower`;
}
