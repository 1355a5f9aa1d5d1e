/** The least widths of the columns, in pixels. */
import { language } from '../../platform/language/language.ts';
import type { Column } from './columns.ts';

/** Other languages have longer words than English. */
const LONGER = language === 'en' ? 0 : 10;

export const LEAST_WIDTHS: Readonly<Record<Column, number>> = {
  articleLink: 180,
  clientLink: 132,
  anchor: 76,
  tags: 96,
  linkType: 78,
  agreement: 108,
  status: 156 + 4 * LONGER,
  reason: 200,
  statusSince: 104,
  warnings: 160,
  lastChecked: 122,
  liveDate: 92 + LONGER,
  duration: 80 + LONGER,
  expirationDate: 104 + LONGER,
  promotionType: 124,
  publisher: 140,
  clientDomain: 140,
  campaignName: 128,
  teamName: 112,
  assignedTo: 110,
  pocEmail: 160,
  remarks: 160,
  addedAt: 122,
};

/** Whether the main pointer can rest over a row without a press: then the actions appear under it. */
export const HOVERS = window.matchMedia('(hover: hover)').matches;

/** The widths of the boxes to tick and of the actions. */
export const TICK_WIDTH = 36;
export const ACTIONS_WIDTH = HOVERS ? 36 : 92;
