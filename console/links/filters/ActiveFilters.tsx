/** The active filters, each with a way to remove it. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { CloseIcon } from '../../ui/icons.tsx';
import { messages as linkMessages, STATUS_LABELS, TYPE_LABELS } from '../messages.ts';
import { hasFilters } from './list-request.ts';
import { DEFAULT_VIEW, type ListView } from './list-view.ts';
import { messages } from './messages.ts';
import { useListView } from './use-list-view.ts';

export function ActiveFilters() {
  const { view, change } = useListView();
  if (!hasFilters(view)) return null;
  const chips: readonly { readonly label: string; readonly without: Partial<ListView> }[] = [
    ...(view.q.trim() === '' ? [] : [{ label: `“${view.q.trim()}”`, without: { q: '' } }]),
    ...view.status.map((status) => ({
      label: STATUS_LABELS[status],
      without: { status: view.status.filter((each) => each !== status) },
    })),
    ...view.linkType.map((type) => ({
      label: type === 'none' ? `${linkMessages.linkType}: ${TYPE_LABELS.none}` : TYPE_LABELS[type],
      without: { linkType: view.linkType.filter((each) => each !== type) },
    })),
    ...(view.clientDomain === '' ? [] : [{ label: view.clientDomain, without: { clientDomain: '' } }]),
    ...view.tag.map((tag) => ({
      label: `${messages.tag}: ${tag}`,
      without: { tag: view.tag.filter((each) => each !== tag) },
    })),
    ...(view.expiring ? [{ label: linkMessages.expiringSoon, without: { expiring: false } }] : []),
  ];
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      {chips.map(({ label, without }) => (
        <Chip
          key={label}
          size="small"
          variant="outlined"
          label={label}
          aria-label={`Remove filter ${label}`}
          onClick={() => change(without)}
          onDelete={() => change(without)}
          deleteIcon={<CloseIcon aria-hidden />}
          sx={{ maxWidth: 240, borderColor: 'divider', bgcolor: 'background.paper' }}
        />
      ))}
      <Button
        size="small"
        variant="text"
        sx={{ minHeight: 26, py: 0, color: 'text.secondary' }}
        onClick={() =>
          change({ q: DEFAULT_VIEW.q, status: [], linkType: [], expiring: false, clientDomain: '', tag: [] })
        }
      >
        {messages.clearFilters}
      </Button>
    </Box>
  );
}
