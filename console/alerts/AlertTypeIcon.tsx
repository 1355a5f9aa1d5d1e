/** The icon of an alert's type. The title beside the icon says what it means. */
import type { AlertAnswer } from '../../query-service/contract/answers/alerts.ts';
import {
  AlertIcon,
  BellIcon,
  CalendarIcon,
  RecheckIcon,
  RemovedIcon,
  ReportsIcon,
  TeamsIcon,
} from '../ui/layout/icons.tsx';

const STYLES = {
  status: { Icon: RecheckIcon, color: 'text.secondary' },
  removed: { Icon: RemovedIcon, color: 'error.main' },
  warning: { Icon: AlertIcon, color: 'warning.main' },
  deviates: { Icon: AlertIcon, color: 'warning.main' },
  expiring: { Icon: CalendarIcon, color: 'warning.main' },
  system: { Icon: BellIcon, color: 'text.secondary' },
  report: { Icon: ReportsIcon, color: 'warning.main' },
  team: { Icon: TeamsIcon, color: 'text.secondary' },
} as const satisfies Record<AlertAnswer['type'], object>;

interface AlertTypeIconProps {
  readonly type: AlertAnswer['type'];
  readonly attention?: boolean;
}

export function AlertTypeIcon({ type, attention = false }: AlertTypeIconProps) {
  const { Icon, color } = attention ? { Icon: AlertIcon, color: 'warning.main' } : STYLES[type];
  return <Icon aria-hidden sx={{ color, flexShrink: 0 }} />;
}
