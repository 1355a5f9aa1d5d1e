/** In a link form: the list already has this link. Offers to open that one or to add this one as well. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useFormikContext } from 'formik';
import { type RefObject, useRef } from 'react';
import { useOverlay } from '../../platform/address/overlays.ts';
import type { ApiError } from '../../platform/api/client.ts';
import type { SubmitResult } from '../../ui/fields/submit-result.ts';
import { messages as linkMessages } from '../messages.ts';
import { messages } from './messages.ts';

interface DuplicateWarningProps {
  readonly error: ApiError;
  /** Set before the form is submitted again. */
  readonly anyway: RefObject<boolean>;
}

function isDuplicate(error: ApiError): boolean {
  return error.code === 'duplicate';
}

function DuplicateWarning({ error, anyway }: DuplicateWarningProps) {
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

/**
 * Submits a link and shows the warning when the list already has it. `submit` gets what to add to the request's body:
 * `allowDuplicate` once the person chose to add the link anyway.
 */
export function useDuplicateWarning(): (
  submit: (extra: { readonly allowDuplicate?: true }) => Promise<SubmitResult>,
) => Promise<SubmitResult> {
  const anyway = useRef(false);
  return async (submit) => {
    const extra = anyway.current ? { allowDuplicate: true as const } : {};
    anyway.current = false;
    const result = await submit(extra);
    if (result.done || result.error === undefined || !isDuplicate(result.error)) return result;
    return {
      done: false,
      message: <DuplicateWarning error={result.error} anyway={anyway} />,
      fields: {},
      summary: linkMessages.duplicate,
    };
  };
}
