/** The address of a share that was made or got new recipients, to copy and hand on. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Typography from '@mui/material/Typography';
import type { CreatedShareAnswer } from '../../query-service/contract/answers/shares.ts';
import { CopyField } from '../ui/forms/CopyField.tsx';
import { MailIcon } from '../ui/layout/icons.tsx';
import { formatMailed, formatUnsent, messages } from './messages.ts';

export interface ShareResult {
  readonly share: Omit<CreatedShareAnswer, 'shareId'>;
  readonly withPassword: boolean;
  /** The addresses that the link was sent to. */
  readonly mailed: readonly string[];
}

export function CreatedShare({ share, withPassword, mailed, onDone }: ShareResult & { readonly onDone: () => void }) {
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {withPassword ? messages.readyWithPassword : messages.readyHint}
        </Typography>
        <CopyField label={messages.link} value={share.url} />
        {withPassword && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {messages.passwordHint}
          </Typography>
        )}
        {mailed.length > 0 && (
          <Alert severity="success" variant="outlined" icon={<MailIcon />} sx={{ overflowWrap: 'anywhere' }}>
            {formatMailed(mailed)}
          </Alert>
        )}
        {formatUnsent(share).map(([why, text]) => (
          <Alert
            key={why}
            severity={why === 'notMailed' ? 'warning' : 'info'}
            variant="outlined"
            icon={<MailIcon />}
            sx={{ overflowWrap: 'anywhere' }}
          >
            {text}
          </Alert>
        ))}
      </DialogContent>
      <DialogActions>
        <Button href={share.url} target="_blank" rel="noopener">
          {messages.open}
        </Button>
        <Button onClick={onDone}>{messages.done}</Button>
      </DialogActions>
    </>
  );
}
