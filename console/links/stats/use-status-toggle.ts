/** A card that filters the list by its status; pressed again, it removes the filter. */
import type { LinkStatus } from '../../../command-service/contract/observation.ts';
import type { StatusFilter } from '../../../query-service/contract/list-options.ts';
import { useListView } from '../filters/use-list-view.ts';
import { ALL_REMOVED } from '../shown-status.ts';

export function useStatusToggle() {
  const { view, change } = useListView();
  return (status: LinkStatus) => {
    const selected: readonly StatusFilter[] = status === 'removed' ? ALL_REMOVED : [status];
    const pressed = view.status.length === selected.length && selected.every((each) => view.status.includes(each));
    return { pressed, onToggle: () => change({ status: pressed ? [] : selected }) };
  };
}
