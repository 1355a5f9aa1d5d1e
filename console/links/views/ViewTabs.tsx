/** The views above a list: all links, those that every list has, and the saved ones. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useLocation } from 'react-router';
import { isExpiringSoon } from '../../platform/address/page-paths.ts';
import { useSearchState } from '../../platform/address/search-params.ts';
import { Toolbar } from '../../ui/layout/Toolbar.tsx';
import { filterParams } from '../filters/list-request.ts';
import { readListView } from '../filters/list-view.ts';
import { useListView } from '../filters/use-list-view.ts';
import { messages } from './messages.ts';
import { useBuiltInViews, useSavedViews } from './saved-views.ts';
import { ViewsButton } from './ViewsButton.tsx';

const TAB = {
  flexShrink: 0,
  maxWidth: 240,
  minHeight: 34,
  px: 1.25,
  font: 'inherit',
  fontSize: '0.8125rem',
  color: 'text.secondary',
  '&:hover': { color: 'text.primary' },
  '&[aria-current="true"]': {
    color: 'text.primary',
    fontWeight: 600,
    boxShadow: 'inset 0 -2px 0 var(--mui-palette-primary-main)',
  },
} as const;

export function ViewTabs() {
  const { view } = useListView();
  const { change } = useSearchState();
  const { pathname } = useLocation();
  const { data: saved = [] } = useSavedViews();
  const builtIn = useBuiltInViews();
  // Links that expire soon are a view of their own.
  const views = [{ id: 'all', name: messages.all, query: '' }, ...(isExpiringSoon(pathname) ? [] : builtIn), ...saved];
  const filtersOf = (each: typeof view) => String(new URLSearchParams(filterParams(each)));
  const now = filtersOf(view);
  const shown = views.find(({ query }) => filtersOf(readListView(new URLSearchParams(query))) === now);
  return (
    <Box data-print="no" sx={{ borderBottom: 1, borderColor: 'divider' }}>
      <Toolbar
        label={messages.views}
        sx={{ display: 'flex', flexWrap: { md: 'wrap' }, overflowX: 'auto', scrollbarWidth: 'none' }}
      >
        {views.map(({ id, name, query }) => (
          <ButtonBase
            key={id}
            aria-current={id === shown?.id}
            onClick={() => change(() => new URLSearchParams(query))}
            sx={TAB}
          >
            <Box component="bdi" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
              {name}
            </Box>
          </ButtonBase>
        ))}
        <ViewsButton />
      </Toolbar>
    </Box>
  );
}
