/** Every way to show a client’s links to somebody: a live page, a pack of evidence, a comparison, a file. */
import Button from '@mui/material/Button';
import { useNavigate } from 'react-router';
import type { ClientDetailsAnswer } from '../../query-service/contract/answers/clients.ts';
import { messages as packWords } from '../links/evidence-packs/messages.ts';
import { messages as listWords } from '../links/table/messages.ts';
import { comparePath } from '../past/compare-path.ts';
import { daysToChoose } from '../past/days.ts';
import { messages as pastWords } from '../past/messages.ts';
import { TO_TODAY, usePast } from '../platform/address/as-of.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { isSample } from '../platform/address/sample.ts';
import { readOnlyReason } from '../platform/api/client.ts';
import { CalendarIcon, ChevronDownIcon, DownloadIcon, ShareIcon } from '../ui/layout/icons.tsx';
import { MenuButton } from '../ui/layout/MenuButton.tsx';
import { messages } from './messages.ts';

export function ClientShareMenu({ client: { clientDomain, scopes } }: { client: ClientDetailsAnswer }) {
  const { open } = useOverlay();
  const navigate = useNavigate();
  const mayShare = scopes.some((scope) => scope.mayShare);
  const shareRefusal = usePast() ? readOnlyReason() : mayShare ? null : messages.mayNotShare;
  const packRefusal = isSample() ? readOnlyReason() : null;
  const compare = comparePath({ from: daysToChoose(Date.now()).week, client: clientDomain });
  return (
    <MenuButton
      button={(props) => (
        <Button {...props} startIcon={<ShareIcon aria-hidden />} endIcon={<ChevronDownIcon aria-hidden />}>
          {messages.shareMenu}
        </Button>
      )}
      actions={[
        { label: messages.share, icon: <ShareIcon />, refusal: shareRefusal, run: () => open('dialog', 'share') },
        {
          label: packWords.open,
          icon: <DownloadIcon />,
          refusal: packRefusal,
          run: () => open('dialog', 'evidence-pack'),
        },
        {
          label: pastWords.compareDays,
          icon: <CalendarIcon />,
          run: () => void navigate(compare, { state: TO_TODAY }),
        },
        { label: listWords.export, icon: <DownloadIcon />, run: () => open('dialog', 'export') },
      ]}
    />
  );
}
