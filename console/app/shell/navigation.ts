/** The pages of the navigation: of the sidebar, the palette, and the key that opens each after `g`. */
import type SvgIcon from '@mui/material/SvgIcon';
import {
  BellIcon,
  CalendarIcon,
  CampaignsIcon,
  ClientsIcon,
  DashboardIcon,
  LedgerIcon,
  ReportsIcon,
  SettingsIcon,
  TeamsIcon,
  TrashIcon,
} from '../../ui/layout/icons.tsx';
import { messages } from './messages.ts';

interface Destination {
  readonly to: string;
  readonly label: string;
  readonly Icon: typeof SvgIcon;
  /** Pressed after `g`. */
  readonly key: string;
  /** The group of the sidebar; null: the page is not in the sidebar. */
  readonly group: 'main' | 'account' | null;
}

export const NAVIGATION: readonly Destination[] = [
  { to: '/', label: messages.dashboard, Icon: DashboardIcon, key: 'd', group: 'main' },
  { to: '/expiring-soon', label: messages.expiringSoon, Icon: CalendarIcon, key: 'e', group: null },
  { to: '/clients', label: messages.clients, Icon: ClientsIcon, key: 'c', group: 'main' },
  { to: '/campaigns', label: messages.campaigns, Icon: CampaignsIcon, key: 'm', group: 'main' },
  { to: '/teams', label: messages.teams, Icon: TeamsIcon, key: 't', group: 'main' },
  { to: '/alerts', label: messages.alerts, Icon: BellIcon, key: 'a', group: 'main' },
  { to: '/reports', label: messages.reports, Icon: ReportsIcon, key: 'r', group: 'main' },
  { to: '/ledger', label: messages.ledger, Icon: LedgerIcon, key: 'l', group: 'main' },
  { to: '/trash', label: messages.trash, Icon: TrashIcon, key: 'x', group: 'main' },
  { to: '/settings', label: messages.settings, Icon: SettingsIcon, key: 's', group: 'account' },
];
