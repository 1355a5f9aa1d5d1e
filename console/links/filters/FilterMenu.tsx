/** The Filter Links menu: what to filter by on one side, its values with their counts on the other. Choices apply at once. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import OutlinedInput from '@mui/material/OutlinedInput';
import Skeleton from '@mui/material/Skeleton';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import type { Facet } from '../../../query-service/contract/list-options.ts';
import { useOverlay } from '../../platform/address/overlays.ts';
import { formatNumber } from '../../platform/format/counts.ts';
import { useDebouncedValue } from '../../platform/timing/use-debounced-value.ts';
import { useReadsMoney } from '../../session/permissions.ts';
import { messages as common } from '../../ui/messages.ts';
import { SMALL_SCREEN } from '../../ui/theme/breakpoints.ts';
import { DayRanges } from './DayRanges.tsx';
import { choosing, chosenIn, facetsAt, formatFacetValue, SEARCHED } from './facets.ts';
import { ListMenu } from './ListMenu.tsx';
import { type BaseFilter, hasFilters } from './list-request.ts';
import { NO_FILTERS } from './list-view.ts';
import { FACET_LABELS, formatSearchIn, messages } from './messages.ts';
import { RANGES } from './ranges.ts';
import { useFacet } from './use-facet.ts';
import { useListView } from './use-list-view.ts';

/** How long typing rests before values are searched, in milliseconds. */
const TYPING_MS = 150;

type FilterPart = Facet | 'dates';

/** The values that a person pressed since the address last changed. */
interface PressedValues {
  readonly at: string;
  readonly values: ReadonlyMap<string, boolean>;
}

function Values({ facet, baseFilter }: { readonly facet: Facet; readonly baseFilter: BaseFilter }) {
  const { view, replace } = useListView();
  const [typed, setTyped] = useState('');
  const find = useDebouncedValue(typed.trim(), TYPING_MS);
  const { data, error, mutate } = useFacet(facet, view, baseFilter, find);
  const chosen = chosenIn(view, facet);
  // A press is shown at once; the address and the view follow.
  const at = chosen.join();
  const [pressed, setPressed] = useState<PressedValues>({ at, values: new Map() });
  const isOn = (value: string) => (pressed.at === at ? pressed.values.get(value) : undefined) ?? chosen.includes(value);
  const press = (value: string, on: boolean) => {
    const earlier = pressed.at === at ? [...pressed.values] : [];
    setPressed({ at, values: new Map([...earlier, [value, on]]) });
    replace((now) => choosing(now, facet, value, on));
  };
  const listed = data ?? [];
  const missing = chosen.filter((value) => !listed.some((each) => each.value === value));
  const rows = [
    ...missing.map((value) => ({ value, label: value, count: find === '' ? 0 : null, isCapped: false })),
    ...listed,
  ];
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, height: 1 }}>
      {SEARCHED.has(facet) && (
        <OutlinedInput
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          placeholder={messages.search}
          slotProps={{ input: { 'aria-label': formatSearchIn(facet) } }}
          sx={{ mb: 1, flexShrink: 0 }}
        />
      )}
      {data === undefined && error !== undefined ? (
        <Typography variant="body2" role="alert">
          {messages.valuesFailed}{' '}
          <Button size="small" onClick={() => void mutate()}>
            {common.retry}
          </Button>
        </Typography>
      ) : data === undefined ? (
        [1, 2, 3].map((row) => <Skeleton key={row} height={32} />)
      ) : (
        <Box
          component="fieldset"
          aria-label={FACET_LABELS[facet]}
          sx={{ border: 0, m: 0, p: 0, minWidth: 0, minHeight: 0, overflowY: 'auto' }}
        >
          {rows.length === 0 && (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {messages.noValues}
            </Typography>
          )}
          {rows.map(({ value, label, count, isCapped }) => (
            <FormControlLabel
              key={value}
              sx={{
                display: 'flex',
                ml: 0,
                mr: 0,
                minHeight: 32,
                '& .MuiFormControlLabel-label': { flex: 1, minWidth: 0 },
              }}
              control={
                <Checkbox
                  size="small"
                  sx={{ p: 0.5, mr: 0.5 }}
                  checked={isOn(value)}
                  onChange={(_, on) => press(value, on)}
                />
              }
              label={
                <Box component="span" sx={{ display: 'flex', gap: 1, alignItems: 'baseline' }}>
                  <Box
                    component="span"
                    dir="auto"
                    title={formatFacetValue(facet, value, label)}
                    sx={{ flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
                  >
                    {formatFacetValue(facet, value, label)}
                  </Box>{' '}
                  {count !== null && (
                    <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>
                      {formatNumber(count, isCapped)}
                    </Box>
                  )}
                </Box>
              }
            />
          ))}
        </Box>
      )}
    </Box>
  );
}

