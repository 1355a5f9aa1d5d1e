/**
 * The command palette: one field that finds pages, actions, teams, clients, campaigns and links. A combobox with a list
 * of groups (WAI-ARIA 1.2): the focus stays in the field, the arrows move through the list.
 */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useOverlay } from '../../platform/address/overlays.ts';
import { CloseIcon, SearchIcon } from '../../ui/layout/icons.tsx';
import { messages as common } from '../../ui/messages.ts';
import { Kbd } from '../../ui/text/Kbd.tsx';
import { SMALL_SCREEN } from '../../ui/theme/breakpoints.ts';
import { format, messages } from './messages.ts';
import { PaletteOption } from './PaletteOption.tsx';
import type { PaletteGroup } from './palette-entry.ts';
import { usePaletteGroups } from './use-palette-groups.ts';

/** Visible to screen readers only. */
const VISUALLY_HIDDEN = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
} as const;

/** Longer than any name or URL that can be found. */
const MOST_LETTERS = 2_000;

const WINDOW = {
  width: 608,
  maxWidth: 'calc(100vw - 32px)',
  maxHeight: 'min(544px, 76dvh)',
  mt: '12dvh',
  mb: 0,
} as const;

function KeyHint({ keys, children }: { keys: readonly string[]; children: string }) {
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
      {children}
    </Box>
  );
}

interface ResultsProps {
  readonly id: string;
  readonly groups: readonly PaletteGroup[];
  readonly activeKey: string | undefined;
  readonly choose: (key: string) => void;
}

function Results({ id, groups, activeKey, choose }: ResultsProps) {
  return (
    <Box
      id={`${id}-list`}
      role="listbox"
      aria-label={messages.resultList}
      sx={{ flex: 1, overflowY: 'auto', overscrollBehavior: 'contain', p: 1, minHeight: 0 }}
    >
      {groups.map(({ name, entries }) => (
        <Box key={name} role="group" aria-labelledby={`${id}-${name}`} sx={{ '& + &': { mt: 1 } }}>
          <Typography
            id={`${id}-${name}`}
            component="div"
            role="presentation"
            variant="caption"
            sx={{ px: 1, py: 0.5, color: 'text.secondary', fontWeight: 500 }}
          >
            {name}
          </Typography>
          {entries.map((entry) => {
            const key = `${id}-${name}-${entry.id}`;
            return (
              <PaletteOption key={key} id={key} entry={entry} active={key === activeKey} onPoint={() => choose(key)} />
            );
          })}
        </Box>
      ))}
    </Box>
  );
}

function SearchFailure({ message, retry }: { message: string; retry: () => void }) {
  return (
    <Box
      role="alert"
      sx={{
        flexShrink: 0,
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        px: 2,
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
        fontSize: '0.8125rem',
      }}
    >
      <Box component="span" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <strong>{messages.failed}</strong> {message}
      </Box>
      <Button size="small" onClick={retry}>
        {common.retry}
      </Button>
    </Box>
  );
}

/** What is searched, and which keys move and choose. */
function Hints({ id }: { id: string }) {
  return (
    <Box
      sx={{
        flexShrink: 0,
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        px: 2,
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
        bgcolor: 'background.sunken',
        color: 'text.secondary',
        fontSize: '0.75rem',
      }}
    >
      <Box id={`${id}-scope`} sx={{ flex: 1, minWidth: 0, textWrap: 'pretty' }}>
        {messages.scope}
      </Box>
      <Box aria-hidden sx={{ display: { xs: 'none', md: 'flex' }, gap: 1.5, whiteSpace: 'nowrap' }}>
        <KeyHint keys={['↑', '↓']}>{messages.move}</KeyHint>
        <KeyHint keys={['↵']}>{messages.choose}</KeyHint>
      </Box>
    </Box>
  );
}

export function CommandPalette() {
  const { close } = useOverlay();
  const small = useMediaQuery(SMALL_SCREEN, { noSsr: true });
  const id = useId();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const { groups, searching, error, retry } = usePaletteGroups(typed);
  const leave = () => close('palette');

  const options = groups.flatMap(({ name, entries }) =>
    entries.map((entry) => ({ entry, name, key: `${id}-${name}-${entry.id}` })),
  );
  const at = Math.max(
    0,
    options.findIndex(({ key }) => key === chosen),
  );
  const active = options[at];
  const activeKey = active?.key;

  useEffect(() => {
    if (activeKey !== undefined) document.getElementById(activeKey)?.scrollIntoView({ block: 'nearest' });
  }, [activeKey]);

  const move = (steps: number) => {
    const next = options[(at + steps + options.length) % options.length];
    if (next !== undefined) setChosen(next.key);
  };
  const press = (event: KeyboardEvent) => {
    // Keys used to compose a character (IME) are left alone.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter') active?.entry.run();
    else return;
    event.preventDefault();
  };

  return (
    <Dialog
      open
      onClose={leave}
      fullWidth
      fullScreen={small}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      slotProps={{ paper: { 'aria-label': messages.title, sx: small ? {} : WINDOW } }}
    >
      <Box
        sx={{
          position: 'relative',
          flexShrink: 0,
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          height: 56,
          pl: 2,
          pr: 1.5,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <SearchIcon aria-hidden sx={{ color: 'text.secondary' }} />
        <InputBase
          autoFocus
          fullWidth
          value={typed}
          placeholder={messages.placeholder}
          onChange={(event) => {
            setTyped(event.target.value);
            setChosen(null);
          }}
          onKeyDown={press}
          sx={{ fontSize: '1rem' }}
          slotProps={{
            input: {
              role: 'combobox',
              'aria-label': messages.open,
              'aria-autocomplete': 'list',
              'aria-expanded': options.length > 0,
              'aria-controls': `${id}-list`,
              'aria-activedescendant': activeKey,
              'aria-describedby': `${id}-scope`,
              autoComplete: 'off',
              spellCheck: false,
              maxLength: MOST_LETTERS,
              enterKeyHint: 'go',
              dir: 'auto',
              sx: { '&:focus-visible': { outline: 'none' } },
            },
          }}
        />
        <IconButton aria-label={common.close} onClick={leave}>
          <CloseIcon />
        </IconButton>
        {searching && (
          <LinearProgress aria-hidden sx={{ position: 'absolute', left: 0, right: 0, bottom: -1, height: 2 }} />
        )}
      </Box>
      <Results id={id} groups={groups} activeKey={activeKey} choose={setChosen} />
      {error !== undefined && <SearchFailure message={error.message} retry={retry} />}
      <Hints id={id} />
      <Box role="status" sx={VISUALLY_HIDDEN}>
        {typed.trim() === '' ? '' : searching ? messages.searching : format('results', { count: options.length })}
      </Box>
    </Dialog>
  );
}
