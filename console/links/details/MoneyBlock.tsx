/** The price, the vendor and the order number in the Link Details, for those who may read them. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { LinkDetailsAnswer } from '../../../query-service/contract/answers/links.ts';
import { useOverlay } from '../../platform/address/overlays.ts';
import { useReadsMoney, useTeamDenial } from '../../session/permissions.ts';
import { ActionTooltip } from '../../ui/feedback/ActionTooltip.tsx';
import { RefusableButton } from '../../ui/feedback/RefusableButton.tsx';
import { EditIcon, LockIcon } from '../../ui/layout/icons.tsx';
import { messages, moneyRows } from '../money/messages.ts';
import { FactList } from './FactList.tsx';

export function MoneyBlock({ link }: { link: LinkDetailsAnswer }) {
  const { open } = useOverlay();
  const refusal = useTeamDenial('EditMoney', link.teamId);
  if (!useReadsMoney(link.teamId)) return null;
  return (
    <Box component="section" sx={{ px: 3, py: 2.5, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
        <Typography component="h3" variant="h3">
          {messages.heading}
        </Typography>
        <ActionTooltip title={messages.locked}>
          <LockIcon titleAccess={messages.locked} sx={{ fontSize: 16, color: 'text.secondary' }} />
        </ActionTooltip>
        <Box sx={{ flex: 1 }} />
        <RefusableButton refusal={refusal} size="small" startIcon={<EditIcon />} onClick={() => open('money', link.id)}>
          {link.money === null ? messages.set : messages.edit}
        </RefusableButton>
      </Box>
      {link.money === null ? (
        <Typography sx={{ color: 'text.secondary' }}>{messages.nothing}</Typography>
      ) : (
        <FactList rows={moneyRows(link.money).map(([label, text]) => [label, <bdi key={label}>{text}</bdi>])} />
      )}
    </Box>
  );
}
