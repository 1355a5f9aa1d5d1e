/** The icon of an alert, by its type. What it means stands in the title beside it. */
import type { AlertAnswer } from '../../query-service/contract/answers/alerts.ts';
import { AlertIcon, BellIcon, CalendarIcon, RecheckIcon, RemovedIcon, TeamsIcon } from '../ui/icons.tsx';

const LOOK = {
  status: { Icon: RecheckIcon, color: 'text.secondary' },
  removed: { Icon: RemovedIcon, color: 'error.main' },
  expiring: { Icon: CalendarIcon, color: 'warning.main' },
  system: { Icon: BellIcon, color: 'text.secondary' },
  team: { Icon: TeamsIcon, color: 'text.secondary' },
} as const satisfies Record<AlertAnswer['type'], object>;

export function AlertSymbol({ type, attention = false }: { type: AlertAnswer['type']; attention?: boolean }) {
  const { Icon, color } = attention ? { Icon: AlertIcon, color: 'warning.main' } : LOOK[type];
  return <Icon aria-hidden sx={{ color, flexShrink: 0 }} />;
}
