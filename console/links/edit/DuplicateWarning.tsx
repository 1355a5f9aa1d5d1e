/** Within the link form: the list has this link already. Offers to look at that one, or to add it all the same. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useFormikContext } from 'formik';
import type { RefObject } from 'react';
import { useOverlay } from '../../platform/address/overlays.ts';
import type { ApiError } from '../../platform/api/client.ts';
import { messages } from '../messages.ts';

interface DuplicateProps {
  readonly error: ApiError;
  /** Set before the form is sent again: this time it is meant. */
  readonly anyway: RefObject<boolean>;
}

/** The refusal names a link that the list has already. */
export function isDuplicate(error: ApiError): boolean {
  return error.code === 'duplicate';
}

export function DuplicateWarning({ error, anyway }: DuplicateProps) {
  const { open } = useOverlay();
  const { submitForm } = useFormikContext();
  const { linkId } = error.details;
  return (
    <>
      {error.message}
      <Box sx={{ mt: 1, display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {typeof linkId === 'string' && (
          <Button size="small" onClick={() => open('link', linkId)}>
            {messages.duplicateOpen}
          </Button>
        )}
        <Button
          size="small"
          onClick={() => {
            anyway.current = true;
            void submitForm();
          }}
        >
          {messages.duplicateAnyway}
        </Button>
      </Box>
    </>
  );
}
