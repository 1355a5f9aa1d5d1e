/** A form in a dialog: cancel and submit below it, and a question before unsaved changes are discarded. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { FormikValues } from 'formik';
import type { ReactNode } from 'react';
import { OverlayDialog } from '../dialogs/OverlayDialog.tsx';
import { messages } from '../messages.ts';
import { DraftForm, type FormProps } from './DraftForm.tsx';

/** For a field that takes one of two columns on a wide screen. */
export const HALF = { gridColumn: { xs: '1 / -1 !important', sm: 'auto !important' } } as const;

const FIELDS = {
  border: 0,
  m: 0,
  p: 0,
  minWidth: 0,
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  '& > *': { gridColumn: '1 / -1' },
} as const;

export interface DialogFormProps<V extends FormikValues> extends FormProps<V> {
  /** Whether the dialog is still open at these search parameters. */
  readonly isOpenAt: (params: URLSearchParams) => boolean;
  readonly onClose: () => void;
  /** After a successful submit, in place of `onClose`. Not called when the dialog was closed before. */
  readonly onDone?: () => void;
  /** Opens the dialog again after it was closed and submitting failed. */
  readonly reopen?: () => void;
  /** Shown while submitting takes time. */
  readonly pendingMessage?: { readonly title: string; readonly hint: string };
  /** Whether the input can be sent; default: always, and submitting shows what is missing. */
  readonly canSubmit?: (values: V) => boolean;
  readonly canCloseWhileSubmitting?: boolean;
  /** Default: "Cancel". */
  readonly cancelLabel?: string;
  /** A choice beside the buttons, hidden while submitting. */
  readonly option?: ReactNode;
  /** Corrects the input before it is validated on submit. */
  readonly normalize?: (values: V) => V;
}

/** The form without its dialog, for a dialog that has other contents before or after it. */
export function DialogForm<V extends FormikValues>({
  onClose,
  onDone = onClose,
  pendingMessage,
  canSubmit = () => true,
  canCloseWhileSubmitting = true,
  cancelLabel = messages.cancel,
  option,
  normalize,
  ...form
}: DialogFormProps<V>) {
  return (
    <DraftForm<V>
      {...form}
      onDone={onDone}
      layout={(fields, { values, isSubmitting, setValues }) => (
        <>
          {isSubmitting && (
            <LinearProgress aria-hidden sx={{ height: 2, position: 'absolute', top: 0, left: 0, right: 0 }} />
          )}
          <DialogContent>
            <Box component="fieldset" disabled={isSubmitting} sx={FIELDS}>
              {fields}
            </Box>
          </DialogContent>
          <DialogActions sx={{ flexWrap: 'wrap', gap: 1 }}>
            {!isSubmitting && option}
            {pendingMessage !== undefined && (
              <Box role="status" aria-live="polite" sx={{ flex: 1, minWidth: isSubmitting ? 200 : 0 }}>
                {isSubmitting && (
                  <>
                    <Typography variant="body2" sx={{ fontWeight: 600 }}>
                      {pendingMessage.title}
                    </Typography>
                    <Typography variant="caption" sx={{ color: 'text.secondary' }}>
                      {pendingMessage.hint}
                    </Typography>
                  </>
                )}
              </Box>
            )}
            <Button onClick={onClose} disabled={isSubmitting && !canCloseWhileSubmitting}>
              {isSubmitting && canCloseWhileSubmitting ? messages.close : cancelLabel}
            </Button>
            <Button
              type="submit"
              variant="contained"
              color="primary"
              disabled={isSubmitting || !canSubmit(values)}
              startIcon={
                isSubmitting ? <CircularProgress size={14} thickness={5} color="inherit" aria-hidden /> : undefined
              }
              onClick={() => {
                // Enter submits without leaving the field, which would normalize it.
                if (normalize !== undefined) setValues(normalize(values));
              }}
            >
              {isSubmitting ? form.submitLabel.pending : form.submitLabel.idle}
            </Button>
          </DialogActions>
        </>
      )}
    />
  );
}

interface FormDialogProps<V extends FormikValues> extends DialogFormProps<V> {
  readonly title: ReactNode;
  readonly maxWidth?: 'xs' | 'sm' | 'md';
}

export function FormDialog<V extends FormikValues>({ title, maxWidth = 'sm', ...form }: FormDialogProps<V>) {
  return (
    <OverlayDialog title={title} maxWidth={maxWidth} onClose={form.onClose}>
      <DialogForm<V> {...form} />
    </OverlayDialog>
  );
}
