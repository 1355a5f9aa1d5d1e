/** Where one can go from anywhere, and the key that leads there after `g`. */
import { words } from './messages.ts';

export interface Destination {
  readonly to: string;
  readonly label: string;
  /** Pressed after `g`. */
  readonly key: string;
}

export const DESTINATIONS: readonly Destination[] = [
  { to: '/', label: words.dashboard, key: 'd' },
  { to: '/expiring-soon', label: words.expiringSoon, key: 'e' },
  { to: '/clients', label: words.clients, key: 'c' },
  { to: '/campaigns', label: words.campaigns, key: 'm' },
  { to: '/teams', label: words.teams, key: 't' },
  { to: '/alerts', label: words.alerts, key: 'a' },
  { to: '/trash', label: words.trash, key: 'x' },
  { to: '/settings', label: words.settings, key: 's' },
];
