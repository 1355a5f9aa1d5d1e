/** The console's own icons. */
import { createSvgIcon } from '@mui/material/utils';
import { circle, GLYPHS, Strokes } from './glyphs.tsx';

const icon = (...paths: readonly string[]) => createSvgIcon(<Strokes paths={paths} />, 'Icon');

export const DashboardIcon = icon('M4 4h6v8H4z', 'M14 4h6v4h-6z', 'M14 12h6v8h-6z', 'M4 16h6v4H4z');
export const TrashIcon = icon(
  'M4 7h16',
  'M10 11v6M14 11v6',
  'M6 7l1 12a1 1 0 0 0 1 1h8a1 1 0 0 0 1-1l1-12',
  'M9 7V5a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v2',
);
export const SettingsIcon = icon('M4 7h9M19 7h1M4 17h1M11 17h9', circle(16, 7, 3), circle(8, 17, 3));
export const SearchIcon = icon(circle(11, 11, 6.5), 'M16 16l4.5 4.5');
export const FilterIcon = icon('M4 6h16M7 12h10M10 18h4');
export const SortIcon = icon('M8 5v14M8 19l-3.5-3.5M8 19l3.5-3.5', 'M16 19V5M16 5l-3.5 3.5M16 5l3.5 3.5');
export const PlusIcon = icon('M12 5v14M5 12h14');
export const SunIcon = icon(...GLYPHS.sun);
export const MoonIcon = icon(...GLYPHS.moon);
export const PanelIcon = icon('M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1z', 'M9.5 4v16');
export const MoreIcon = icon(circle(5.5, 12, 0.75), circle(12, 12, 0.75), circle(18.5, 12, 0.75));
export const ExternalIcon = icon('M14 5h5v5M19 5l-8 8', 'M11 6H6a1 1 0 0 0-1 1v11a1 1 0 0 0 1 1h11a1 1 0 0 0 1-1v-5');
export const RecheckIcon = icon(
  'M20 11a8 8 0 0 0-14.3-3.9L4 9M4 4.5V9h4.5',
  'M4 13a8 8 0 0 0 14.3 3.9L20 15M20 19.5V15h-4.5',
);
export const EditIcon = icon(
  'M4 20l1-4.5L16 4.5a1.4 1.4 0 0 1 2 0l1.5 1.5a1.4 1.4 0 0 1 0 2L8.5 19z',
  'M14 6.5l3.5 3.5',
);
export const RestoreIcon = icon(...GLYPHS.history);
export const LiveIcon = icon(...GLYPHS.live);
export const RemovedIcon = icon(circle(12, 12, 8.5), 'M9.2 9.2l5.6 5.6M14.8 9.2l-5.6 5.6');
export const NotFoundIcon = icon(circle(12, 12, 8.5), 'M8.500 12h7');
export const PendingIcon = icon(...GLYPHS.pending);
export const AlertIcon = icon(...GLYPHS.alert);
export const CloseIcon = icon('M6 6l12 12M18 6L6 18');
export const ChevronLeftIcon = icon('M14.5 6l-6 6 6 6');
export const ChevronRightIcon = icon('M9.5 6l6 6-6 6');
export const ChevronDownIcon = icon('M6 9.5l6 6 6-6');
export const UserIcon = icon(circle(12, 8, 3.75), 'M4.5 20a7.5 7.5 0 0 1 15 0');
export const LogOutIcon = icon('M14 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h8', 'M10 12h10M16.5 8.5L20 12l-3.5 3.5');
export const KeyboardIcon = icon(
  'M4 6h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1z',
  'M7 10h.01M11 10h.01M15 10h.01M8 14h8',
);
export const LinkIcon = icon(
  'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.300l-1 1',
  'M14 10a4 4 0 0 0-5.700 0l-3 3A4 4 0 0 0 11 18.700l1-1',
);
export const ArrowDownIcon = icon('M12 5v14M6 13l6 6 6-6');
export const MoveIcon = icon('M4 12h15M13.500 6.500L19 12l-5.500 5.500');
export const TeamsIcon = icon(
  circle(9, 8.5, 3.25),
  'M3 19.500a6 6 0 0 1 12 0',
  'M15.500 5.600a3.250 3.250 0 0 1 0 5.800M17.500 14.200a6 6 0 0 1 3.500 5.300',
);
export const ClientsIcon = icon(
  'M4 20V6l7-2.500V20M11 9l9 2.500V20M3 20h18',
  'M7.500 8.500v0M7.500 12v0M7.500 15.500v0M15.500 14v0M15.500 17v0',
);
export const CampaignsIcon = icon('M5 21V4M5 5h12.500l-2.500 4 2.500 4H5');
export const ShareIcon = icon(
  circle(6, 12, 2.5),
  circle(17.5, 6, 2.5),
  circle(17.5, 18, 2.5),
  'M8.300 10.900l7-3.700M8.300 13.100l7 3.700',
);
export const CopyIcon = icon('M9 9h10v11H9z', 'M15 9V4H5v11h4');
export const MailIcon = icon('M4 6h16v12H4z', 'M4.500 7l7.500 6 7.500-6');
export const CalendarIcon = icon('M4.500 6h15v14h-15z', 'M4.500 10.500h15M8.500 3.500V7M15.500 3.500V7');
export const KeyIcon = icon(circle(8, 15, 4), 'M11 12l8-8M16 7l3 3');
export const DownloadIcon = icon('M12 4v11M7.500 11l4.500 4.500 4.500-4.500', 'M5 20h14');
export const UploadIcon = icon('M12 16V5M7.500 9L12 4.500 16.500 9', 'M5 20h14');
export const BellIcon = icon('M6 16.500V11a6 6 0 0 1 12 0v5.500l1.500 1.500h-15z', 'M10 20.500h4');
export const LockIcon = icon('M6 10.500h12V20H6z', 'M8.500 10.500V8a3.500 3.500 0 0 1 7 0v2.500');
export const UpgradeIcon = icon(circle(12, 12, 8.5), 'M12 16V8.500M8.500 11.500L12 8l3.500 3.500');
export const CheckIcon = icon('M5 12.500l4.500 4.500L19 7.500');
export const MonitorIcon = icon('M4 5h16v11H4z', 'M9 20h6M12 16v4');
export const EyeIcon = icon(
  'M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12z',
  circle(12, 12, 2.75),
);
export const ColumnsIcon = icon('M4 5h16v14H4z', 'M9.500 5v14M14.500 5v14');
export const LedgerIcon = icon('M6 4h12v16H6z', 'M9.500 8.500h5M9.500 12h5M9.500 15.500h3');
export const TermsIcon = icon('M6 4h12v16H6z', 'M9 12l2.200 2.200L15 10');
export const ReportsIcon = icon(
  'M6 3.500h8.500l3.500 3.500v13.500H6z',
  'M9.500 16.500v-3M12 16.500v-6M14.500 16.500v-4.500',
);
export const PriceIcon = icon('M3.500 7h17v10h-17z', circle(12, 12, 2.25), 'M6.500 12h.01M17.500 12h.01');
export const FlagIcon = icon('M12 3.500v9', 'M12 16.500h.01', circle(12, 12, 8.5));
export const MinusIcon = icon('M6 12h12');
export const TagIcon = icon('M4 4h7.500l8.500 8.500-7.500 7.500L4 11.500z', circle(8.25, 8.25, 1));
export const CommandIcon = icon(
  'M9 9h6v6H9z',
  'M9 9H6.500A2.500 2.500 0 1 1 9 6.500zM15 9V6.500A2.500 2.500 0 1 1 17.500 9zM9 15v2.500A2.500 2.500 0 1 1 6.500 15zM15 15h2.500a2.500 2.500 0 1 1-2.500 2.500z',
);