export function FilterMenu({ baseFilter }: { readonly baseFilter: BaseFilter }) {
  const { view, replace } = useListView();
  const { close } = useOverlay();
  const small = useMediaQuery(SMALL_SCREEN, { noSsr: true });
  const [part, setPart] = useState<FilterPart>('status');
  const readsMoney = useReadsMoney(baseFilter.teamId ?? view.teamId);
  const facets = facetsAt(baseFilter).filter((facet) => facet !== 'vendor' || readsMoney);
  const parts: readonly FilterPart[] = [...facets, 'dates'];
  const numberIn = (each: FilterPart) =>
    each === 'dates'
      ? RANGES.flatMap(({ from, to }) => [from, to]).filter((day) => view[day] !== '').length
      : chosenIn(view, each).length;
  return (
    <ListMenu titleId="filter-title" width={small ? 'calc(100vw - 32px)' : 520}>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          pl: 2,
          pr: 1,
          py: 1,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Typography id="filter-title" component="h2" variant="h3" sx={{ flex: 1 }}>
          {messages.filterTitle}
        </Typography>
        <Button
          variant="text"
          size="small"
          disabled={!hasFilters({ ...view, q: '' })}
          onClick={() => replace(({ q }) => ({ ...NO_FILTERS, q }))}
        >
          {messages.clear}
        </Button>
        <Button size="small" onClick={() => close('dialog')}>
          {messages.done}
        </Button>
      </Box>
      <Box sx={{ display: 'flex', flexDirection: small ? 'column' : 'row', height: small ? 'min(420px, 65vh)' : 388 }}>
        <Tabs
          orientation={small ? 'horizontal' : 'vertical'}
          variant="scrollable"
          scrollButtons={false}
          value={part}
          onChange={(_, next: FilterPart) => setPart(next)}
          aria-label={messages.filterBy}
          sx={{
            flexShrink: 0,
            width: small ? 'auto' : 168,
            py: small ? 0 : 0.5,
            borderRight: small ? 0 : 1,
            borderBottom: small ? 1 : 0,
            borderColor: 'divider',
            '& .MuiTab-root': {
              minHeight: 34,
              py: 0.5,
              px: 2,
              alignItems: 'flex-start',
              textAlign: 'left',
              maxWidth: 'none',
            },
          }}
        >
          {parts.map((each) => (
            <Tab
              key={each}
              value={each}
              id={`filter-${each}`}
              aria-controls="filter-values"
              label={numberIn(each) === 0 ? FACET_LABELS[each] : `${FACET_LABELS[each]} (${numberIn(each)})`}
            />
          ))}
        </Tabs>
        <Box
          role="tabpanel"
          id="filter-values"
          aria-labelledby={`filter-${part}`}
          sx={{ flex: 1, minWidth: 0, minHeight: 0, p: 1.5 }}
        >
          {part === 'dates' ? <DayRanges /> : <Values key={part} facet={part} baseFilter={baseFilter} />}
        </Box>
      </Box>
    </ListMenu>
  );
}
