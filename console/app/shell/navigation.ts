/** The pages of the navigation, and the key that opens each after `g`. */
import { messages } from './messages.ts';

interface Destination {
  readonly to: string;
  readonly label: string;
  /** Pressed after `g`. */
  readonly key: string;
}

export const NAVIGATION: readonly Destination[] = [
  { to: '/', label: messages.dashboard, key: 'd' },
  { to: '/expiring-soon', label: messages.expiringSoon, key: 'e' },
  { to: '/clients', label: messages.clients, key: 'c' },
  { to: '/campaigns', label: messages.campaigns, key: 'm' },
  { to: '/teams', label: messages.teams, key: 't' },
  { to: '/alerts', label: messages.alerts, key: 'a' },
  { to: '/ledger', label: messages.ledger, key: 'l' },
  { to: '/trash', label: messages.trash, key: 'x' },
  { to: '/settings', label: messages.settings, key: 's' },
];
