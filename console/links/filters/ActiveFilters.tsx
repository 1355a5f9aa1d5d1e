/** The active filters, each with a way to remove it. */
import Button from '@mui/material/Button';
import { FACETS, type Facet, NO_LINK_TYPE } from '../../../query-service/contract/list-options.ts';
import { formatQuoted } from '../../platform/format/quotes.ts';
import { FilterChip } from '../../ui/lists/FilterChip.tsx';
import { useClient } from '../client-queries.ts';
import { choosing, chosenIn, formatFacetValue } from './facets.ts';
import { hasFilters } from './list-request.ts';
import { type ListView, NO_FILTERS } from './list-view.ts';
import { FACET_LABELS, format, formatDays, messages } from './messages.ts';
import { RANGES } from './ranges.ts';
import { useFacetNames } from './use-facet.ts';
import { useListView } from './use-list-view.ts';

/** More values of a facet than these share a chip. */
const MANY = 4;

/** Facets whose values need no label. */
const PLAIN: ReadonlySet<Facet> = new Set<Facet>([
  'status',
  'linkType',
  'clientDomain',
  'reason',
  'warning',
  'deviation',
  'expiry',
]);

/** Names the client of a domain. */
function ClientChip({ label: domain, onRemove }: { label: string; onRemove: () => void }) {
  return <FilterChip label={useClient(domain).data?.name ?? domain} onRemove={onRemove} />;
}

export function ActiveFilters() {
  const { view, change } = useListView();
  const names = useFacetNames(view);
  if (!hasFilters(view)) return null;
  const chips: readonly {
    readonly label: string;
    readonly without: Partial<ListView>;
    readonly Chip?: typeof FilterChip;
  }[] = [
    ...(view.q.trim() === '' ? [] : [{ label: formatQuoted(view.q.trim()), without: { q: '' } }]),
    ...FACETS.flatMap((facet) => {
      const chosen = chosenIn(view, facet);
      if (chosen.length > MANY) {
        return [
          { label: format('several', { facet: FACET_LABELS[facet], count: chosen.length }), without: { [facet]: [] } },
        ];
      }
      return chosen.map((value) => {
        const text = formatFacetValue(facet, value, names.get(`${facet} ${value}`));
        return {
          label: PLAIN.has(facet) && value !== NO_LINK_TYPE ? text : `${FACET_LABELS[facet]}: ${text}`,
          without: choosing(view, facet, value, false),
          ...(facet === 'clientDomain' && { Chip: ClientChip }),
        };
      });
    }),
    ...RANGES.flatMap(({ label, from, to }) =>
      view[from] === '' && view[to] === ''
        ? []
        : [{ label: formatDays(label, view[from], view[to]), without: { [from]: '', [to]: '' } }],
    ),
  ];
  return (
    <>
      {chips.map(({ label, without, Chip = FilterChip }) => (
        <Chip key={label} label={label} onRemove={() => change(without)} />
      ))}
      {chips.length > 1 && (
        <Button
          size="small"
          variant="text"
          sx={{ minHeight: 26, py: 0, color: 'text.secondary' }}
          onClick={() => change(NO_FILTERS)}
        >
          {messages.clearFilters}
        </Button>
      )}
    </>
  );
}
