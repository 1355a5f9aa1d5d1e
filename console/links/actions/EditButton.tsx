/** Opens the Edit Backlink dialog; says why where one may only look. */
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import type { LinkAnswer } from '../../../query-service/contract/queries.ts';
import { useOverlay } from '../../platform/address/overlays.ts';
import { useLinkRefusal } from '../../teams/queries.ts';
import { Hint } from '../../ui/ActionTooltip.tsx';
import { refused } from '../../ui/disabled-props.ts';
import { EditIcon } from '../../ui/icons.tsx';
import { words } from '../messages.ts';

interface EditProps {
  readonly link: LinkAnswer;
  readonly tabIndex?: number;
  readonly wide?: boolean;
}

export function EditButton({ link, tabIndex, wide = false }: EditProps) {
  const { open } = useOverlay();
  const refusal = useLinkRefusal(link.teamId);
  const common = { ...refused(refusal), onClick: () => refusal === null && open('edit', link.id) };
  if (wide) {
    return (
      <Hint reason={refusal}>
        <Button {...common} startIcon={<EditIcon />}>
          {words.edit}
        </Button>
      </Hint>
    );
  }
  return (
    <Hint title={words.edit} reason={refusal}>
      <IconButton {...common} size="small" aria-label={words.edit} {...(tabIndex === undefined ? {} : { tabIndex })}>
        <EditIcon fontSize="small" aria-hidden />
      </IconButton>
    </Hint>
  );
}
