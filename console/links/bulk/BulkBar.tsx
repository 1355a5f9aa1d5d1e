/** The number of selected links, a way to select all, and the bulk actions. Escape clears the selection. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useEffect, useRef } from 'react';
import { BULK_ACTIONS } from '../../../command-service/model/bulk/events.ts';
import { ActionTooltip } from '../../ui/feedback/ActionTooltip.tsx';
import { disabledProps } from '../../ui/layout/disabled-props.ts';
import {
  CloseIcon,
  DownloadIcon,
  EditIcon,
  MoveIcon,
  PriceIcon,
  RecheckIcon,
  TagIcon,
  TermsIcon,
  TrashIcon,
  UserIcon,
} from '../../ui/layout/icons.tsx';
import { SMALL_SCREEN } from '../../ui/theme/breakpoints.ts';
import { ACTION_LABELS, formatAll, formatSelected, messages } from './messages.ts';

/** What can be done with the selected links. An export changes nothing, so it is no bulk operation. */
export type BarAction = keyof typeof ACTION_LABELS;

const ICONS: Readonly<Record<BarAction, ReactNode>> = {
  edit: <EditIcon fontSize="small" aria-hidden />,
  assign: <UserIcon fontSize="small" aria-hidden />,
  move: <MoveIcon fontSize="small" aria-hidden />,
  tag: <TagIcon fontSize="small" aria-hidden />,
  terms: <TermsIcon fontSize="small" aria-hidden />,
  money: <PriceIcon fontSize="small" aria-hidden />,
  recheck: <RecheckIcon fontSize="small" aria-hidden />,
  trash: <TrashIcon fontSize="small" aria-hidden />,
  export: <DownloadIcon fontSize="small" aria-hidden />,
};

/** Trash is the last, so that a hurried press does not hit it. */
const BAR_ACTIONS: readonly BarAction[] = BULK_ACTIONS.flatMap((each) =>
  each === 'remarks' ? [] : each === 'trash' ? ['export', each] : [each],
);

interface ActionButtonProps {
  readonly action: BarAction;
  readonly refusal: string | null;
  readonly act: () => void;
  readonly look: 'words' | 'thumb';
}

function ActionButton({ action, refusal, act, look }: ActionButtonProps) {
  const name = ACTION_LABELS[action];
  const common = { ...disabledProps(refusal), onClick: () => refusal === null && act() };
  return (
    <ActionTooltip reason={refusal}>
      {look === 'words' ? (
        <Button {...common} size="small" variant="text" startIcon={ICONS[action]}>
          {name}
        </Button>
      ) : (
        <ButtonBase
          {...common}
          sx={{
            ...disabledProps(refusal).sx,
            minWidth: 0,
            minHeight: 44,
            flexDirection: 'column',
            gap: 0.25,
            borderRadius: 1,
            fontSize: '0.6875rem',
            fontWeight: 500,
          }}
        >
          {ICONS[action]}
          {name}
        </ButtonBase>
      )}
    </ActionTooltip>
  );
}

interface BulkBarProps {
  readonly count: number;
  /** The number of matching links. */
  readonly total: number;
  /** There may be more than `total`. */
  readonly orMore: boolean;
  /** All matching links are selected. */
  readonly all: boolean;
  readonly wholePage: boolean;
  /** The list is filtered. */
  readonly narrowed: boolean;
  readonly refusal: (action: BarAction) => string | null;
  readonly choosePage: () => void;
  readonly chooseAll: () => void;
  readonly act: (action: BarAction) => void;
  readonly clear: () => void;
  readonly leave: () => void;
}

/** Clears the selection on Escape, unless Escape closes something else or clears a field. */
function useEscape(clear: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (event.target instanceof HTMLElement && event.target.matches('input:not([type="checkbox"]), textarea')) return;
      if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]') !== null)
        return;
      clear();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [clear]);
}

export function BulkBar(props: BulkBarProps) {
  const { count, total, orMore, all, wholePage, narrowed, refusal, choosePage, chooseAll, act, clear, leave } = props;
  const small = useMediaQuery(SMALL_SCREEN, { noSsr: true });
  const cameFrom = useRef<Element | null>(null);
  useEscape(clear);

  // The focused button disappears with the bar: the focus returns to the previous element, or to the list.
  const back = useRef(leave);
  useEffect(() => {
    back.current = () => {
      const before = cameFrom.current;
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
      else leave();
    };
  });
  useEffect(
    () => () => {
      queueMicrotask(() => document.activeElement === document.body && back.current());
    },
    [],
  );

  const more = all ? null : wholePage ? (count < total ? 'all' : null) : 'page';
  const look = small ? 'thumb' : 'words';
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-label={messages.selection}
      onFocus={({ currentTarget, relatedTarget }: React.FocusEvent) => {
        if (relatedTarget instanceof Element && !currentTarget.contains(relatedTarget))
          cameFrom.current = relatedTarget;
      }}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 0.5,
        px: 1,
        py: 0.5,
        borderColor: 'primary.main',
      }}
    >
      <Typography role="status" variant="body2" sx={{ px: 0.5, fontWeight: 600, whiteSpace: 'nowrap' }}>
        {formatSelected(count, all && orMore)}
      </Typography>
      {more !== null && (
        <Button size="small" variant="text" color="primary" onClick={more === 'all' ? chooseAll : choosePage}>
          {more === 'all' ? formatAll(total, orMore, narrowed) : messages.wholePage}
        </Button>
      )}
      <Box
        aria-hidden
        sx={{ flex: { xs: 1, lg: 'none' }, width: { lg: '1px' }, height: 20, mx: 0.5, bgcolor: { lg: 'divider' } }}
      />
      <Box
        sx={{
          display: small ? 'grid' : 'flex',
          gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
          gap: 0.25,
          order: { xs: 1, lg: 0 },
          flexBasis: { xs: '100%', lg: 'auto' },
        }}
      >
        {BAR_ACTIONS.map((action) => (
          <ActionButton key={action} action={action} refusal={refusal(action)} act={() => act(action)} look={look} />
        ))}
      </Box>
      <ActionTooltip title={messages.clear}>
        <IconButton aria-label={messages.clear} onClick={clear}>
          <CloseIcon fontSize="small" aria-hidden />
        </IconButton>
      </ActionTooltip>
    </Paper>
  );
}
