/** The header's search: filters the list on the page while typing; on other pages Enter searches the dashboard. */

import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { MAX_SEARCH } from '../../../query-service/contract/list-options.ts';
import { useOverlay } from '../../platform/address/overlays.ts';
import { isSearchable } from '../../platform/address/page-paths.ts';
import { currentLocation, useSearchState } from '../../platform/address/search-params.ts';
import { ActionTooltip } from '../../ui/feedback/ActionTooltip.tsx';
import { CloseIcon, SearchIcon } from '../../ui/layout/icons.tsx';
import { Kbd } from '../../ui/text/Kbd.tsx';
import { UNSEEN } from '../../ui/text/unseen.ts';
import { messages, PALETTE_KEYS } from './messages.ts';

/** The pause in typing, in milliseconds, that starts a search. */
const PAUSE_MS = 250;

/** The placeholder on pages with another list than links. */
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  '/clients': messages.searchClients,
  '/campaigns': messages.searchCampaigns,
  '/trash': messages.searchTrash,
  '/alerts': messages.searchAlerts,
};

interface SearchBoxProps {
  readonly small: boolean;
  readonly inputRef: RefObject<HTMLInputElement | null>;
}

export function SearchBox({ small, inputRef }: SearchBoxProps) {
  const { params, put } = useSearchState();
  const { open: openOverlay } = useOverlay();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const searchable = isSearchable(pathname);
  const searched = searchable ? (params.get('q') ?? '') : '';
  const [text, setText] = useState(searched);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);

  // The address changed by itself (back, a cleared filter, another page): show it, unless someone is typing.
  useEffect(() => {
    if (pause.current === undefined) setText(searched);
  }, [searched]);
  useEffect(
    () => () => {
      clearTimeout(pause.current);
      pause.current = undefined;
    },
    [],
  );

  const search = (value: string) => {
    clearTimeout(pause.current);
    pause.current = undefined;
    if (!searchable) {
      if (value.trim() !== '') void navigate({ pathname: '/', search: new URLSearchParams({ q: value }).toString() });
      return;
    }
    put({ q: value === '' ? null : value, page: null }, { replace: true });
  };

  /** The text belongs to the page where it was typed. */
  const searchHere = (value: string) => {
    const now = currentLocation();
    if (now.pathname === pathname) search(value);
    else {
      pause.current = undefined;
      setText(now.params.get('q') ?? '');
    }
  };

  const type = (value: string) => {
    setText(value);
    clearTimeout(pause.current);
    if (searchable) pause.current = setTimeout(searchHere, PAUSE_MS, value);
  };

  const placeholder = small ? messages.search : (PLACEHOLDERS[pathname] ?? messages.searchLinks);
  return (
    <Box component="search" sx={{ flex: '1 1 360px', minWidth: 0, maxWidth: { md: 360 } }}>
      <OutlinedInput
        fullWidth
        inputRef={inputRef}
        value={text}
        placeholder={placeholder}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search(text);
          if (event.key === 'Escape') {
            if (text === '') inputRef.current?.blur();
            else {
              setText('');
              search('');
            }
          }
        }}
        startAdornment={
          <InputAdornment position="start" sx={{ mr: 0, ml: -0.5, color: 'text.secondary' }}>
            <SearchIcon fontSize="small" />
          </InputAdornment>
        }
        endAdornment={
          text === '' ? (
            <ActionTooltip title={messages.paletteHint}>
              <ButtonBase
                aria-keyshortcuts="Control+K Meta+K"
                aria-haspopup="dialog"
                onClick={() => openOverlay('palette', '1')}
                sx={{ display: { xs: 'none', lg: 'inline-flex' }, mr: -0.5, borderRadius: 0.5 }}
              >
                <Box component="span" sx={UNSEEN}>
                  {messages.palette}
                </Box>
                <Kbd sx={{ whiteSpace: 'nowrap' }}>{PALETTE_KEYS}</Kbd>
              </ButtonBase>
            </ActionTooltip>
          ) : (
            <IconButton
              size="small"
              aria-label={messages.clearSearch}
              sx={{ mr: -1, width: 24, height: 24 }}
              onClick={() => {
                setText('');
                search('');
                inputRef.current?.focus();
              }}
            >
              <CloseIcon fontSize="small" />
            </IconButton>
          )
        }
        sx={{
          px: { xs: 1.25, sm: 1.75 },
          '& input': { textOverflow: 'ellipsis', pl: { xs: 0.5, sm: 1 } },
          // A phone has 16 pixels for typing, so that it does not zoom in.
          '& input::placeholder': { fontSize: '0.875rem' },
        }}
        slotProps={{
          input: { 'aria-label': messages.search, type: 'text', maxLength: MAX_SEARCH, enterKeyHint: 'search' },
        }}
      />
    </Box>
  );
}
