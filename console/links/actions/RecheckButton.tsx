/** Rechecks a link: busy while the page is visited, then a toast shows the result. */
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import IconButton from '@mui/material/IconButton';
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import { useTeamDenial } from '../../session/permissions.ts';
import { ActionTooltip } from '../../ui/feedback/ActionTooltip.tsx';
import { disabledProps } from '../../ui/layout/disabled-props.ts';
import { RecheckIcon } from '../../ui/layout/icons.tsx';
import { messages as linkMessages } from '../messages.ts';
import { formatAction, messages } from './messages.ts';
import { recheckLink, useIsRechecking } from './recheck-link.ts';

interface RecheckProps {
  readonly link: LinkAnswer;
  readonly tabIndex?: number;
  /** With a label, where there is room. */
  readonly wide?: boolean;
}

export function RecheckButton({ link, tabIndex, wide = false }: RecheckProps) {
  const busy = useIsRechecking(link.id) || link.checking;
  const icon = busy ? (
    <CircularProgress size={14} thickness={5} color="inherit" aria-hidden />
  ) : (
    <RecheckIcon fontSize="small" aria-hidden />
  );
  const refusal = useTeamDenial('EditLink', link.teamId);
  // Not `disabled`, so that the button keeps the focus; another press is harmless.
  const common = {
    'aria-disabled': busy,
    'aria-busy': busy,
    ...disabledProps(refusal),
    onClick: () => void (busy || refusal !== null || recheckLink(link.id, link.teamId)),
  };
  if (wide) {
    return (
      <ActionTooltip reason={refusal}>
        <Button {...common} startIcon={icon}>
          {busy ? linkMessages.checking : messages.recheck}
        </Button>
      </ActionTooltip>
    );
  }
  return (
    <ActionTooltip title={busy ? linkMessages.checking : messages.recheck} reason={refusal}>
      <IconButton
        {...common}
        size="small"
        aria-label={formatAction(messages.recheck, link)}
        {...(tabIndex === undefined ? {} : { tabIndex })}
      >
        {icon}
      </IconButton>
    </ActionTooltip>
  );
}
