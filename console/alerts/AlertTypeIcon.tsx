/** The icon of an alert, by its type. What it means stands in the title beside it. */
import type { AlertType } from '../../query-service/contract/answers/alerts.ts';
import { AlertIcon, BellIcon, CalendarIcon, RecheckIcon, RemovedIcon, TeamsIcon } from '../ui/icons.tsx';

const LOOK = {
  status: { Icon: RecheckIcon, color: 'text.secondary' },
  removed: { Icon: RemovedIcon, color: 'error.main' },
  expiring: { Icon: CalendarIcon, color: 'warning.main' },
  system: { Icon: BellIcon, color: 'text.secondary' },
  team: { Icon: TeamsIcon, color: 'text.secondary' },
} as const satisfies Record<AlertType, object>;

export function AlertTypeIcon({ type, attention = false }: { type: AlertType; attention?: boolean }) {
  const { Icon, color } = attention ? { Icon: AlertIcon, color: 'warning.main' } : LOOK[type];
  return <Icon aria-hidden sx={{ color, flexShrink: 0 }} />;
}
