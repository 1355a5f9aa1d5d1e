/** A form in a section of the settings: saved in place, by a button that waits for a change. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { FormikValues } from 'formik';
import { DraftForm, type FormProps } from './DraftForm.tsx';

export function FormSection<V extends FormikValues>(props: FormProps<V>) {
  const { submitLabel } = props;
  return (
    <DraftForm<V>
      {...props}
      onDone={(reset) => reset()}
      layout={(fields, { isSubmitting, isChanged }) => (
        <>
          <Box sx={{ px: { xs: 2, md: 3 }, pb: 3, display: 'grid', gap: 2 }}>{fields}</Box>
          <Box
            sx={{
              display: 'flex',
              justifyContent: 'flex-end',
              px: { xs: 2, md: 3 },
              py: 2,
              borderTop: 1,
              borderColor: 'divider',
            }}
          >
            <Button type="submit" variant="contained" color="primary" disabled={isSubmitting || !isChanged}>
              {isSubmitting ? submitLabel.pending : submitLabel.idle}
            </Button>
          </Box>
        </>
      )}
    />
  );
}
